/** Defines the faults of a provider, with the real responses. */

interface ErrorText {
  readonly type: string;
  readonly code: string | null;
  readonly message: string;
  /** Further fields of the error. */
  readonly more?: Readonly<Record<string, unknown>>;
}

interface Status extends ErrorText {
  readonly status: number;
}

/** Faults with a status and a document. */
export const statuses = {
  unauthorized: {
    status: 401,
    type: 'invalid_request_error',
    code: 'invalid_api_key',
    message: 'Incorrect API key provided.',
  },
  forbidden: { status: 403, type: 'invalid_request_error', code: null, message: 'Country, region not supported' },
  'no-model': {
    status: 404,
    type: 'invalid_request_error',
    code: 'model_not_found',
    message: 'The model `nobody-1` does not exist or you do not have access to it.',
  },
  'bad-request': { status: 400, type: 'invalid_request_error', code: null, message: "Invalid 'tools': bad shape." },
  'too-long': {
    status: 400,
    type: 'invalid_request_error',
    code: 'context_length_exceeded',
    message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
  },
  'rate-limit': { status: 429, type: 'tokens', code: 'rate_limit_exceeded', message: 'Rate limit reached.' },
  'no-credit': {
    status: 429,
    type: 'insufficient_quota',
    code: 'insufficient_quota',
    message: 'You exceeded your current quota, please check your plan and billing details.',
  },
  'usage-limit': {
    status: 429,
    type: 'usage_limit_reached',
    code: null,
    message: 'The usage limit has been reached',
    more: { plan_type: 'plus' },
  },
  'server-error': { status: 500, type: 'server_error', code: null, message: 'The server had an error.' },
  'slow-down': {
    status: 503,
    type: 'server_error',
    code: 'server_is_overloaded',
    message: 'Our servers are currently overloaded. Please try again later.',
  },
  overloaded: { status: 529, type: 'overloaded_error', code: 'server_is_overloaded', message: 'Overloaded' },
} as const satisfies Record<string, Status>;

/** Faults in the stream: the response starts and then fails. */
export const failures = {
  'failed-rate-limit': {
    type: 'tokens',
    code: 'rate_limit_exceeded',
    message: 'Rate limit reached for the model on tokens per min (TPM). Please try again in 1.5s.',
  },
  'failed-too-long': {
    type: 'invalid_request_error',
    code: 'context_length_exceeded',
    message: 'Your input exceeds the context window of this model.',
  },
  'failed-no-credit': {
    type: 'insufficient_quota',
    code: 'insufficient_quota',
    message: 'You exceeded your current quota.',
  },
  'failed-overloaded': {
    type: 'server_error',
    code: 'server_is_overloaded',
    message: 'Our servers are currently overloaded.',
  },
  'failed-server-error': { type: 'server_error', code: 'server_error', message: 'The model failed.' },
  'failed-bad-prompt': { type: 'invalid_request_error', code: 'invalid_prompt', message: 'Invalid prompt.' },
} as const satisfies Record<string, ErrorText>;

/** Faults after a successful status: the stream is cut, invalid, or stops. */
type Broken = 'cut' | 'garbage' | 'silence';

export interface Fault {
  readonly is: keyof typeof statuses | keyof typeof failures | Broken;
  /** The header `retry-after`, for faults with a status. */
  readonly retryAfterS?: number;
  /** When the limit of a subscription resets, in seconds since 1970. */
  readonly resetsAtS?: number;
}

export const errorOf = ({ type, code, message, more = {} }: ErrorText, resetsAtS?: number) => ({
  type,
  code,
  message,
  param: null,
  ...more,
  ...(resetsAtS === undefined ? {} : { resets_at: resetsAtS }),
});

export const isStatus = (is: Fault['is']): is is keyof typeof statuses => is in statuses;
export const isFailure = (is: Fault['is']): is is keyof typeof failures => is in failures;
