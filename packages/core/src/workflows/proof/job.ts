/** The job, states and result of a proof. */
import type { DevServer } from '../../checks/dev-server.ts';
import type { ArgsOf } from '../../effects/operation.ts';
import type { PreparedMutant, ProofPlan } from '../../effects/proof.ts';
import type { ScreensInput } from '../../effects/screens.ts';
import type { commentIssue } from '../../effects/tracker.ts';
import type { Failure } from '../../failure/failure.ts';
import type { Artifact } from '../../journal/artifact.ts';
import type { SmokeTest } from '../../mission/smoke.ts';
import type { NamedTest, ProofFacts } from '../../trust/facts.ts';
import type { StrykerUse } from '../../trust/plan-stryker.ts';
import type { ProductLook } from '../../trust/product-look.ts';
import type { DoneRun, NextRun } from '../../trust/proof-run.ts';
import type { Reason } from '../../trust/reason.ts';
import type { TriedMutants } from '../../trust/stryker-report.ts';
import type { WorkKind } from '../../trust/work-kind.ts';

/** The name of the machine in journals. */
export const proofMachine = 'proof';

export interface TrustSettings {
  readonly witness: 'required' | 'ask';
  readonly mutants: { readonly count: number; readonly budgetMs: number; readonly leastKilled: number };
  /** Who writes the tests: the role that makes the change, or one that sees only its contract. Absent in older runs. */
  readonly acceptance?: 'same' | 'independent';
}

/** For runs of older versions, whose jobs say nothing. */
export const trustOfOlderRuns: TrustSettings = {
  witness: 'ask',
  mutants: { count: 0, budgetMs: 0, leastKilled: 0 },
};

/** Looks at the product that the harness starts itself. A product that already runs says nothing about a commit. */
export interface RunningProduct {
  readonly smoke?: SmokeTest;
  readonly screens?: ScreensInput;
}

export interface ProofJob {
  /** Folder of the lane, or `.` for the checkout. */
  readonly path: string;
  readonly base: string;
  readonly change: string;
  /** The commands of the round, green on the change. */
  readonly checks: readonly string[];
  /** Commands of the task itself: given with `--check`, or of a claim. */
  readonly given: readonly string[];
  /** The end-to-end tests, which may witness a change that the other tests do not. */
  readonly e2e?: { readonly command: string; readonly timeoutMs: number; readonly server?: DevServer };
  /** The running product, which may witness a change that no test and no given command does. */
  readonly product?: RunningProduct;
  readonly testFiles?: readonly string[];
  readonly kind?: WorkKind;
  /** Globs of tests that the approved plan changes. */
  readonly changes?: readonly string[];
  readonly checkTimeoutMs: number;
  readonly trust: TrustSettings;
  /** Set if a proof sent the work back before. */
  readonly isReturned?: true;
  /** Broken promises that a person allowed. */
  readonly allowed?: readonly string[];
  /** Why a person accepted an earlier version of the change without a witness; absent if none did. */
  readonly accepted?: readonly Reason[];
  /** Frozen test files of another role, one of which must witness the change; absent if there are none. */
  readonly acceptance?: readonly string[];
  /** The feature or plan; absent for a single run. */
  readonly item?: string;
  /** A comment on an issue of a tracker, before a question that no person can answer now. Absent if none waits. */
  readonly pause?: PauseComment;
}

export interface PauseComment {
  readonly questions: readonly ProofQuestion[];
  readonly comment: ArgsOf<typeof commentIssue>;
}

export type ProofQuestion = 'promise' | 'witness';

export interface ProofWork {
  readonly job: ProofJob;
  /** Set if the end-to-end tests run. */
  readonly isE2e?: true;
  readonly plan: ProofPlan;
  readonly isIsolated: boolean;
  readonly done: readonly DoneRun[];
}

/** After the runs of the tests. */
export interface ProofFound extends Pick<ProofWork, 'job' | 'plan'> {
  readonly facts: ProofFacts | null;
  /** Given commands that are red on the base and green on the change. */
  readonly commands: readonly string[];
  /** Addresses of the product that show something else on the base; absent before they are compared. */
  readonly addresses?: readonly string[];
  /** Whether Stryker made the mutants, or why not; absent if the base has none. */
  readonly stryker?: StrykerUse;
}

export type ChangeWitness = NamedTest | { readonly command: string } | { readonly address: string };

export function witnessName(witness: ChangeWitness): string {
  if ('command' in witness) return witness.command;
  return 'address' in witness ? witness.address : witness.name;
}

export type ProofResult =
  | {
      readonly at: 'proved';
      readonly by: 'witness' | 'kind' | 'person';
      /** Tests and commands that are red without the change, or addresses that differ; the first few. */
      readonly witnesses: readonly ChangeWitness[];
      readonly tried: number;
      readonly survived: number;
      readonly flaky: readonly string[];
      /** Endings of files whose code was not emptied or mutated. */
      readonly unsupported: readonly string[];
      /** Whether Stryker made the mutants, or why not; absent if the base has none. */
      readonly stryker?: StrykerUse;
      /** Why a person accepted it without a witness. */
      readonly without?: readonly Reason[];
      /** Consent to broken promises, for a later proof of the same change. */
      readonly allowed?: string;
    }
  | { readonly at: 'back'; readonly reasons: readonly Reason[] }
  | { readonly at: 'stopped' }
  | { readonly at: 'failed'; readonly because: Failure };

export type ProofState =
  | { readonly at: 'preparing'; readonly job: ProofJob; readonly isIsolated: boolean; readonly isE2e?: true }
  | (ProofWork & { readonly at: 'running'; readonly runs: readonly NextRun[] })
  | (ProofWork & { readonly at: 'comparing' })
  | (ProofFound & { readonly at: 'trying-base'; readonly left: readonly string[] })
  | (ProofFound & { readonly at: 'trying-change'; readonly left: readonly string[] })
  | (ProofFound & { readonly at: 'requesting'; readonly looks: readonly ProductLook[]; readonly smoke: SmokeTest })
  | (ProofFound & { readonly at: 'viewing'; readonly looks: readonly ProductLook[]; readonly screens: ScreensInput })
  | (ProofFound & { readonly at: 'running-stryker' })
  | (ProofFound & { readonly at: 'reading-stryker'; readonly report: Artifact; readonly spentMs: number })
  | (ProofFound & {
      readonly at: 'mutating';
      readonly left: readonly PreparedMutant[];
      readonly mutants: TriedMutants;
      readonly spentMs: number;
    })
  /** The issue explains that it waits, before the question does. */
  | { readonly at: 'commenting-pause'; readonly onto: AskingProof; readonly pause: PauseComment }
  | AskingPromise
  | AskingWitness
  | ProofResult;

interface Asking extends ProofFound {
  readonly mutants: TriedMutants;
  readonly reasons: readonly Reason[];
}

export type AskingPromise = Asking & { readonly at: 'asking-promise' };
export type AskingWitness = Asking & { readonly at: 'asking-witness' };
export type AskingProof = AskingPromise | AskingWitness;
