/** What converge is handed, and the states it can be in. A state holds exactly what is true in it. */

import type { Finding } from '../../answer-contracts/findings.ts';
import type { ManualStep } from '../../answer-contracts/manual-step.ts';
import type { RedCheck } from '../../checks/check-round.ts';
import type { DevServer } from '../../checks/dev-server.ts';
import type { Lane } from '../../effects/git.ts';
import type { Screens, ScreensInput } from '../../effects/screens.ts';
import type { Failure } from '../../failure/failure.ts';
import type { Artifact } from '../../journal/artifact.ts';
import type { WeakenedTest } from '../../test-guard/weakened-tests.ts';
import type { Repair } from './implementer.ts';

/** The end-to-end run: after a review in which nothing blocks (D-35, D-36). */
export interface E2e {
  readonly command: string;
  readonly timeoutMs: number;
  /** What it leaves behind for whoever decides about the merge, and where that is kept (D-37). */
  readonly artifactDirs: readonly string[];
  readonly keepIn: string;
  /** The server that it needs and does not start itself. */
  readonly server?: DevServer;
}

/** What is wrong with a branch that was finished before: what others found in it, or that its base moved on to `bring`. */
export type ConvergeRepair =
  | { readonly is: 'findings'; readonly findings: readonly Finding[] }
  | { readonly is: 'base'; readonly bring: string };

export interface ConvergeJob {
  /** The plan or feature that this is about; nothing when it is run by itself. */
  readonly item?: string;
  /** What the commit is called; the first line of the task when it is not said. */
  readonly title?: string;
  readonly task: string;
  readonly slug: string;
  readonly checks: readonly string[];
  readonly checkTimeoutMs: number;
  /** How many implementer calls are allowed in all; a red check spends one as a blocking finding does. */
  readonly passes: number;
  /** Globs of test files, instead of the habits of the common languages. */
  readonly testFiles?: readonly string[];
  /** Globs of the reports that the checks write, instead of where runners write them by habit. */
  readonly reports?: readonly string[];
  readonly whenSpent: 'ask' | 'fail';
  readonly e2e?: E2e;
  /** The pages that are looked at before each review; nothing where the product has no server. */
  readonly screens?: ScreensInput;
  /** The lane's branch, instead of `harness/<slug>`. */
  readonly branch?: string;
  /** The branch that it begins from, instead of where the user stands. */
  readonly from?: string;
  /** The commit that it begins from, where a branch of that name does not tell. */
  readonly at?: string;
  /** It goes on with its branch where that stands, if it is there. */
  readonly continues?: true;
  /** Goes on with `branch` to put something right, instead of beginning one. */
  readonly mend?: ConvergeRepair;
  readonly roles: {
    readonly implement: string;
    readonly repair: string;
    /** Nobody where only the checks are to judge. */
    readonly review: readonly string[];
  };
}

/** What every pass carries along: the lane, the last checkpoint in it, the passes that are left, the lows so far. */
interface Pass {
  readonly job: ConvergeJob;
  readonly lane: Lane;
  readonly checkpoint: string;
  readonly passesLeft: number;
  readonly followUps: readonly Finding[];
  /** What a person allowed to be taken away from the tests; nothing is not written down. */
  readonly allowed?: readonly WeakenedTest[];
  /** The change so far, for a fixer who was not there when it was made; nothing where the implementer repairs its own. */
  readonly made?: Artifact;
}

type Over =
  | {
      readonly at: 'converged';
      readonly followUps: readonly Finding[];
      readonly commit: string | null;
      /** Where the commit is, when the branch was asked for by its name: it may have got a number. */
      readonly branch?: string;
      /** What whoever goes on with that branch may still use. */
      readonly passesLeft?: number;
    }
  | { readonly at: 'spent'; readonly repair: Repair }
  | { readonly at: 'stopped' }
  | { readonly at: 'failed'; readonly because: Failure };

export type ConvergeState =
  | { readonly at: 'opening'; readonly job: ConvergeJob }
  | { readonly at: 'continuing'; readonly job: ConvergeJob; readonly mend: ConvergeRepair }
  | (Pass & { readonly at: 'catching-up'; readonly from: string; readonly found: readonly Finding[] })
  | (Pass & { readonly at: 'proving'; readonly left: readonly string[]; readonly red: readonly RedCheck[] })
  | (Pass & { readonly at: 'implementing'; readonly repair: Repair | null })
  | (Pass & { readonly at: 'saving'; readonly errand?: ManualStep })
  | (Pass & { readonly at: 'asking-errand'; readonly errand: ManualStep; readonly diff: Artifact })
  | (Pass & { readonly at: 'inspecting'; readonly diff: Artifact })
  | (Pass & { readonly at: 'asking-tests'; readonly diff: Artifact; readonly weakened: readonly WeakenedTest[] })
  | (Pass & {
      readonly at: 'checking';
      readonly diff: Artifact;
      readonly left: readonly string[];
      readonly red: readonly RedCheck[];
    })
  | (Pass & { readonly at: 'screening'; readonly diff: Artifact; readonly screens: ScreensInput })
  | (Pass & { readonly at: 'reviewing'; readonly diff: Artifact; readonly seen?: Screens })
  | (Pass & { readonly at: 'e2e'; readonly e2e: E2e })
  | (Pass & { readonly at: 'deciding'; readonly repair: Repair })
  | (Pass & { readonly at: 'committing' })
  | { readonly at: 'closing'; readonly lane: Lane; readonly over: Over }
  | Over;

export type ConvergeResult =
  | Extract<Over, { at: 'converged' }>
  | { readonly at: 'spent' }
  | { readonly at: 'stopped' }
  | { readonly at: 'failed'; readonly because: Failure };

/** Just what a pass carries, without what was true only in the state before. */
export const passState = ({ job, lane, checkpoint, passesLeft, followUps, allowed, made }: Pass): Pass => ({
  job,
  lane,
  checkpoint,
  passesLeft,
  followUps,
  ...(allowed === undefined ? {} : { allowed }),
  ...(made === undefined ? {} : { made }),
});

/** On to the checks, or on from them where there is none. */
export function toChecks(state: Pass, diff: Artifact) {
  const left = state.job.checks;
  const next = { ...passState(state), diff };
  return left.length > 0
    ? ({ ...next, at: 'checking', left, red: [] as readonly RedCheck[] } as const)
    : toReview(next, diff);
}

/** On to the review, by way of the running product where it can be looked at. */
export function toReview(state: Pass, diff: Artifact) {
  const { screens } = state.job;
  const next = { ...passState(state), diff };
  return screens ? ({ ...next, at: 'screening', screens } as const) : ({ ...next, at: 'reviewing' } as const);
}

/** Back to the implementer while passes are left; then a person decides, or the run is spent. */
export function toNextPass(state: Pass, repair: Repair) {
  const { job, lane, passesLeft } = state;
  if (passesLeft > 0) return { ...passState(state), at: 'implementing', passesLeft: passesLeft - 1, repair } as const;
  if (job.whenSpent === 'ask') return { ...passState(state), at: 'deciding', repair } as const;
  return { at: 'closing', lane, over: { at: 'spent', repair } } as const;
}

/** A failure that remained gives the lane back before the run ends. */
export const toGiveUp = ({ lane }: { readonly lane: Lane }, because: Failure) =>
  ({ at: 'closing', lane, over: { at: 'failed', because } }) as const;
