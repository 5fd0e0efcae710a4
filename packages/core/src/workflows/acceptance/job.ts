/** The job, states and result of acceptance. */
import type { MissionPlanFile } from '../../effects/features.ts';
import type { Lane } from '../../effects/git.ts';
import type { Failure } from '../../failure/failure.ts';
import type { Artifact } from '../../journal/artifact.ts';
import type { AcceptanceProblem, FrozenTests } from '../../trust/acceptance.ts';

interface ContractOfFeature {
  readonly plan: MissionPlanFile;
  readonly feature: string;
}

/** A document of the checkout, such as the spec of a task. */
interface ContractDocument {
  readonly document: string;
}

export interface RejectedTests {
  readonly files: readonly string[];
  readonly note: string;
}

export interface AcceptanceJob {
  /** The only description of the work that the role gets: a text, a document, or a feature of a mission with its claims. */
  readonly contract: string | ContractOfFeature | ContractDocument;
  readonly slug: string;
  /** The commit that the work starts from. */
  readonly at: string;
  readonly role: string;
  readonly checks: readonly string[];
  readonly checkTimeoutMs: number;
  readonly testFiles?: readonly string[];
  /** Its earlier tests, which a person rejected, with the note of that person; absent the first time. */
  readonly rejected?: RejectedTests;
  /** The feature or plan; absent for a single run. */
  readonly item?: string;
  /** Absent for the model of the provider. */
  readonly model?: string;
}

interface Writing {
  readonly job: AcceptanceJob;
  readonly contract: string | Artifact;
  readonly lane: Lane;
  readonly checkpoint: string;
  /** How often the tests may still be sent back without a person. */
  readonly returnsLeft: number;
}

interface Written extends Writing {
  readonly diff: Artifact;
}

interface Tested extends Written {
  readonly files: readonly string[];
  readonly tests: readonly string[];
}

export type AcceptanceResult =
  | { readonly at: 'frozen'; readonly frozen: FrozenTests }
  /** A person continues without them. */
  | { readonly at: 'without' }
  | { readonly at: 'stopped' }
  | { readonly at: 'failed'; readonly because: Failure };

export type AcceptanceState =
  | { readonly at: 'briefing'; readonly job: AcceptanceJob; readonly of: ContractOfFeature }
  | { readonly at: 'reading'; readonly job: AcceptanceJob; readonly document: string }
  | { readonly at: 'opening'; readonly job: AcceptanceJob; readonly contract: string | Artifact }
  | (Writing & { readonly at: 'writing'; readonly problems: readonly AcceptanceProblem[] })
  | (Writing & { readonly at: 'saving' })
  | (Written & { readonly at: 'preparing' })
  | (Tested & { readonly at: 'running'; readonly run: { readonly command: string; readonly commit: string } })
  | (Tested & {
      readonly at: 'judging';
      readonly green: boolean;
      readonly results: Artifact | null;
      readonly log: Artifact | null;
    })
  | (Written & { readonly at: 'asking'; readonly problems: readonly AcceptanceProblem[] })
  | { readonly at: 'closing'; readonly lane: Lane; readonly over: AcceptanceResult }
  | AcceptanceResult;
