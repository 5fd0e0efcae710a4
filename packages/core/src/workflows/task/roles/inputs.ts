/** Inputs of the task roles (W-90, W-98, W-106, W-113, W-126, W-172). User scripts rely on these names. */
import type { Artifact } from '../../../journal/artifact.ts';
import type { FileText, LabelledTexts } from '../../../text/text.ts';

export const personas = ['architect', 'senior_developer', 'qa_specialist'] as const;
export type Persona = (typeof personas)[number];

interface Repository {
  readonly repo_path: string;
  readonly lang: string;
  readonly scope: string;
}
export interface ScannerInput extends Repository {
  readonly output_path: string;
}

/** Every proposal gets all of them, even if empty (W-89). */
export interface PlanningInput extends Repository {
  readonly task_description: string;
  readonly user_lang: string;
  readonly qa_discovery_notes: FileText;
  readonly critic_findings: FileText;
  readonly conventions: FileText | '';
}
export interface TaskPlannerInput extends PlanningInput {
  readonly spec_path: string;
  /** The spec to change; absent if there is none yet. */
  readonly current_spec?: Artifact;
}
export interface PersonaInput extends PlanningInput {
  readonly output_path: string;
}

export interface CritiqueInput extends Pick<PersonaInput, 'task_description' | 'user_lang' | 'output_path'> {
  readonly persona: Persona;
  /** The two others' proposals, never its own. */
  readonly other_proposals: LabelledTexts;
}

export interface SynthesisInput extends Pick<TaskPlannerInput, 'task_description' | 'user_lang' | 'spec_path'> {
  readonly all_proposals: LabelledTexts;
}
export interface FullSynthesisInput extends SynthesisInput {
  readonly all_critiques: LabelledTexts;
}

/** Added by a retry (W-102). */
export interface RetryInput {
  readonly verify_failure?: string;
  readonly verify_report_path?: string;
}

interface BuildingInput extends Repository {
  readonly spec_content: FileText;
  readonly qa_feedback: FileText | '(First round)';
  readonly max_files: number;
  readonly user_lang: string;
}
export interface LeadInput extends BuildingInput {
  readonly output_path: string;
}
export interface GeneratorInput extends BuildingInput, RetryInput {
  readonly round_num: number;
  readonly changes_path: string;
  /** Acceptance tests that it cannot change; absent if no other role writes them. */
  readonly frozen?: readonly string[];
}
export interface StandardImplementationInput extends GeneratorInput {
  readonly plan_content: FileText;
  readonly advisor_review: FileText;
}
export interface ImplementationInput extends GeneratorInput {
  readonly plan_content: FileText;
  readonly code_quality_review: FileText;
  readonly test_stability_review: FileText;
}

/** The plan, never the code (W-101). */
export interface AdvisorInput extends Omit<LeadInput, 'qa_feedback' | 'scope' | 'max_files'> {
  readonly plan_content: FileText;
  readonly test_cmd: string;
}

export interface VerifierInput {
  readonly build_cmd: string;
  readonly test_cmd: string;
  readonly lint_cmd: string;
  readonly type_check_cmd: string;
  readonly changes_md_path: string;
  readonly verify_report_path: string;
  readonly todo_blocking: boolean;
  /** The harness's own report: the verifier only words it. */
  readonly verify_report: FileText;
  readonly user_lang: string;
}

export interface ProposerInput {
  readonly spec_path: string;
  readonly changes_md_path: string;
  readonly verify_report_path: string;
  /** At most five paths, one per line. */
  readonly failing_files_list: string;
  readonly output_path: string;
}

/** Without the author and the reasons of the change (W-128). */
export interface EvaluatorInput {
  readonly spec_content: FileText;
  /** Paths only, one per line. */
  readonly changed_files_list: Artifact;
  readonly test_available: boolean;
  readonly build_cmd: string;
  readonly test_cmd: string;
  readonly round_num: number;
  readonly scope: string;
  readonly user_lang: string;
  readonly qa_report_path: string;
  readonly verify_context: string;
}
