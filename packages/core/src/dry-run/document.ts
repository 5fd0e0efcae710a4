/** Builds the document of a dry run: calls, checks, and the estimated cost. */
import type { Mode } from '../role/role.ts';
import { type Estimate, type Range, totalEstimate } from './estimate.ts';

export interface CallLimits {
  readonly wallMs: number;
  readonly idleMs: number;
  readonly turns: number | null;
  readonly usd: number | null;
}

export interface DryRunCall {
  readonly role: string;
  readonly mode: Mode;
  readonly provider: string;
  /** `null` if none is set: the provider uses its default. */
  readonly model: string | null;
  readonly limits: CallLimits;
  readonly stable: string;
  readonly prompt: string;
  readonly estimate: Estimate;
}

export interface SimulatedCall extends DryRunCall {
  /** `always` if the call also happens when everything succeeds. */
  readonly when: 'always' | 'after-setback';
  readonly times: Range;
}

/** A message that the command would print before the run, or a reason why it would refuse. */
export interface DryRunNotice {
  readonly code: string;
  readonly message: string;
  /** A command that helps; empty if there is none. */
  readonly next: string;
}

export interface SimulatedCheck {
  readonly command: string;
  readonly from: 'flag' | 'config' | 'detected';
  readonly timeoutMs: number;
}

/** The assumed answer to a question that a person would get. */
export interface AssumedAnswer {
  readonly header: string;
  readonly choice: string;
}

export interface DryRunHeader {
  readonly workflow: string;
  readonly title: string;
  readonly repository: string;
  /** `null` in a folder without git, and for a resumed session without a branch. */
  readonly branch: string | null;
  readonly base: string | null;
  readonly obstacles: readonly DryRunNotice[];
  readonly notes: readonly string[];
  readonly assumed: readonly AssumedAnswer[];
  readonly checks: readonly SimulatedCheck[];
  readonly limits: Readonly<Record<'capUsd' | 'capTokens' | 'ceilingTokens', number | null>>;
}

export interface DryRun extends DryRunHeader {
  readonly calls: readonly SimulatedCall[];
  readonly totals: ReturnType<typeof totalEstimate>;
}

/** `good` are the calls if everything succeeds, `bad` if everything fails as often as the limits allow. */
export function buildDryRun(about: DryRunHeader, good: readonly DryRunCall[], bad: readonly DryRunCall[]): DryRun {
  const longest = withRest(bad, good);
  return {
    ...about,
    calls: [...usualCalls(good, longest), ...afterSetback(good, longest)],
    totals: totalEstimate(estimates(good), estimates(longest)),
  };
}

/** Adds roles that only the good path reaches: they might also be called if the last repair succeeds. */
const withRest = (bad: readonly DryRunCall[], good: readonly DryRunCall[]): readonly DryRunCall[] => [
  ...bad,
  ...good.filter(({ role }) => !bad.some((call) => call.role === role)),
];

const estimates = (calls: readonly DryRunCall[]) => calls.map(({ estimate }) => estimate);
const isSame = (one: DryRunCall) => (other: DryRunCall) =>
  other.role === one.role && other.prompt === one.prompt && other.model === one.model;

const usualCalls = (good: readonly DryRunCall[], bad: readonly DryRunCall[]): readonly SimulatedCall[] =>
  distinct(good).map((call) => {
    const least = good.filter(isSame(call)).length;
    return { ...call, when: 'always', times: { least, most: Math.max(least, bad.filter(isSame(call)).length) } };
  });

/** Returns one call per role, because repeated calls differ only in placeholders. */
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
