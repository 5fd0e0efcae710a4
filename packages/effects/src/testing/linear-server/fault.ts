/** Defines the faults of Linear and the network, with the real responses. */
export type LinearFault =
  | 'unauthorized'
  | 'forbidden'
  | 'rate-limit'
  /** The limit of complexity points per hour. */
  | 'complexity-limit'
  /** The limit of complexity points of one query. */
  | 'too-complex'
  | 'bad-gateway'
  /** A page of a proxy that answers with 200. */
  | 'page'
  | 'moved'
  /** A GraphQL error within a response of 200. */
  | 'internal'
  | 'nonsense'
  /** The request is not executed, and the connection is cut. */
  | 'cut-before'
  /** The request is executed, and the connection is cut before or within the response. */
  | 'cut-after'
  | 'cut-within'
  /** The request is executed, and the response is half a JSON document. */
  | 'half'
  /** The request is executed, and the response never comes. */
  | 'silence';

export interface FaultResponse {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

const errorResponse = (
  status: number,
  message: string,
  extensions: object,
  headers: Readonly<Record<string, string>> = {},
): FaultResponse => ({
  status,
  type: 'application/json; charset=utf-8',
  headers,
  text: JSON.stringify({ errors: [{ message, extensions }] }),
});
const pageResponse = (status: number, title: string, headers = {}): FaultResponse => ({
  status,
  type: 'text/html',
  headers,
  text: `<html>\r\n<head><title>${title}</title></head>\r\n<body>nginx</body>\r\n</html>\r\n`,
});

/** Linear answers an exhausted limit with 400. The reset is in milliseconds. */
const limitResponse = (message: string, limit: 'requests' | 'complexity', endsAtMs: number) =>
  errorResponse(
    400,
    message,
    { type: 'ratelimited', code: 'RATELIMITED', statusCode: 429, userError: true, userPresentableMessage: message },
    {
      'x-ratelimit-requests-limit': '2500',
      'x-ratelimit-requests-remaining': limit === 'requests' ? '0' : '2100',
      'x-ratelimit-requests-reset': String(limit === 'requests' ? endsAtMs : endsAtMs + 1_000_000),
      'x-ratelimit-complexity-limit': '3000000',
      'x-ratelimit-complexity-remaining': limit === 'complexity' ? '0' : '2900000',
      'x-ratelimit-complexity-reset': String(limit === 'complexity' ? endsAtMs : endsAtMs + 1_000_000),
    },
  );

/** Responses that replace the execution. */
export const linearFaults: Readonly<Partial<Record<LinearFault, (endsAtMs: number) => FaultResponse>>> = {
  unauthorized: () =>
    errorResponse(401, 'Authentication required, not authenticated', {
      type: 'authentication error',
      code: 'AUTHENTICATION_ERROR',
      statusCode: 401,
      userError: true,
      userPresentableMessage: 'You need to authenticate to access this operation.',
    }),
  forbidden: () =>
    errorResponse(403, 'Forbidden', {
      type: 'forbidden',
      code: 'FORBIDDEN',
      statusCode: 403,
      userError: true,
      userPresentableMessage: 'You do not have permission to access this team.',
    }),
  'rate-limit': (endsAtMs) =>
    limitResponse('Rate limit exceeded. Only 2500 requests are allowed per 1 hour.', 'requests', endsAtMs),
  'complexity-limit': (endsAtMs) =>
    limitResponse('Rate limit exceeded. Only 3000000 points are allowed per 1 hour.', 'complexity', endsAtMs),
  'too-complex': () =>
    errorResponse(400, 'Query too complex', {
      type: 'invalid input',
      code: 'INPUT_ERROR',
      statusCode: 400,
      userError: true,
      userPresentableMessage: 'The query has a complexity of 12000. The maximum is 10000.',
    }),
  'bad-gateway': () => pageResponse(502, '502 Bad Gateway'),
  page: () => pageResponse(200, 'Log in to the network'),
  moved: () => pageResponse(301, 'Moved', { location: 'http://127.0.0.1:1/graphql' }),
  internal: () =>
    errorResponse(200, 'Internal server error', {
      type: 'internal error',
      code: 'INTERNAL_SERVER_ERROR',
      statusCode: 500,
    }),
  nonsense: () => ({
    status: 200,
    type: 'application/json; charset=utf-8',
    headers: {},
    text: '{"data":{"issues":{"nodes":[{"identifier":7}]},"issue":"seven","commentCreate":1,"issueUpdate":null}}',
  }),
};
