/** How one try at a provider ended, as an answer of a script that ends the same way. */
import { parseRival } from '@harness/core/mission/competition';
import type { AgentRequest, AgentResult } from '../provider.ts';
import type { RecordedStep } from './steps.ts';

export interface RecordedAnswer {
  readonly when: {
    readonly role: string;
    readonly item?: string;
    /** Which of several lanes at one item asks first is chance: theirs are told by the folder that their prompts end with. */
    readonly attempt?: number;
    readonly prompt?: string;
  };
  readonly times: 1;
  /** What an agent wrote is never taken for a `{name}`. */
  readonly raw: true;
  readonly steps?: readonly (RecordedStep | { readonly fail: Readonly<Record<string, unknown>> })[];
  readonly reply?: string;
  readonly json?: unknown;
  readonly usage?: Readonly<Record<string, number>>;
}

/** What it wrote before it failed is there when the call ends: so a failure is the last step, and not the only one. */
export function answerFor(
  { role, item, attempt, cwd }: Pick<AgentRequest, 'role' | 'item' | 'attempt' | 'cwd'>,
  result: AgentResult,
  written: readonly RecordedStep[],
): RecordedAnswer {
  const steps = result.outcome === 'ok' ? written : [...written, { fail: failureIn(result) }];
  const rival = parseRival(cwd);
  const usage = { ...result.spent.usage, costUsd: result.spent.costUsd };
  const isNothing = Object.values(usage).every((amount) => amount === 0);
  return {
    when: { role, ...(item === null ? {} : { item }), ...(rival === null ? { attempt } : { prompt: promptIn(rival) }) },
    times: 1,
    raw: true,
    ...(steps.length === 0 ? {} : { steps }),
    ...(result.outcome !== 'ok' || result.text === '' ? {} : { reply: result.text }),
    ...(result.outcome !== 'ok' || result.json === undefined ? {} : { json: result.json }),
    ...(isNothing ? {} : { usage }),
  };
}

/** What matches every prompt in this lane, and none in another. */
export const promptIn = (rival: string): string => `/${rival.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;

function failureIn({ outcome, error }: Exclude<AgentResult, { outcome: 'ok' }>) {
  const { retryAfterMs, ...more } = error;
  return { kind: outcome, ...(retryAfterMs === undefined ? {} : { retryAfterMs: waitIn(retryAfterMs) }), ...more };
}

/** A script counts in whole milliseconds. */
const waitIn = (ms: number) => Math.max(0, Math.ceil(ms));
