/** Creates a repository with local issues, and scripts for the agents that work on them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseContent, readLocalIssue } from '@harness/core/tracker/local-issue';
import { type Mark, markOf, withoutMarks } from '@harness/core/tracker/marks';
import { type CommandResult, type Repository, type RunningCommand, repository } from '../../../testing/command.ts';
import { script, usage } from '../../../testing/scripts.ts';

type Answer = Readonly<Record<string, unknown>>;

interface QueueRepository {
  readonly config?: object;
  readonly files?: Readonly<Record<string, string>>;
  /** Ids, or whole files by their ids. */
  readonly issues?: readonly string[] | Readonly<Record<string, string>>;
}

/** Green as long as no file `broken*` exists; it takes some milliseconds. */
const check = 'test -z "$(ls -d broken* 2>/dev/null)"';

/** The files and the configuration are committed; the issues are files of the local tracker. */
export function repositoryWithIssues({ config = {}, files = {}, issues = [] }: QueueRepository = {}): Repository {
  const repo = repository();
  const tracker = { kind: 'local', project: 'app' };
  const committed = { 'harness.config.json': `${JSON.stringify({ checks: { test: check }, tracker, ...config })}\n` };
  for (const [path, text] of Object.entries({ ...committed, ...files })) repo.write(`repo/${path}`, text);
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Settings');
  const texts = Array.isArray(issues) ? issues.map((id: string) => [id, issueFile(id)]) : Object.entries(issues);
  for (const [id = '', text = ''] of texts) repo.write(`repo/.harness/issues/${id}.md`, text);
  return repo;
}

export const issueFile = (id: string, more = '', body = `Add the file ${id}.txt. It should exist.`): string =>
  `---\nid: ${id}\ntitle: Add ${id}\nlabels: [ready]\n${more}---\n\n${body}\n`;

export const changeGroup = (files: readonly string[], more: Answer = {}): Answer => ({
  title: `add ${files[0] ?? ''}`,
  type: 'feat',
  files,
  changes: 'a file',
  invariants: [],
  ...more,
});

/** One group with one file, unless others are given. */
export const planning = (
  item: string,
  groups: readonly Answer[] = [changeGroup([`${item}.txt`])],
  more: Answer = {},
): Answer => ({
  when: { role: 'issues.planner', item },
  json: {
    goal: 'a file',
    subsystems: [],
    criteria: [],
    constraints: [],
    files: groups.flatMap(({ files }) => files as readonly string[]),
    groups,
    risks: [],
    blocked: null,
  },
  usage,
  ...more,
});

export const blockedPlan = (item: string, question: string): Answer => ({
  when: { role: 'issues.planner', item },
  json: {
    goal: '',
    subsystems: [],
    criteria: [],
    constraints: [],
    files: [],
    groups: [],
    risks: [],
    blocked: { questions: [question] },
  },
  usage,
});

export const write = (path: string, text = 'x\n') => ({ write: { path, text } });

export const working = (
  item: string,
  steps: readonly Answer[] = [write(`${item}.txt`)],
  more: Answer = {},
  when: Answer = {},
): Answer => ({
  when: { role: 'issues.worker', item, ...when },
  steps,
  reply: 'done',
  usage,
  ...more,
});

export const reviewing = (item: string, more: Answer = {}, when: Answer = {}): Answer => ({
  when: { role: 'issues.reviewer', item, ...when },
  json: { verdict: 'PASS', invariants: [], warnings: [], gaps: [], ...more },
  usage,
});

export const person = (header: string, choose: string, { note, ...when }: Answer = {}): Answer => ({
  when: { header, ...when },
  choose,
  ...(note === undefined ? {} : { note }),
});

/** The first answer that fits counts; each issue of the list adds one file, unless an answer says otherwise. */
export const queueScript = (
  repo: Repository,
  issues: readonly string[],
  answers: readonly Answer[] = [],
  people: readonly Answer[] = [],
): string => script(repo, [...answers, ...issues.flatMap((id) => [planning(id), working(id), reviewing(id)])], people);

export const startLoop = (repo: Repository, file: string, ...flags: readonly string[]): RunningCommand =>
  repo.start(['issues', 'start', '--script', file, ...flags]);

/** The markers of an output, in order. */
export const markersIn = ({ stdout }: Pick<CommandResult, 'stdout'>): readonly string[] =>
  stdout.match(/^\[(?:ISSUE|HARNESS)_\w+(?:: [^\]\n]+)?\]$/gm) ?? [];

export const said = ({ stdout, stderr }: CommandResult): string => `${stdout}${stderr}`;

export interface ReadIssue {
  readonly title: string;
  readonly status: string;
  readonly labels: readonly string[];
  /** Without marks. */
  readonly comments: readonly string[];
  readonly marks: readonly (Mark | null)[];
}

export const issueTextOf = ({ path }: Repository, id: string): string =>
  readFileSync(join(path, `.harness/issues/${id}.md`), 'utf8');

export function readIssue(repo: Repository, id: string): ReadIssue {
  const read = readLocalIssue(id, issueTextOf(repo, id));
  if (!read.ok) throw new Error(`${id}: ${read.problem} ${read.detail}`);
  const { title, status, labels } = read.issue;
  const { comments } = parseContent('', read.content);
  return {
    title,
    status,
    labels,
    comments: comments.map(({ text }) => withoutMarks(text).trim()),
    marks: comments.map(({ text }) => markOf(text)),
  };
}

/** As `harness issues status --json` shows it. */
export interface ShownLoop {
  readonly active: boolean;
  readonly iteration: number;
  readonly maxIterations: number;
  readonly completed: readonly string[];
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
  readonly consecutiveFailures: number;
  readonly currentIssue: string | null;
  readonly friction: readonly object[];
}

export const loopOfRepository = (repo: Repository): Promise<ShownLoop> => repo.json<ShownLoop>('issues', 'status');

export const loopFileOf = ({ path }: Repository): string | null => {
  const file = join(path, '.claude/harness-state.local.md');
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
};

/** Subjects of the commits after the settings, oldest first. */
export const loopSubjects = (repo: Repository, ref = 'HEAD'): readonly string[] =>
  repo.git('log', '--reverse', '--format=%s', ref).split('\n').slice(2);
