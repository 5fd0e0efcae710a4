/** A task as a user runs it, for the tests: agents that do their work well, people who choose, and what is left on the disk. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Repository } from './command.ts';
import { script } from './scripts.ts';

type Answer = Readonly<Record<string, unknown>>;

/** One role that writes its file and says its line. */
export const saying = (role: string, reply: string, files: Readonly<Record<string, string>> = {}): Answer => ({
  when: { role: `task.${role}` },
  steps: Object.entries(files).map(([path, text]) => ({ write: { path, text } })),
  reply,
});

const proposing = (role: string) =>
  saying(role, `${role} proposal written — {output_path}`, { '{output_path}': `proposal of ${role}\n` });
const spec = { '{spec_path}': '# Spec\n\n## Goal\n{task_description}\n' };
const planned = 'spec.md generated — 1 acceptance criteria, 0 edge cases';
const changes = { 'work.txt': 'done\n', '{changes_path}': '# Round 1 Changes\n\n## Created Files\n- work.txt — it\n' };
const changed = '1 files changed — work.txt';
const reviewing = (role: string) =>
  saying(role, 'review written — {output_path} (0 issues, 0 suggestions)', { '{output_path}': `review of ${role}\n` });

/** Every role of the task, each good at its work. */
export const goodAgents: readonly Answer[] = [
  saying('convention-scanner', 'conventions written — 4 areas scanned, {output_path}', {
    '{output_path}': '# Conventions\nscanned\n',
  }),
  saying('planner-single', planned, spec),
  ...['architect', 'senior-developer', 'qa-specialist'].map(proposing),
  saying('cross-critique', '{persona} critique written — {output_path}', { '{output_path}': 'critique\n' }),
  saying('synthesis-standard', planned, spec),
  saying('synthesis', planned, spec),
  saying('generator-single', changed, changes),
  saying('lead-developer', 'implementation plan written — {output_path} (1 steps)', { '{output_path}': 'the plan\n' }),
  ...['combined-advisor', 'code-quality-advisor', 'test-stability-advisor'].map(reviewing),
  saying('implementation-standard', changed, changes),
  saying('implementation', changed, changes),
  saying('evaluator', 'PASS — all', { '{qa_report_path}': '## QA Report — Round 1\n\n### Verdict: PASS\n' }),
];

/** Who is asked what, and says what; a header with several answers gives them one after the other. */
export type Choices = Readonly<Record<string, string | readonly string[]>>;
const peopleOf = (choices: Choices): readonly Answer[] =>
  Object.entries(choices).flatMap(([header, choose]) =>
    typeof choose === 'string'
      ? [{ when: { header }, choose }]
      : choose.map((one, n) => ({ when: { header, nth: n + 1 }, choose: one })),
  );

/** Answers of a test come before the good ones. */
export const taskScript = (
  repo: Pick<Repository, 'write'>,
  choices: Choices = {},
  answers: readonly Answer[] = [],
): string => script(repo, [...answers, ...goodAgents], peopleOf(choices));

/** As it lies on the disk, whatever it says. */
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
export const isThere = (folder: string, path: string): boolean => existsSync(join(folder, path));

/** A file as somebody else left it. */
export function leave(folder: string, path: string, content: string | object): void {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, typeof content === 'string' ? content : JSON.stringify(content));
}

/** Everything below a folder but git's own, to say that nothing was made. */
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
  readonly questions: readonly (Asked & { readonly answer?: string | null })[];
}

/** What one command did, told by itself: no second one has to look. */
export interface Told {
  readonly exitCode: number | null;
  /** The lines that a person reads. */
  readonly lines: string;
  readonly shown: Shown;
  /** The headers of what is still to be answered, and of all that was asked. */
  readonly open: readonly Asked[];
  readonly headers: readonly string[];
  readonly roles: readonly string[];
}

export async function told(repo: Pick<Repository, 'run'>, ...args: readonly string[]): Promise<Told> {
  const { exitCode, stdout, stderr } = await repo.run(...args, '--json');
  const shown = JSON.parse(stdout) as Shown;
  const { questions = [], calls = [] } = shown as Partial<Shown>; // a refusal has neither
  const open = questions.filter(({ answer: given }) => given === undefined || given === null);
  const headers = questions.map(({ header }) => header);
  return { exitCode, lines: stderr, shown, open, headers, roles: calls.map(({ role }) => role.slice('task.'.length)) };
}

export interface Asked {
  readonly id: string;
  readonly run: string;
  readonly header: string;
  readonly question: string;
  readonly options: readonly { readonly label: string; readonly description: string }[];
  readonly evidence: readonly string[];
}

export const openQuestions = async (repo: Pick<Repository, 'json'>): Promise<readonly Asked[]> =>
  (await repo.json<{ questions: readonly Asked[] }>('questions')).questions;

/** Answers the only open question. */
export async function answer(repo: Pick<Repository, 'json' | 'run'>, choice: string) {
  const [question] = await openQuestions(repo);
  return repo.run('answer', question?.id ?? '', choice);
}
