/** A repository for tests of tasks: a wrong function, a check that fails because of it, and scripted agents and people. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandResult, type Repository, repository } from './command.ts';
import { script } from './scripts.ts';

type Answer = Readonly<Record<string, unknown>>;

export const docs = 'docs/harness/repair-sum';

export interface TaskScript {
  /** Tried before the default answers of the planner and the evaluator. */
  readonly answers: readonly Answer[];
  /** Tried before the default people, who let the agents repair the red check, skip the scan and confirm the spec. */
  readonly people?: readonly Answer[];
}

export interface TaskRepository extends Repository {
  /** Runs `harness task "Repair sum"` with a mode and a preset, so that it does not ask for them. */
  task(cast: TaskScript, ...args: readonly string[]): Promise<CommandResult>;
  /** The arguments of `task()`, for a test that starts the command. */
  asked(cast: TaskScript, ...args: readonly string[]): readonly string[];
  read(file: string): string;
  has(file: string): boolean;
  state(): TaskDocument;
}

/** Fields of `.harness/state.json` that tests read. */
export interface TaskDocument {
  readonly phase: string;
  readonly round: number;
  readonly verify: Readonly<Record<string, unknown>>;
  readonly autofix: Readonly<Record<string, unknown>> | null;
  readonly updated_at: string;
}

const checkFile = `import { sum } from './sum.js';
if (sum(1, 2) !== 3) {
  console.error('error: sum.js:1:1 sum(1, 2) is ' + sum(1, 2));
  process.exit(1);
}
console.log('right');
`;

export const wrongSum = 'export const sum = (a, b) => a - b;\n';
export const rightSum = 'export const sum = (a, b) => a + b;\n';

export function taskRepository(checks: Answer = { test: 'node check.mjs' }): TaskRepository {
  const repo = repository();
  repo.write('repo/sum.js', wrongSum);
  repo.write('repo/check.mjs', checkFile);
  repo.write('repo/harness.config.json', JSON.stringify({ checks }));
  repo.write('repo/kept/.gitignore', '*\n'); // for files that scripts and checks keep for the test
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=A function that is wrong');
  const asked: TaskRepository['asked'] = ({ answers, people = [] }, ...args) => [
    ...['task', 'Repair sum', '--mode', 'single', '--model-config', 'balanced', ...args],
    ...['--script', script(repo, [...answers, planning, passing], [...people, ...confirming])],
  ];
  const at = (file: string) => join(repo.path, file);
  return {
    ...repo,
    asked,
    task: (cast, ...args) => repo.run(...asked(cast, ...args)),
    read: (file) => readFileSync(at(file), 'utf8'),
    has: (file) => existsSync(at(file)),
    state: () => JSON.parse(readFileSync(at('.harness/state.json'), 'utf8')) as TaskDocument,
  };
}

const planning: Answer = {
  when: { role: 'task.planner-single' },
  steps: [{ write: { path: '{spec_path}', text: '# Spec\n## Goal\nsum adds\n' } }],
  reply: 'spec.md generated — 1 acceptance criteria, 0 edge cases',
};

export const personAnswer = (header: string, choose: string, nth?: number): Answer => ({
  when: { header, ...(nth === undefined ? {} : { nth }) },
  choose,
});

const confirming: readonly Answer[] = [
  personAnswer('Baseline', 'fix it too'), // the check is the task
  personAnswer('Convention Scan', 'Skip'),
  personAnswer('Spec', 'Proceed'),
];

export const changesReport = {
  write: { path: '{changes_path}', text: '# Round {round_num} Changes\n## Modified Files\n- sum.js — it adds\n' },
};

/** One answer of the generator: it writes `text` to `sum.js` and runs more steps. */
export const generating = (
  text: string,
  { steps = [], when = {} }: { readonly steps?: readonly Answer[]; readonly when?: Answer } = {},
): Answer => ({
  when: { role: 'task.generator-single', ...when },
  steps: [{ write: { path: 'sum.js', text } }, changesReport, ...steps],
  reply: '1 files changed — sum.js',
});

/** One evaluation: its reply, and the verdict in its report. */
export const evaluating = (reply: string, heading: string, attempt?: number): Answer => ({
  when: { role: 'task.evaluator', ...(attempt === undefined ? {} : { attempt }) },
  steps: [{ write: { path: '{qa_report_path}', text: qaReport(heading) } }],
  reply,
});
export const qaReport = (verdict: string) =>
  `## QA Report — Round {round_num}\n\n### Verdict: ${verdict}\n\n### Fix Instructions\n1. sum.js:1: add\n`;
const passing = evaluating('PASS — all met', 'PASS');

/** A patch file that makes the function right, as the proposer writes it. */
export const patchText = (diff = rightDiff) =>
  `# Patch\n\n## Confidence\nHigh\n\n## Diff\n\`\`\`diff\n${diff}\`\`\`\n\n## Rationale\nThe sign is wrong.\n\n## Limitations\nNone.\n`;
export const rightDiff = `--- a/sum.js\n+++ b/sum.js\n@@ -1 +1 @@\n-${wrongSum}+${rightSum}`;

export const proposing = (text: string, reply = 'auto_fix_patch written — confidence: High — the sign'): Answer => ({
  when: { role: 'task.auto-fix-proposer' },
  steps: [{ write: { path: '{output_path}', text } }],
  reply,
});

export const freshVerify = {
  layer1_result: null,
  layer1_retries: 0,
  layer2_result: null,
  layer2_retries: 0,
  todo_blocking: false,
  autofix_attempted: false,
};

/** Writes a session of `Repair sum` that stopped at this phase, with its spec confirmed. */
export function writeTaskSession(repo: Pick<TaskRepository, 'write'>, phase: string, more: Answer = {}): void {
  const document = {
    version: '2.0',
    task: 'Repair sum',
    mode: 'single',
    run_style: 'auto',
    phase,
    round: 1,
    max_rounds: 3,
    model_config: { preset: 'balanced', executor: 'sonnet', advisor: 'opus', evaluator: 'opus', verifier: 'haiku' },
    cli_flags: { verifier_model: null, output_dir: null },
    user_lang: 'en',
    has_git: true,
    max_files: 20,
    scope: '(no limit)',
    lang: 'unknown',
    test_cmd: 'node check.mjs',
    docs_path: `${docs}/`,
    slug: 'repair-sum',
    conventions: 'skipped',
    autofix: null,
    verify: freshVerify,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...more,
  };
  repo.write('repo/.harness/.gitignore', '*\n');
  repo.write('repo/.harness/state.json', JSON.stringify(document));
  repo.write(`repo/${docs}/spec.md`, '# Spec\n## Goal\nsum adds\n');
  repo.write(`repo/${docs}/changes.md`, '# Round 1 Changes\n## Modified Files\n- sum.js — it adds\n');
}
