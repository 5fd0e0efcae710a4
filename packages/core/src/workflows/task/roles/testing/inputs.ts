/** One sample input per task role, and a reader that returns the name of the file. */
import { isArtifact, isLabelled, type ReadText } from '../../../../text/text.ts';
import type { taskRoles } from '../index.ts';
import type {
  AdvisorInput,
  GeneratorInput,
  LeadInput,
  PersonaInput,
  PlanningInput,
  ScannerInput,
  SynthesisInput,
} from '../inputs.ts';

type TaskRoles = typeof taskRoles;
type Inputs = { readonly [Id in keyof TaskRoles]: Parameters<TaskRoles[Id]['prompt']>[0] };

const docs = 'docs/harness/add-a-page/';

/** Returns the file name as content, so that a prompt shows the source of each part. */
export const readName: ReadText = (text) => {
  if (isLabelled(text)) return text.texts.map(({ label, file }) => `${label}: content of ${file}`).join('\n');
  return `content of ${isArtifact(text) ? text.path : text.file}`;
};

const folder = { repo_path: '/repo', lang: 'typescript', scope: 'src/', user_lang: 'ko' };

const scanner: ScannerInput = {
  repo_path: '/repo',
  lang: 'typescript',
  scope: 'src/',
  output_path: '.harness/conventions.md',
};

const planning: PlanningInput = {
  ...folder,
  task_description: 'Add a page with the imprint.',
  qa_discovery_notes: { file: `${docs}qa_notes.md` },
  critic_findings: { file: `${docs}critic_findings.md` },
  conventions: { file: '.harness/conventions.md' },
};
const persona = (name: string): PersonaInput => ({ ...planning, output_path: `.harness/planner/proposal_${name}.md` });

const texts = (kind: 'proposal' | 'critique', ...names: readonly string[]) => ({
  texts: names.map((name) => ({ label: name, file: `.harness/planner/${kind}_${name}.md` })),
});
const synthesis: SynthesisInput = {
  task_description: planning.task_description,
  user_lang: 'ko',
  all_proposals: texts('proposal', 'architect', 'senior_developer'),
  spec_path: `${docs}spec.md`,
};

const lead: LeadInput = {
  ...folder,
  spec_content: { file: `${docs}spec.md` },
  qa_feedback: '(First round)',
  max_files: 20,
  output_path: '.harness/generator/plan.md',
};
const advisor = (name: string): AdvisorInput => ({
  repo_path: '/repo',
  lang: 'typescript',
  user_lang: 'ko',
  spec_content: { file: `${docs}spec.md` },
  plan_content: { file: '.harness/generator/plan.md' },
  test_cmd: 'npm test',
  output_path: `.harness/generator/review_${name}.md`,
});
const review = (name: string) => ({ file: `.harness/generator/review_${name}.md` });
const generator: GeneratorInput = {
  ...folder,
  spec_content: { file: `${docs}spec.md` },
  qa_feedback: '(First round)',
  max_files: 20,
  round_num: 1,
  changes_path: `${docs}changes.md`,
};

export const inputs: Inputs = {
  'task.convention-scanner': scanner,
  'task.planner-single': { ...planning, spec_path: `${docs}spec.md` },
  'task.architect': persona('architect'),
  'task.senior-developer': persona('senior_developer'),
  'task.qa-specialist': persona('qa_specialist'),
  'task.cross-critique': {
    task_description: planning.task_description,
    user_lang: 'ko',
    persona: 'architect',
    other_proposals: texts('proposal', 'senior_developer', 'qa_specialist'),
    output_path: '.harness/planner/critique_architect.md',
  },
  'task.synthesis-standard': synthesis,
  'task.synthesis': {
    ...synthesis,
    all_proposals: texts('proposal', 'architect', 'senior_developer', 'qa_specialist'),
    all_critiques: texts('critique', 'architect', 'senior_developer', 'qa_specialist'),
  },
  'task.generator-single': generator,
  'task.lead-developer': lead,
  'task.combined-advisor': advisor('combined'),
  'task.code-quality-advisor': advisor('code_quality'),
  'task.test-stability-advisor': advisor('test_stability'),
  'task.implementation-standard': {
    ...generator,
    plan_content: { file: '.harness/generator/plan.md' },
    advisor_review: review('combined'),
  },
  'task.implementation': {
    ...generator,
    plan_content: { file: '.harness/generator/plan.md' },
    code_quality_review: review('code_quality'),
    test_stability_review: review('test_stability'),
    qa_feedback: { file: `${docs}qa_report.md` },
    round_num: 2,
    verify_failure: 'FAIL — test: 2 red',
    verify_report_path: `${docs}verify_report.md`,
  },
  'task.verifier': {
    build_cmd: 'npm run build',
    test_cmd: 'npm test',
    lint_cmd: 'SKIP',
    type_check_cmd: 'npx tsc --noEmit',
    changes_md_path: `${docs}changes.md`,
    verify_report_path: `${docs}verify_report.md`,
    todo_blocking: false,
    verify_report: { file: `${docs}verify_report.md` },
    user_lang: 'ko',
  },
  'task.auto-fix-proposer': {
    spec_path: `${docs}spec.md`,
    changes_md_path: `${docs}changes.md`,
    verify_report_path: `${docs}verify_report.md`,
    failing_files_list: 'src/page.ts\nsrc/page.test.ts',
    output_path: '.harness/generator/auto_fix_patch.md',
  },
  'task.evaluator': {
    spec_content: { file: `${docs}spec.md` },
    changed_files_list: { path: 'artifacts/changed.txt', sha256: '', bytes: 11 },
    test_available: true,
    build_cmd: 'npm run build',
    test_cmd: 'npm test',
    round_num: 1,
    scope: 'src/',
    user_lang: 'ko',
    qa_report_path: `${docs}qa_report.md`,
    verify_context: `Layer 1 passed. See ${docs}verify_report.md`,
  },
};
