/** The job, states and result of a competition. */
import type { Artifact } from '../../../journal/artifact.ts';
import type { ChangeWeight } from '../../../mission/competition.ts';
import type { Issue } from '../../../mission/issue.ts';
import type { LaneJob, LaneResult, SavedWork } from '../lane/job.ts';
import type { RivalShown } from '../roles/rivals.ts';

const rivalStates = ['working', 'built', 'judged', 'failing', 'blocked', 'broken', 'merged'] as const;

export interface Rival {
  readonly number: number;
  readonly is: (typeof rivalStates)[number];
  readonly saved: SavedWork | null;
  /** File that describes the last failure; `null` if there is none. */
  readonly setback: string | null;
  /** Why it failed: a code, or the worker's text. */
  readonly why?: string;
  /** Issues filed by its judges; they count only if this lane is merged. */
  readonly issues?: readonly Issue[];
}

export type SharedLaneJob = Omit<LaneJob, 'until' | 'saved' | 'setback' | 'lane' | 'judged'>;

export interface CompetitionJob {
  /** One verb of the mission each, as for a single lane (M-11, M-12). */
  readonly until: 'implemented' | 'merged';
  readonly each: SharedLaneJob;
  readonly rivals: readonly Rival[];
}

/** The only lane that passed, the judge's choice, the smallest change, or no lane passed. */
export const verdictSources = ['alone', 'judge', 'smallest', 'nobody'] as const;

export interface CompetitionVerdict {
  readonly winner: number | null;
  readonly by: (typeof verdictSources)[number];
}

export type CompetitionResult = LaneResult & {
  readonly rivals?: readonly Rival[];
  readonly verdict?: CompetitionVerdict;
};

export type PassedLane = Extract<LaneResult, { is: 'passed' }>;

export interface CompetitionWork {
  readonly each: SharedLaneJob;
  readonly rivals: readonly Rival[];
}

export type Competition =
  | (CompetitionWork & { readonly at: 'building' })
  | (CompetitionWork & { readonly at: 'judging' })
  | (CompetitionWork & { readonly at: 'weighing' })
  | (CompetitionWork & {
      readonly at: 'choosing';
      readonly task: Artifact;
      readonly weighed: readonly (RivalShown & ChangeWeight)[];
    })
  | (CompetitionWork & { readonly at: 'setting-back'; readonly said: string })
  | (CompetitionWork & { readonly at: 'landing'; readonly verdict: WinnerVerdict })
  | (CompetitionWork & { readonly at: 'clearing'; readonly verdict: WinnerVerdict; readonly result: PassedLane })
  | { readonly at: 'over'; readonly result: CompetitionResult };

export type WinnerVerdict = CompetitionVerdict & { readonly winner: number };

export const rivalField = ({ each, rivals }: CompetitionWork): CompetitionWork => ({ each, rivals });

/** Lists the remaining lanes, in which the next attempt continues (M-28). */
export const competitionOver = ({ rivals }: CompetitionWork, result: LaneResult, verdict?: CompetitionVerdict) =>
  ({ at: 'over', result: { ...result, rivals: rivals.map(withoutIssues), ...(verdict ? { verdict } : {}) } }) as const;

const withoutIssues = ({ issues: _, ...rival }: Rival): Rival => rival;

export const toWinnerLanding = (state: CompetitionWork, winner: number, by: CompetitionVerdict['by']) =>
  ({ ...rivalField(state), at: 'landing', verdict: { winner, by } }) as const;
