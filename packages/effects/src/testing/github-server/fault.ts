/** Defines the faults of GitHub and the network, with the real responses. */
export type Fault =
  | 'unauthorized'
  | 'forbidden'
  | 'rate-limit'
  | 'secondary-limit'
  | 'bad-gateway'
  | 'nonsense'
  /** The request is not executed, and the connection is cut. */
  | 'cut-before'
  /** The request is executed, and the connection is cut before or within the response. */
  | 'cut-after'
  | 'cut-within'
  /** The request is executed, and the response never comes. */
  | 'silence';

interface FaultResponse {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

const json = (status: number, message: string, headers: Readonly<Record<string, string>> = {}): FaultResponse => ({
  status,
  type: 'application/json; charset=utf-8',
  headers,
  text: JSON.stringify({ message, documentation_url: 'https://docs.github.com/rest', status: `${status}` }),
});

/** Responses that replace the execution. */
export const faultResponses: Readonly<Partial<Record<Fault, (nowMs: number, endsAfterS: number) => FaultResponse>>> = {
  unauthorized: () => json(401, 'Bad credentials'),
  forbidden: () => json(403, 'Resource not accessible by personal access token'),
  'rate-limit': (nowMs, endsAfterS) =>
    json(403, 'API rate limit exceeded for user ID 1.', {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(Math.ceil(nowMs / 1_000) + endsAfterS),
    }),
  'secondary-limit': () =>
    json(403, 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.', {
      'retry-after': '7',
    }),
  'bad-gateway': () => ({
    status: 502,
    type: 'text/html',
    headers: {},
    text: '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>nginx</body>\r\n</html>\r\n',
  }),
  nonsense: () => ({ status: 200, type: 'application/json', headers: {}, text: '{"number":"seven"}' }),
};
