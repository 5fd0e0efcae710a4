/** The settings of a session, which every phase shares. */
import type { SessionSpec } from '../../effects/autopilot.ts';
import type { RigorLevel } from '../../sessions/approval.ts';
import type { ForeignParts, SessionDocument } from '../../sessions/session-document.ts';
import type { ComplexityLevel } from '../../signals/assessment.ts';
import type { TrustSettings } from '../proof/job.ts';

/** Findings of this severity block a phase (AO-28). */
export type BlockingSeverity = 'critical' | 'important';

export interface SessionSettings {
  readonly specPath: string;
  readonly slug: string;
  /** Set when the session starts, and never changed. */
  readonly rigor: RigorLevel;
  readonly reviewPlans: boolean;
  /** Configured or detected; never empty. */
  readonly checks: readonly string[];
  readonly checkTimeoutMs: number;
  readonly testFiles?: readonly string[];
  readonly reports?: readonly string[];
  /** How the work is proved; absent if the proof is off. */
  readonly trust?: TrustSettings;
  readonly blocking: readonly BlockingSeverity[];
  /** Repeated calls for a failed task. */
  readonly retries: number;
  /** Rounds of fixes after the final review. */
  readonly finalReviews: number;
  /** A plan with more tasks is shown to a person. */
  readonly taskThreshold: number;
  /** More affected modules raise the complexity of a phase to high. */
  readonly moduleThreshold: number;
  /** Research with more words goes to the scratchpad. */
  readonly scratchpadWords: number;
  /** Whether another role looks for the cause before the last retry (AO-44). */
  readonly diagnostician: boolean;
  /** Whether the prompts of the readers contain the spec and the approved plan; absent in sessions of older versions. */
  readonly quotesPlan?: true;
  /** The branch that a pull request is for. */
  readonly baseBranch: string;
}

/** The settings of an opened session, with the text of its spec. */
export interface AutopilotSession extends SessionSettings, SessionSpec {}

/** A phase of the spec; `complexity` is its annotation. */
export interface PlannedPhase {
  readonly name: string;
  readonly complexity: ComplexityLevel;
  /** A plan that exists before the phase begins, from an earlier session file. */
  readonly planPath?: string;
  /** Done or left out, also in an earlier session file: it never runs again. */
  readonly isOver?: 'complete' | 'skipped';
}

export interface AutopilotJob {
  readonly settings: SessionSettings;
  readonly phases: readonly PlannedPhase[];
  /** The state file of an earlier version or another tool that this session continues. */
  readonly imported?: ImportedSession;
}

export interface ImportedSession {
  /** The path of the file. */
  readonly from: string;
  readonly document: SessionDocument;
  readonly foreign: ForeignParts;
}

export const specOf = ({ specPath, slug, spec }: AutopilotSession): SessionSpec => ({ specPath, slug, spec });
