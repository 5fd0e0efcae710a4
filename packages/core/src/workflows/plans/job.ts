/** What the run of one plan is handed, and the states it can be in. */
import type { Failure } from '../../failure.ts';
import type { Finding } from '../../verdict.ts';
import type { E2e } from '../converge/job.ts';
import type { Patience } from '../deliver/job.ts';

export interface Job {
  /** Four digits. */
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  /** The plan as it was when the run began. */
  readonly text: string;
  /** The file, by its path in the repository, and where it goes when the plan is merged (D-43). */
  readonly file: string;
  readonly completedDir: string;
  readonly branch: string;
  /** The branch that it is merged into. */
  readonly base: string;
  readonly checks: readonly string[];
  readonly checkTimeoutMs: number;
  readonly testFiles?: readonly string[];
  readonly reports?: readonly string[];
  readonly passes: number;
  /** As many passes as its plan expects; a run of an older version was not told. */
  readonly estimatedPasses?: number;
  readonly e2e: E2e | 'skipped' | 'unconfigured';
  /** It ends with a commit on its branch; nothing is pushed. */
  readonly localOnly: boolean;
  readonly label: string;
  readonly patience: Patience;
}

export type Plan =
  | { readonly at: 'looking'; readonly job: Job }
  | { readonly at: 'converging'; readonly job: Job }
  | { readonly at: 'delivering'; readonly job: Job; readonly branch: string; readonly followUps: readonly Finding[] }
  | { readonly at: 'filing'; readonly job: Job; readonly sha: string }
  | { readonly at: 'shipped'; readonly sha: string }
  | { readonly at: 'built'; readonly branch: string; readonly followUps: readonly Finding[] }
  | { readonly at: 'spent' }
  | { readonly at: 'stopped' }
  | { readonly at: 'failed'; readonly because: Failure };

export type Planned = Extract<Plan, { at: 'shipped' | 'built' | 'spent' | 'stopped' | 'failed' }>;
