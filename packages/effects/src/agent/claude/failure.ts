/**
 * Classifies the failure of a call.
 *
 * The program reports a result and then throws, and reports an API error as a success. So several signs are checked in
 * this order: an abort, the result, the API error, the exit of the process. Anything else is `unknown`, never a
 * success.
 */

import type { AgentFailureKind } from '@harness/core/effects/agent';
import { type CallFailure, callFailure } from '../call-failure.ts';
import type { GatewayError } from '../key-gateway.ts';

export interface FinalResult {
  readonly subtype: string;
  readonly isError: boolean;
  readonly text: string;
  readonly errors: readonly string[];
  readonly terminalReason: string | undefined;
  readonly status: number | undefined;
  readonly startupFailure: string | undefined;
}

export interface ClaudeEnding {
  readonly aborted: boolean;
  /** The program reported that it is ready. */
  readonly begun: boolean;
  readonly result: FinalResult | undefined;
  /** The program's name of the API error. */
  readonly apiError: string | undefined;
  readonly trouble: GatewayError | undefined;
  readonly thrown: string | undefined;
  readonly exit: { readonly code: number | null; readonly signal: string | null } | undefined;
  readonly stderr: string;
}

/** Returns `undefined` if the call succeeded. */
export function classifyClaudeFailure(ending: ClaudeEnding): CallFailure | undefined {
  const { aborted, result, trouble } = ending;
  if (aborted) return callFailure('aborted', 'stopped from outside');
  if (result && !result.isError && result.subtype === 'success') return undefined;
  const outcome = result ? kindOfResult(result, ending) : kindOfExit(ending);
  const status = outcome === 'network' ? undefined : (result?.status ?? trouble?.status);
  const retryAfterMs = outcome === 'rate_limit' || outcome === 'overloaded' ? trouble?.retryAfterMs : undefined;
  return callFailure(outcome, detailOf(ending), { status, retryAfterMs });
}

const bySubtype: Readonly<Record<string, AgentFailureKind>> = {
  error_max_turns: 'turn_limit',
  error_max_budget_usd: 'budget',
  error_max_structured_output_retries: 'schema',
};

function kindOfResult(result: FinalResult, ending: ClaudeEnding): AgentFailureKind {
  const known = bySubtype[result.subtype];
  if (known) return known;
  if (result.startupFailure !== undefined) return 'startup';
  const text = [result.text, ...result.errors].join('\n');
  if (/no conversation found/i.test(text)) return 'session_lost';
  if (result.terminalReason === 'prompt_too_long' || /prompt is too long/i.test(text)) return 'context';
  if (ending.apiError === 'billing_error' || /credit balance is too low/i.test(text)) return 'billing';
  return kindOfStatus(result.status, ending) ?? 'unknown';
}

const byStatus: Readonly<Record<number, AgentFailureKind>> = {
  400: 'bad_request',
  401: 'auth',
  402: 'billing',
  403: 'auth',
  404: 'bad_request',
  408: 'network',
  413: 'context',
  422: 'bad_request',
  429: 'rate_limit',
};

const byApiError: Readonly<Record<string, AgentFailureKind>> = {
  authentication_failed: 'auth',
  billing_error: 'billing',
  rate_limit: 'rate_limit',
  overloaded: 'overloaded',
  invalid_request: 'bad_request',
  model_not_found: 'bad_request',
};

/** The status is more reliable than the name: an overloaded provider has the name `server_error`. */
function kindOfStatus(status: number | undefined, { apiError, trouble }: ClaudeEnding): AgentFailureKind | undefined {
  if (status !== undefined) return byStatus[status] ?? (status >= 500 ? 'overloaded' : undefined);
  const known = apiError === undefined ? undefined : byApiError[apiError];
  if (known) return known;
  // No status: the endpoint did not answer, or not completely.
  return trouble?.unreachable !== undefined || apiError === 'server_error' ? 'network' : undefined;
}

/** It ended without a result: a startup failure before it was ready, a crash after that. */
const kindOfExit = ({ begun }: ClaudeEnding): AgentFailureKind => (begun ? 'crash' : 'startup');

function detailOf({ result, trouble, thrown, exit, stderr }: ClaudeEnding): string {
  const messages = [result?.text, ...(result?.errors ?? [])].filter((text) => text !== undefined && text !== '');
  const ended = exit && (exit.signal ? `ended by ${exit.signal}` : `exit code ${exit.code}`);
  const exitDetails = [thrown, ended, stderr.trim()].filter((text) => text !== undefined && text !== '');
  const reached = trouble?.unreachable === undefined ? [] : [`the endpoint cannot be reached: ${trouble.unreachable}`];
  return [...reached, ...(messages.length > 0 ? messages : exitDetails)].join('; ') || 'it exited without a message';
}
