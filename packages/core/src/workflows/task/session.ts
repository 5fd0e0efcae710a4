/** The job and the session of a task. */
import { verifyReportIn } from '../../checkout/session-files.ts';
import type { KeptUserFiles, VerifyStep } from '../../effects/checkout.ts';
import type { Artifact } from '../../journal/artifact.ts';
import type { WeakenedTest } from '../../test-guard/weakened-tests.ts';
import type { FrozenTests } from '../../trust/acceptance.ts';
import type { TrustSettings } from '../proof/job.ts';
import type { Model, ModelConfig } from './models.ts';
import type { ProofRecord } from './recorded-proof.ts';

export const taskModes = ['single', 'standard', 'multi'] as const;
export type TaskMode = (typeof taskModes)[number];
/** W-29 to W-31: runs through, halts after each phase, or runs one step. */
export type RunStyle = 'auto' | 'phase' | 'step';
/** A step as typed by a person in phase and step style. */
export type StepName = 'plan' | 'generate' | 'verify' | 'evaluate';

export interface TaskLimits {
  readonly layer1: number;
  readonly layer2: number;
  readonly rounds: number;
  readonly files: number;
}
export const defaultTaskLimits: TaskLimits = { layer1: 3, layer2: 2, rounds: 3, files: 20 };

/** Fixed before the run starts. */
export interface TaskJob {
  readonly task: string;
  readonly slug: string;
  /** Ends with a slash. */
  readonly docsPath: string;
  readonly flags: { readonly verifierModel: Model | null; readonly outputDir: string | null };
  readonly userLang: string;
  /** Set if the person chose the language by a flag or a setting: their messages do not change it. */
  readonly keepsLanguage?: true;
  readonly hasGit: boolean;
  readonly repoName: string;
  readonly repoPath: string;
  /** Files and folders that the task may change; empty means all. */
  readonly scope: readonly string[];
  readonly lang: string;
  readonly commands: {
    readonly build: string | null;
    readonly test: string | null;
    readonly lint: string | null;
    readonly typeCheck: string | null;
  };
  readonly checkTimeoutMs: number;
  /**
   * Checks that run on the base first; a person is asked about red ones. Absent in runs of older versions, which also say
   * less about their checks.
   */
  readonly baseline?: readonly VerifyStep[];
  readonly testFiles?: readonly string[] | undefined;
  /** Set if a verification saves the change as a commit, and only that is committed; absent in old runs and without git. */
  readonly savesChange?: true;
  /** Set if the user's own files are kept before the first agent; absent in old runs. */
  readonly keepsUserFiles?: true;
  /** Set if a person sees what changed in the spec, and an unusable spec is refused; absent in old runs. */
  readonly comparesSpec?: true;
  /** How the change is proved before its evaluation; absent in old runs, without git, and if the proof is off. */
  readonly trust?: TrustSettings;
  readonly limits: TaskLimits;
}

/** W-38; WO-23: a stopped, empty or reverted patch is `rejected`; one that worked is `cleared`, written as `applied`. */
export type Autofix = null | 'proposed' | 'applied' | 'cleared' | 'rejected' | 'stopped';
export type LayerResult = 'PASS' | 'FAIL' | null;
/** W-81. */
export type Conventions = null | 'skipped' | `file:${string}`;

export interface LayerState {
  readonly result: LayerResult;
  readonly retries: number;
}

/** A session of version 1 keeps its own rules; `verify` is false if it has no verification (W-07). */
export interface V1Session {
  readonly verify: boolean;
}

export interface Session {
  readonly job: TaskJob;
  readonly v1: V1Session | null;
  readonly style: RunStyle;
  readonly mode: TaskMode;
  readonly model: ModelConfig;
  readonly branch: string | null;
  readonly base: string | null;
  readonly foreign: readonly string[];
  readonly manifest: Artifact | null;
  readonly round: number;
  readonly layer1: LayerState;
  readonly layer2: LayerState;
  readonly todoBlocking: boolean;
  readonly autofix: Autofix;
  /** Set when the second gate is decided (W-112); never unset (W-69). */
  readonly attempted: boolean;
  readonly conventions: Conventions;
  readonly allowed: readonly WeakenedTest[];
  /** Checks whose tool was missing on the base; absent if none. */
  readonly missing?: readonly VerifyStep[];
  /** Checks that were red on the base and do not decide; absent if none. */
  readonly ignored?: readonly VerifyStep[];
  /** Results of the last verification; absent before it and in runs of older versions. */
  readonly checked?: readonly CheckedStep[];
  /** The saved commit that was last verified, or evaluated if the session skips verification. */
  readonly verified?: string;
  /** Hash of `changes.md` when the change was last surveyed. */
  readonly report?: string;
  /** Absent if the change is not proved, and before the first proof of a spec that says nothing about it. */
  readonly proof?: ProofRecord;
  /** Where the user's own files are kept. */
  readonly userFiles?: KeptUserFiles;
  /** Acceptance tests of another role, without files if a person gave them up; absent before they are written. */
  readonly frozen?: FrozenTests;
}

export interface CheckedStep {
  readonly step: VerifyStep;
  readonly is: 'PASS' | 'FAIL' | 'SKIPPED';
}

/** Copies the session fields of a state, without the fields of that state only. */
export const sessionState = (s: Session): Session => ({
  job: s.job,
  v1: s.v1,
  style: s.style,
  mode: s.mode,
  model: s.model,
  branch: s.branch,
  base: s.base,
  foreign: s.foreign,
  manifest: s.manifest,
  round: s.round,
  layer1: s.layer1,
  layer2: s.layer2,
  todoBlocking: s.todoBlocking,
  autofix: s.autofix,
  attempted: s.attempted,
  conventions: s.conventions,
  allowed: s.allowed,
  ...(s.missing === undefined ? {} : { missing: s.missing }),
  ...(s.ignored === undefined ? {} : { ignored: s.ignored }),
  ...(s.checked === undefined ? {} : { checked: s.checked }),
  ...(s.verified === undefined ? {} : { verified: s.verified }),
  ...(s.report === undefined ? {} : { report: s.report }),
  ...(s.proof === undefined ? {} : { proof: s.proof }),
  ...(s.userFiles === undefined ? {} : { userFiles: s.userFiles }),
  ...(s.frozen === undefined ? {} : { frozen: s.frozen }),
});

export const emptyLayer: LayerState = { result: null, retries: 0 };

export const newTaskSession = (
  chosen: Pick<Session, 'job' | 'style' | 'mode' | 'model' | 'branch' | 'base' | 'foreign' | 'manifest' | 'userFiles'>,
): Session => ({
  ...chosen,
  v1: null,
  round: 1,
  layer1: emptyLayer,
  layer2: emptyLayer,
  todoBlocking: false,
  autofix: null,
  attempted: false,
  conventions: null,
  allowed: [],
});

export const specPath = ({ job }: Pick<Session, 'job'>): string => `${job.docsPath}spec.md`;
export const changesPath = ({ job }: Pick<Session, 'job'>): string => `${job.docsPath}changes.md`;
export const verifyReportPath = ({ job }: Pick<Session, 'job'>): string => verifyReportIn(job.docsPath);
export const qaReportPath = ({ job }: Pick<Session, 'job'>): string => `${job.docsPath}qa_report.md`;
/** The scope as shown to people, in prompts and in the state file. */
export const taskScopeText = ({ scope }: Pick<TaskJob, 'scope'>): string =>
  scope.length === 0 ? '(no limit)' : scope.join(', ');
