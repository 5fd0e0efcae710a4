/** Defines the faults of a provider, with the real responses. */

interface Status {
  readonly status: number;
  readonly type: string;
  readonly message: string;
}

/** Faults with a status and a document. */
export const statuses = {
  unauthorized: { status: 401, type: 'authentication_error', message: 'invalid x-api-key' },
  forbidden: { status: 403, type: 'permission_error', message: 'Your API key does not have permission' },
  'no-model': { status: 404, type: 'not_found_error', message: 'model: nobody-1' },
  'bad-request': { status: 400, type: 'invalid_request_error', message: 'messages: at least one message is required' },
  'too-long': {
    status: 400,
    type: 'invalid_request_error',
    message: 'prompt is too long: 215000 tokens > 200000 maximum',
  },
  'no-credit': {
    status: 400,
    type: 'invalid_request_error',
    message: 'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade.',
  },
  'rate-limit': { status: 429, type: 'rate_limit_error', message: 'This request would exceed your rate limit.' },
  'server-error': { status: 500, type: 'api_error', message: 'Internal server error' },
  overloaded: { status: 529, type: 'overloaded_error', message: 'Overloaded' },
} as const satisfies Record<string, Status>;

/** Faults after a successful status: the stream is cut, invalid, or stops. */
export type Broken = 'cut' | 'garbage' | 'silence';

export interface Fault {
  readonly is: keyof typeof statuses | Broken;
  readonly retryAfterS?: number;
  /** When the limit of a subscription resets, in seconds since 1970. */
  readonly resetsAtS?: number;
}

/** Headers of the fault. */
export const headersOf = ({ retryAfterS, resetsAtS }: Fault): Readonly<Record<string, string>> => ({
  ...(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }),
  ...(resetsAtS === undefined
    ? {}
    : {
        'anthropic-ratelimit-unified-status': 'rejected',
        'anthropic-ratelimit-unified-reset': String(resetsAtS),
        'anthropic-ratelimit-unified-representative-claim': 'five_hour',
      }),
});

export const isBroken = (is: Fault['is']): is is Broken => !(is in statuses);
