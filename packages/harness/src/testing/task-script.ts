/** Runs tasks in tests: successful scripted agents, people with given choices, and helpers to read the results. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Repository } from './command.ts';
import { script } from './scripts.ts';

type Answer = Readonly<Record<string, unknown>>;

/** One role that writes its files and replies with one line. */
export const roleAnswer = (role: string, reply: string, files: Readonly<Record<string, string>> = {}): Answer => ({
  when: { role: `task.${role}` },
  steps: Object.entries(files).map(([path, text]) => ({ write: { path, text } })),
  reply,
});

const proposing = (role: string) =>
  roleAnswer(role, `${role} proposal written — {output_path}`, { '{output_path}': `proposal of ${role}\n` });
const spec = { '{spec_path}': '# Spec\n\n## Goal\n{task_description}\n' };
const planned = 'spec.md generated — 1 acceptance criteria, 0 edge cases';
const changes = { 'work.txt': 'done\n', '{changes_path}': '# Round 1 Changes\n\n## Created Files\n- work.txt — it\n' };
const changed = '1 files changed — work.txt';
const reviewing = (role: string) =>
  roleAnswer(role, 'review written — {output_path} (0 issues, 0 suggestions)', {
    '{output_path}': `review of ${role}\n`,
  });

/** A successful answer for every role of the task. */
export const goodAgents: readonly Answer[] = [
  roleAnswer('convention-scanner', 'conventions written — 4 areas scanned, {output_path}', {
    '{output_path}': '# Conventions\nscanned\n',
  }),
  roleAnswer('planner-single', planned, spec),
  ...['architect', 'senior-developer', 'qa-specialist'].map(proposing),
  roleAnswer('cross-critique', '{persona} critique written — {output_path}', { '{output_path}': 'critique\n' }),
  roleAnswer('synthesis-standard', planned, spec),
  roleAnswer('synthesis', planned, spec),
  roleAnswer('generator-single', changed, changes),
  roleAnswer('lead-developer', 'implementation plan written — {output_path} (1 steps)', {
    '{output_path}': 'the plan\n',
  }),
  ...['combined-advisor', 'code-quality-advisor', 'test-stability-advisor'].map(reviewing),
  roleAnswer('implementation-standard', changed, changes),
  roleAnswer('implementation', changed, changes),
  roleAnswer('evaluator', 'PASS — all', { '{qa_report_path}': '## QA Report — Round 1\n\n### Verdict: PASS\n' }),
];

/** Choices by question header; a list answers repeated questions in order. */
export type Choices = Readonly<Record<string, string | readonly string[]>>;
const peopleOf = (choices: Choices): readonly Answer[] =>
  Object.entries(choices).flatMap(([header, choose]) =>
    typeof choose === 'string'
      ? [{ when: { header }, choose }]
      : choose.map((one, n) => ({ when: { header, nth: n + 1 }, choose: one })),
  );

/** `answers` take precedence over the successful ones. */
export const taskScript = (
  repo: Pick<Repository, 'write'>,
  choices: Choices = {},
  answers: readonly Answer[] = [],
): string => script(repo, [...answers, ...goodAgents], peopleOf(choices));

/** The raw state file. */
export type StateFile = Readonly<Record<StateField, unknown>>;
type StateField =
  | ('version' | 'task' | 'mode' | 'run_style' | 'model_config' | 'cli_flags' | 'user_lang' | 'has_git' | 'repo_name')
  | ('repo_path' | 'phase' | 'round' | 'max_rounds' | 'max_files' | 'scope' | 'branch' | 'lang' | 'build_cmd')
  | ('test_cmd' | 'lint_cmd' | 'type_check_cmd' | 'verify' | 'autofix' | 'docs_path' | 'conventions')
  | ('created_at' | 'updated_at' | 'slug');

export const stateFile = (folder: string): string => join(folder, '.harness', 'state.json');
export const stateOf = (folder: string): StateFile => JSON.parse(readFileSync(stateFile(folder), 'utf8')) as StateFile;
export const hasState = (folder: string): boolean => existsSync(stateFile(folder));
export const textOf = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');
export const exists = (folder: string, path: string): boolean => existsSync(join(folder, path));

/** Writes a file as another program would have left it. */
export function writeLeftover(folder: string, path: string, content: string | object): void {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, typeof content === 'string' ? content : JSON.stringify(content));
}

/** All files below a folder except `.git`. */
export const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('.git/') && path !== '.git')
    .sort();

export interface Shown {
  readonly id: string;
  readonly status: string;
  readonly state: string;
  readonly calls: readonly {
    readonly role: string;
    readonly model: string;
    readonly startedAt: string;
    readonly endedAt: string;
  }[];
  readonly questions: readonly (ShownQuestion & { readonly answer?: string | null })[];
}

/** The result of one command with `--json`. */
export interface CommandOutcome {
  readonly exitCode: number | null;
  /** Lines for people, from standard error. */
  readonly lines: string;
  readonly shown: Shown;
  /** Open questions, and the headers of all questions. */
  readonly open: readonly ShownQuestion[];
  readonly headers: readonly string[];
  readonly roles: readonly string[];
}

export async function runJson(repo: Pick<Repository, 'run'>, ...args: readonly string[]): Promise<CommandOutcome> {
  const { exitCode, stdout, stderr } = await repo.run(...args, '--json');
  const shown = JSON.parse(stdout) as Shown;
  const { questions = [], calls = [] } = shown as Partial<Shown>; // a refusal has neither
  const open = questions.filter(({ answer: given }) => given === undefined || given === null);
  const headers = questions.map(({ header }) => header);
  return { exitCode, lines: stderr, shown, open, headers, roles: calls.map(({ role }) => role.slice('task.'.length)) };
}

export interface ShownQuestion {
  readonly id: string;
  readonly run: string;
  readonly header: string;
  readonly question: string;
  readonly options: readonly { readonly label: string; readonly description: string }[];
  readonly evidence: readonly string[];
}

export const openQuestions = async (repo: Pick<Repository, 'json'>): Promise<readonly ShownQuestion[]> =>
  (await repo.json<{ questions: readonly ShownQuestion[] }>('questions')).questions;

/** Answers the only open question. */
export async function answer(repo: Pick<Repository, 'json' | 'run'>, choice: string) {
  const [question] = await openQuestions(repo);
  return repo.run('answer', question?.id ?? '', choice);
}
