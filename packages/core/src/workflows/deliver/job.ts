/** What deliver is handed, and the states it can be in. */
import type { Artifact } from '../../artifact.ts';
import type { Watch } from '../../effects/forge.ts';
import type { Failure, FailureCode, Params } from '../../failure.ts';
import type { E2eEvidence } from '../../pull/readiness.ts';
import type { Finding } from '../../verdict.ts';

/** How long is waited, and how often is looked (DO-10). */
export interface Patience {
  readonly checks: Omit<Watch, 'sinceMs'> & { readonly emptyAfterMs: number };
  readonly merge: Omit<Watch, 'sinceMs'>;
  /** Checks that wait for the merge themselves would be waited for without end. */
  readonly ignore: readonly string[];
}

export interface Job {
  /** The plan or feature that this is about. */
  readonly item: string;
  readonly title: string;
  /** The plan as it was carried out. */
  readonly task: string;
  readonly branch: string;
  /** The branch that it is merged into, and where that stands at the forge; nothing where the one of the target tells. */
  readonly base: string;
  readonly onto?: string;
  /** The pull request that is gone on with: what it says is still true. */
  readonly pull?: number;
  /** The commands that were green on exactly this change. */
  readonly checks: readonly string[];
  readonly followUps: readonly Finding[];
  readonly e2e: E2eEvidence;
  /** Where what the end-to-end run left can be read, by its path in the repository. */
  readonly evidence: string | null;
  readonly label: string;
  readonly patience: Patience;
}

interface Change {
  readonly job: Job;
  readonly head: string;
  readonly from: string;
  readonly diff: Artifact;
}

/** `since` is when its newest commit reached the forge: all waiting counts from there. */
interface Pull extends Change {
  readonly pull: number;
  readonly sinceMs: number;
}

/** What could still be done about a delivery that failed: repair what its checks found, or bring its base into it. */
export type Mend = { readonly is: 'checks'; readonly findings: readonly Finding[] } | { readonly is: 'base' };

export type Deliver =
  | { readonly at: 'describing'; readonly job: Job }
  | (Change & { readonly at: 'preparing' })
  /** Without a body it goes on with the pull request that is there. */
  | (Change & { readonly at: 'pushing'; readonly body: string | null; readonly pull: number })
  | (Change & { readonly at: 'opening'; readonly body: string; readonly sinceMs: number })
  | (Pull & { readonly at: 'watching-checks' })
  | (Pull & { readonly at: 'reading' })
  | (Pull & { readonly at: 'judging'; readonly body: Artifact })
  | (Pull & { readonly at: 'labelling' })
  | (Pull & { readonly at: 'merging' })
  | (Pull & { readonly at: 'watching-merge'; readonly blockedBy: string })
  | { readonly at: 'merged'; readonly sha: string; readonly pull: number; readonly by: string }
  | { readonly at: 'failed'; readonly because: Failure; readonly mend?: Mend; readonly pull?: number };

export type Delivered = Extract<Deliver, { at: 'merged' | 'failed' }>;

export const change = ({ job, head, from, diff }: Change): Change => ({ job, head, from, diff });
export const pulled = (state: Pull): Pull => ({
  ...change(state),
  ...{ pull: state.pull, sinceMs: state.sinceMs },
});

export const failed = (because: Failure) => ({ at: 'failed', because }) as const;
export const refused = (code: FailureCode, params: Params) => failed({ code, params });

/** As it is, it may not be merged; but whoever carried the plan out can still mend it. */
export const mendable = (pull: number, mend: Mend, code: FailureCode, params: Params) =>
  ({ ...refused(code, { pull, ...params }), mend, pull }) as const;

export const conflicting = (pull: number, files: readonly string[]) =>
  mendable(pull, { is: 'base' }, 'pull.conflict', { files: files.join(', ') });

/** What somebody else did to the pull request meanwhile, wherever it is noticed. */
export function overtaken(
  pull: number,
  seen:
    | { readonly is: 'merged'; readonly sha: string; readonly by: string }
    | { readonly is: 'closed'; readonly by: string }
    | { readonly is: 'changed'; readonly head: string },
) {
  switch (seen.is) {
    case 'merged':
      return { at: 'merged', sha: seen.sha, pull, by: seen.by } as const;
    case 'closed':
      return refused('pull.closed', { pull, by: seen.by });
    case 'changed':
      return refused('pull.changed', { pull, head: seen.head });
  }
}
