/** Converts the result of one try into an answer of a script with the same result. */

import { parseRival } from '@harness/core/mission/competition';
import { isFree } from '../call-events.ts';
import type { AgentRequest, AgentResult } from '../provider.ts';
import type { RecordedStep } from './steps.ts';

export interface RecordedAnswer {
  readonly when: {
    readonly role: string;
    readonly item?: string;
    /** Competing lanes of one item run in random order, so their answers match the folder at the prompt's end. */
    readonly attempt?: number;
    readonly prompt?: string;
  };
  readonly times: 1;
  /** Text of an agent never contains a `{name}` to replace. */
  readonly raw: true;
  readonly steps?: readonly (RecordedStep | { readonly fail: Readonly<Record<string, unknown>> })[];
  readonly reply?: string;
  readonly json?: unknown;
  readonly usage?: Readonly<Record<string, number>>;
}

/** A failure is the last step, because the files that were written before it exist at the end of the call. */
export function answerFor(
  { role, item, attempt, cwd }: Pick<AgentRequest, 'role' | 'item' | 'attempt' | 'cwd'>,
  result: AgentResult,
  written: readonly RecordedStep[],
): RecordedAnswer {
  const steps = result.outcome === 'ok' ? written : [...written, { fail: failureIn(result) }];
  const rival = parseRival(cwd);
  return {
    when: { role, ...(item === null ? {} : { item }), ...(rival === null ? { attempt } : { prompt: promptIn(rival) }) },
    times: 1,
    raw: true,
    ...(steps.length === 0 ? {} : { steps }),
    ...(result.outcome !== 'ok' || result.text === '' ? {} : { reply: result.text }),
    ...(result.outcome !== 'ok' || result.json === undefined ? {} : { json: result.json }),
    ...(isFree(result.spent) ? {} : { usage: { ...result.spent.usage, costUsd: result.spent.costUsd } }),
  };
}

/** Matches every prompt in this lane and none in another. */
export const promptIn = (rival: string): string => `/${rival.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;

function failureIn({ outcome, error }: Exclude<AgentResult, { outcome: 'ok' }>) {
  const { retryAfterMs, ...more } = error;
  return { kind: outcome, ...(retryAfterMs === undefined ? {} : { retryAfterMs: waitIn(retryAfterMs) }), ...more };
}

/** A script uses whole milliseconds. */
const waitIn = (ms: number) => Math.max(0, Math.ceil(ms));
