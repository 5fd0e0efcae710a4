/** The outlook as one document: who would be asked what, how often, with which checks, and what it would come to. */
import type { Mode } from '../role/role.ts';
import { type Estimate, type Range, totalEstimate } from './estimate.ts';

export interface CallLimits {
  readonly wallMs: number;
  readonly idleMs: number;
  readonly turns: number | null;
  readonly usd: number | null;
}

/** One call as it would be made. */
export interface DryRunCall {
  readonly role: string;
  readonly mode: Mode;
  readonly provider: string;
  /** Null when nobody named one: the provider's own holds. */
  readonly model: string | null;
  readonly limits: CallLimits;
  readonly stable: string;
  readonly prompt: string;
  readonly estimate: Estimate;
}

export interface SimulatedCall extends DryRunCall {
  /** On the way on which everything goes well, or only when something is sent back. */
  readonly when: 'always' | 'after-setback';
  readonly times: Range;
}

/** What the command would say before it begins, or why it would not. */
export interface DryRunNotice {
  readonly code: string;
  readonly message: string;
  /** A command that helps; empty where none does. */
  readonly next: string;
}

export interface SimulatedCheck {
  readonly command: string;
  readonly from: 'flag' | 'config' | 'detected';
  readonly timeoutMs: number;
}

/** A person would be asked, and this was taken for the answer. */
export interface AssumedAnswer {
  readonly header: string;
  readonly choice: string;
}

export interface DryRunHeader {
  readonly workflow: string;
  readonly title: string;
  readonly repository: string;
  /** Null in a folder without git, and where a session goes on that has none. */
  readonly branch: string | null;
  readonly base: string | null;
  readonly obstacles: readonly DryRunNotice[];
  readonly notes: readonly string[];
  readonly assumed: readonly AssumedAnswer[];
  readonly checks: readonly SimulatedCheck[];
  readonly limits: {
    readonly capUsd: number | null;
    readonly capTokens: number | null;
    readonly ceilingTokens: number | null;
  };
}

export interface DryRun extends DryRunHeader {
  readonly calls: readonly SimulatedCall[];
  readonly totals: ReturnType<typeof totalEstimate>;
}

/** `good` are the calls when all goes well, `bad` when everything is sent back as often as the limits allow. */
export function buildDryRun(about: DryRunHeader, good: readonly DryRunCall[], bad: readonly DryRunCall[]): DryRun {
  const longer = withRest(bad, good);
  return {
    ...about,
    calls: [...usual(good, longer), ...afterSetback(good, longer)],
    totals: totalEstimate(estimates(good), estimates(longer)),
  };
}

/** Whom a way that was sent back to the limits never came to might be asked all the same, had the last of them passed. */
const withRest = (bad: readonly DryRunCall[], good: readonly DryRunCall[]): readonly DryRunCall[] => [
  ...bad,
  ...good.filter(({ role }) => !bad.some((call) => call.role === role)),
];

const estimates = (calls: readonly DryRunCall[]) => calls.map(({ estimate }) => estimate);
const isSame = (one: DryRunCall) => (other: DryRunCall) =>
  other.role === one.role && other.prompt === one.prompt && other.model === one.model;

const usual = (good: readonly DryRunCall[], bad: readonly DryRunCall[]): readonly SimulatedCall[] =>
  distinct(good).map((call) => {
    const least = good.filter(isSame(call)).length;
    return { ...call, when: 'always', times: { least, most: Math.max(least, bad.filter(isSame(call)).length) } };
  });

/** One for each role: what is asked again differs only in what nobody knows yet. */
function afterSetback(good: readonly DryRunCall[], bad: readonly DryRunCall[]): readonly SimulatedCall[] {
  const more = bad.filter((call) => !good.some(isSame(call)));
  return [...new Set(more.map(({ role }) => role))].flatMap((role) => {
    const own = more.filter((call) => call.role === role);
    const [first] = own;
    return first ? [{ ...first, when: 'after-setback', times: { least: 0, most: own.length } } as const] : [];
  });
}

const distinct = (calls: readonly DryRunCall[]): readonly DryRunCall[] =>
  calls.filter((call, at) => calls.findIndex(isSame(call)) === at);
