/**
 * Classifies the failure of a call.
 *
 * The protocol has few errors; agents add their own error names, a status as code, or a sentence. So several signs are
 * checked in this order: an abort, an unreachable endpoint, the text of the error, the agent's error name, the status
 * of the last request to the model, the error code, the text of a failed turn, the process, the stop reason. Anything
 * else is `unknown`.
 */

import type { AgentFailureKind } from '@harness/core/effects/agent';
import { type CallFailure, callFailure, kindOfStatus } from '../call-failure.ts';
import type { GatewayError } from '../key-gateway.ts';
import type { Exit } from './process.ts';

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export interface AcpEnding {
  readonly aborted: boolean;
  /** A session exists: later failures are not startup failures. */
  readonly begun: boolean;
  readonly stop?: string | undefined;
  /** Text of a turn that failed but is reported as a success. */
  readonly broken?: string | undefined;
  readonly error?: RpcError | undefined;
  /** Why the connection ended: it closed, or the agent did not answer. */
  readonly lost?: string | undefined;
  /** `undefined` without a gateway. */
  readonly trouble?: GatewayError | undefined;
  readonly exit?: Exit | undefined;
  readonly stderr: string;
  /** Output that is not a protocol message. */
  readonly garbage: string;
}

/** Returns `undefined` if the call succeeded. */
export function classifyAcpFailure(ending: AcpEnding): CallFailure | undefined {
  const { aborted, stop, broken, error, trouble } = ending;
  if (aborted) return callFailure('aborted', 'stopped from outside');
  if (error) return createFailure(textOf(error), kindOfError(error, ending), trouble);
  if (broken !== undefined) return createFailure(broken, kindOfText(broken) ?? 'unknown', trouble);
  if (stop === undefined) return unfinished(ending);
  if (stop === 'end_turn') return undefined;
  return callFailure(byStop[stop] ?? 'unknown', `the agent ended its turn: ${stop}`);
}

/** `end_turn` is the only success. Unknown stop reasons are failures. */
const byStop: Readonly<Record<string, AgentFailureKind>> = {
  max_tokens: 'context',
  max_turn_requests: 'turn_limit',
  refusal: 'bad_request',
  cancelled: 'aborted',
};

function createFailure(detail: string, outcome: AgentFailureKind, trouble: GatewayError | undefined): CallFailure {
  const status = trouble?.status ?? statusIn(detail);
  const canWait = outcome === 'rate_limit' || outcome === 'overloaded';
  const retryAfterMs = canWait ? (trouble?.retryAfterMs ?? waitIn(detail)) : undefined;
  return callFailure(outcome, detail, { status, retryAfterMs });
}

/** The agent ended, or was ended, without a result. */
function unfinished({ begun, lost, exit, stderr, garbage }: AcpEnding): CallFailure {
  const ended = exit && (exit.signal ? `ended by ${exit.signal}` : `exit code ${exit.code}`);
  const output = [stderr.trim(), garbage.trim()].filter((text) => text !== '');
  const detail = [lost, ended, ...output].filter((text) => text !== undefined).join('; ');
  const known = begun ? undefined : kindOfText(output.join('\n'));
  return callFailure(known ?? (begun ? 'crash' : 'startup'), detail || 'it exited without a message');
}

/** Error names of the agents, in `data.errorKind` or `data.errorName`. */
const byErrorName: Readonly<Record<string, AgentFailureKind>> = {
  authentication_failed: 'auth',
  authentication_error: 'auth',
  oauth_org_not_allowed: 'auth',
  ProviderAuthError: 'auth',
  billing_error: 'billing',
  rate_limit: 'rate_limit',
  rate_limit_error: 'rate_limit',
  overloaded: 'overloaded',
  overloaded_error: 'overloaded',
  invalid_request: 'bad_request',
  invalid_request_error: 'bad_request',
  model_not_found: 'bad_request',
  ContextOverflowError: 'context',
  MessageOutputLengthError: 'context',
  max_output_tokens: 'context',
  MessageAbortedError: 'aborted',
};

