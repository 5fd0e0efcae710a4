/**
 * Sends our own GraphQL documents to Linear with its SDK, which is loaded with the first request: it is large.
 *
 *   L1. No request is retried here: an interrupted write may have happened, so the caller looks first.
 *   L2. Every answer is validated by a schema. A cut answer is `tracker.unavailable`, a malformed one `tracker.unreadable`.
 *   L3. The key is sent over https or on this machine only, and a redirect is not followed.
 *   L4. Every answer has a timeout, by our own timer: on Node 20, `AbortSignal.timeout` within `AbortSignal.any` is garbage
 *       collected before it fires.
 */
import type * as z from 'zod';
import { isSafe } from '../../forge/github/remote.ts';
import { TrackerError } from '../tracker-error.ts';
import { toTrackerError } from './response-error.ts';

export interface LinearAccess {
  /** Address of the API. */
  readonly endpoint: string;
  readonly key: string;
  /** Timeout per answer in milliseconds; default: 30,000. */
  readonly patienceMs?: number;
}

/** A document with the types of its variables and answer. */
export interface LinearOperation<Variables, Answer> {
  readonly document: string;
  readonly answer: z.ZodType<Answer>;
  readonly variables?: Variables; // for the compiler only, never set
}

export interface LinearAnswer<Answer> {
  readonly data: Answer;
  /** Time of the answer, by the clock of the server. */
  readonly nowMs: number;
}

export interface LinearApi {
  ask<Variables extends Readonly<Record<string, unknown>>, Answer>(
    operation: LinearOperation<Variables, Answer>,
    variables: Variables,
    signal: AbortSignal,
  ): Promise<LinearAnswer<Answer>>;
}

const mayReceiveKey = (endpoint: string): boolean => /^https?:/.test(endpoint) && isSafe(endpoint);

export function linearApi({ endpoint, key, patienceMs = 30_000 }: LinearAccess): LinearApi {
  const send = async (document: string, variables: Readonly<Record<string, unknown>>, signal: AbortSignal) => {
    if (!mayReceiveKey(endpoint))
      throw new TrackerError('tracker.refused', { detail: `the key goes to https or this machine only: ${endpoint}` });
    const { LinearGraphQLClient } = await import('@linear/sdk');
    const client = new LinearGraphQLClient(endpoint, { headers: { Authorization: key }, signal, redirect: 'manual' });
    return client.rawRequest<unknown, Readonly<Record<string, unknown>>>(document, variables);
  };
  return {
    async ask({ document, answer }, variables, signal) {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(new DOMException('no answer in time', 'TimeoutError')), patienceMs);
      try {
        const { data, headers } = await send(document, variables, AbortSignal.any([signal, late.signal]));
        signal.throwIfAborted(); // an aborted answer looks like a short one
        const nowMs = Date.parse(headers?.get('date') ?? '') || Date.now();
        return { data: readAs(answer, data, document), nowMs };
      } catch (error) {
        signal.throwIfAborted();
        throw error instanceof TrackerError ? error : toTrackerError(error, Date.now());
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function readAs<Answer>(type: z.ZodType<Answer>, data: unknown, document: string): Answer {
  const result = type.safeParse(data);
  if (result.success) return result.data;
  const [name = 'the answer'] = /\w+(?=[({])/.exec(document) ?? [];
  const problem = result.error.issues[0];
  throw new TrackerError('tracker.unreadable', { detail: `${name}: ${problem?.path.join('.')} ${problem?.message}` });
}
