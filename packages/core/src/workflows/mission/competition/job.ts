/** What a competition is handed, the states it can be in, and what it tells the mission. */
import type { Artifact } from '../../../journal/artifact.ts';
import type { ChangeWeight } from '../../../mission/competition.ts';
import type { Issue } from '../../../mission/issue.ts';
import type { LaneJob, LaneResult, SavedWork } from '../lane/job.ts';
import type { RivalShown } from '../roles/rivals.ts';

/** How one lane of a competition stands: a closed list. */
const rivalStates = ['working', 'built', 'judged', 'failing', 'blocked', 'broken', 'merged'] as const;

/** One of the lanes at a feature. What is not known is not written down. */
export interface Rival {
  readonly number: number;
  readonly is: (typeof rivalStates)[number];
  readonly saved: SavedWork | null;
  /** What went wrong in it, as a file. */
  readonly setback: string | null;
  /** Why it is out: a code, or what was said. */
  readonly why?: string;
  /** What was filed by who judged it: it counts only if this lane is merged. */
  readonly issues?: readonly Issue[];
}

/** What all lanes are handed alike. */
export type SharedLaneJob = Omit<LaneJob, 'until' | 'saved' | 'setback' | 'lane' | 'judged'>;

export interface CompetitionJob {
  /** One verb of the mission each, as for a lane by itself (M-11, M-12). */
  readonly until: 'implemented' | 'merged';
  readonly each: SharedLaneJob;
  readonly rivals: readonly Rival[];
}

/** Who said so: it was the only one that passed, a judge chose it, it is the smallest change; or none came that far. */
export const verdictSources = ['alone', 'judge', 'smallest', 'nobody'] as const;

export interface CompetitionVerdict {
  readonly winner: number | null;
  readonly by: (typeof verdictSources)[number];
}

/** What the mission is told is what a lane by itself would tell; and how the lanes stand, and who won, once that is known. */
export type CompetitionResult = LaneResult & {
  readonly rivals?: readonly Rival[];
  readonly verdict?: CompetitionVerdict;
};

export type PassedLane = Extract<LaneResult, { is: 'passed' }>;

export interface RivalField {
  readonly each: SharedLaneJob;
  readonly rivals: readonly Rival[];
}

export type Competition =
  | (RivalField & { readonly at: 'building' })
  | (RivalField & { readonly at: 'judging' })
  | (RivalField & { readonly at: 'weighing' })
  | (RivalField & {
      readonly at: 'choosing';
      readonly task: Artifact;
      readonly weighed: readonly (RivalShown & ChangeWeight)[];
    })
  | (RivalField & { readonly at: 'setting-back'; readonly said: string })
  | (RivalField & { readonly at: 'landing'; readonly verdict: WonVerdict })
  | (RivalField & { readonly at: 'clearing'; readonly verdict: WonVerdict; readonly result: PassedLane })
  | { readonly at: 'over'; readonly result: CompetitionResult };

export type WonVerdict = CompetitionVerdict & { readonly winner: number };

export const rivalField = ({ each, rivals }: RivalField): RivalField => ({ each, rivals });

/** Where lanes stay, they are told of: the next attempt goes on in them (M-28). */
export const competitionOver = ({ rivals }: RivalField, result: LaneResult, verdict?: CompetitionVerdict) =>
  ({ at: 'over', result: { ...result, rivals: rivals.map(kept), ...(verdict ? { verdict } : {}) } }) as const;

const kept = ({ issues: _, ...rival }: Rival): Rival => rival;

export const toWinnerLanding = (state: RivalField, winner: number, by: CompetitionVerdict['by']) =>
  ({ ...rivalField(state), at: 'landing', verdict: { winner, by } }) as const;