/** Error codes of the protocol. */
const authRequired = -32000;
const notFound = -32002;
const invalidMessageCodes = [-32700, -32600, -32601, -32602];

function kindOfError(error: RpcError, { begun, trouble }: AcpEnding): AgentFailureKind {
  if (trouble?.unreachable !== undefined) return 'network';
  const errorName = errorNameIn(error.data);
  // A specific sentence beats a general name: a prompt that is too long is an invalid request too.
  const known = kindOfText(textOf(error)) ?? (errorName === undefined ? undefined : byErrorName[errorName]);
  if (known) return known;
  if (trouble?.status !== undefined) return kindOfStatus(trouble.status);
  if (error.code === authRequired) return 'auth';
  if (error.code === notFound && !begun) return 'session_lost';
  if (error.code >= 400 && error.code < 600) return kindOfStatus(error.code); // gemini passes on the endpoint's status
  if (invalidMessageCodes.includes(error.code)) return begun ? 'bad_request' : 'startup';
  return begun ? 'unknown' : 'startup';
}

function errorNameIn(data: unknown): string | undefined {
  const { errorKind, errorName } = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  return [errorKind, errorName].find((word) => typeof word === 'string');
}

interface Row {
  readonly pattern: RegExp;
  readonly is: AgentFailureKind;
}

/** The first match wins, so narrower rows come first. */
const rows: readonly Row[] = [
  { pattern: /session .*not found|no rollout found|no conversation found|resource not found/i, is: 'session_lost' },
  {
    pattern: /prompt is too long|context window|context.length|maximum context|ran out of room|too many tokens/i,
    is: 'context',
  },
  {
    pattern: /credit balance|insufficient.(?:quota|funds|credit)|exceeded your current quota|billing|payment/i,
    is: 'billing',
  },
  {
    pattern: /rate.?limit|too many requests|usage limit|resource.exhausted|quota exceeded|\b429\b/i,
    is: 'rate_limit',
  },
  { pattern: /overloaded|high demand|at capacity|service unavailable|\b529\b|\b503\b/i, is: 'overloaded' },
  {
    pattern: /not logged in|log ?in again|invalid.(?:api.)?key|authenticat|unauthori[sz]ed|api key not valid|\b401\b/i,
    is: 'auth',
  },
  { pattern: /maximum number of turns|max.?turns/i, is: 'turn_limit' },
  {
    pattern: /ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|fetch failed|connection (?:error|failed)|socket hang up/i,
    is: 'network',
  },
];

const kindOfText = (text: string): AgentFailureKind | undefined => rows.find(({ pattern }) => pattern.test(text))?.is;

/** `API Error: Request rejected (429)`, `last status: 429`, `HTTP 503` */
function statusIn(text: string): number | undefined {
  const { status } = /(?:status:? |\(|http |error:? )(?<status>[45]\d\d)\b/i.exec(text)?.groups ?? {};
  return status === undefined ? undefined : Number(status);
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `try again in 1.5s`, `retry after 30 seconds`, `"retryDelay": "12s"` */
function waitIn(text: string): number | undefined {
  const found = /(?:again in|retry.?after|retryDelay)\W+(?<amount>\d+(?:\.\d+)?)\s*(?<unit>ms|[smh])/i.exec(
    text,
  )?.groups;
  return found ? Number(found['amount']) * (units[found['unit']?.toLowerCase() ?? ''] ?? 0) : undefined;
}

/** The data may say more than the message, so both are used. */
function textOf({ message, data }: RpcError): string {
  const { details, message: more } = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  const extra = [details, more, typeof data === 'string' ? data : undefined].filter((text) => typeof text === 'string');
  return [message, ...extra].filter((text) => text !== '').join('; ') || 'an error without a message';
}
