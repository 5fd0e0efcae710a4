/**
 * Issues as Markdown files in a folder of the repository.
 *
 *   LT1. One process of the harness at a time writes. Each operation is one replaced file, so a crash leaves all of it or
 *        none.
 *   LT2. A change by a person between reading and writing is read again, never overwritten.
 */
import { mkdir } from 'node:fs/promises';
import type { ClaimedIssue, CommentedIssue, FinishedIssue } from '@harness/core/effects/tracker';
import type { IssueChange, ListedIssue, TrackerScope } from '@harness/core/tracker/issue';
import {
  hasLabel,
  isInProject,
  isOver,
  isSameName,
  type LocalIssue,
  newIssueText,
  parseContent,
  withComment,
  withIssueStatus,
} from '@harness/core/tracker/local-issue';
import { claimsIn, isClaimHeld, isMarked, lastClaim, runOfEffect, withMark } from '@harness/core/tracker/marks';
import { refuseUnwritable } from '../../file/refuse-unwritable.ts';
import { type TryLock, withLock } from '../../file/with-lock.ts';
import type { HasRunEnded, Tracker, TrackerTask } from '../tracker.ts';
import { TrackerError } from '../tracker-error.ts';
import {
  createIssueFile,
  type IssueFile,
  issueFolder,
  readIssueFile,
  readIssueFiles,
  replaceIssueFile,
} from './issue-files.ts';

interface Settings {
  readonly repo: string;
  /** Relative to the root of the repository. */
  readonly dir: string;
  readonly tryLock: TryLock;
  readonly hasRunEnded: HasRunEnded;
}

export function localTracker(settings: Settings): Tracker {
  const { repo, dir } = settings;
  const locked = <Value>(act: (folder: string) => Promise<Value>): Promise<Value> =>
    withLock(
      settings.tryLock,
      () => new TrackerError('tracker.unavailable', { detail: 'another process holds the lock of the local tracker' }),
      () => act(issueFolder(repo, dir)),
    );
  const all = (task: TrackerTask) => readIssueFiles(issueFolder(repo, dir), task.skip);
  return {
    open: async (scope, task) =>
      openProject(
        scope,
        (await all(task)).map(({ issue }) => issue),
      ),
    list: async (scope, task) => listIssues(scope, await all(task), task),
    async read(_, id, task) {
      const file = await readKnown(issueFolder(repo, dir), id, task);
      return file && parseContent(file.issue.title, file.content);
    },
    claim: (scope, id, comment, task) =>
      locked((folder) => editFile(folder, id, task, goneIssue, (file) => claim(settings, scope, file, comment, task))),
    comment: (_, id, body, task) =>
      locked((folder) => editFile(folder, id, task, goneIssue, async (file) => comment(file, body, task))),
    finish: (scope, id, task) =>
      locked((folder) => editFile(folder, id, task, goneIssue, async (file) => finish(scope, file, task))),
    create: (scope, issue, task) => locked((folder) => createIssue(folder, scope, issue, task)),
  };
}

const goneIssue = { is: 'changed', how: 'gone' } as const;

/** A folder without issues has every project. */
function openProject({ project }: TrackerScope, issues: readonly LocalIssue[]): string {
  const named = [...new Set(issues.map((issue) => issue.project))];
  const own = named.find((one) => one !== '' && isSameName(one, project));
  if (project === '' || own !== undefined || named.length === 0 || named.includes('')) return own ?? project;
  const detail = `no issue belongs to the project ${project}; there are: ${named.join(', ')}`;
  throw new TrackerError('tracker.not-found', { detail });
}

async function listIssues(
  scope: TrackerScope,
  files: readonly IssueFile[],
  task: TrackerTask,
): Promise<readonly ListedIssue[]> {
  const known = new Map(files.map(({ issue }) => [issue.id, issue]));
  const rows: ListedIssue[] = [];
  for (const { issue } of files) {
    if (isOver(issue, scope) || !hasLabel(issue, scope.label) || !isInProject(issue, scope)) continue;
    const { id, title, status, priority, labels, createdAt } = issue;
    const blockedBy = issue.blockedBy.filter((other) => !isOver(known.get(other) ?? openIssue, scope));
    for (const other of blockedBy)
      if (!known.has(other)) await task.skip(`${id}.md`, { problem: 'missing-blocker', detail: other });
    rows.push({ id, title, status, priority, labels, blockedBy, url: null, createdAt });
  }
  return rows;
}

/** A blocker that is missing or cannot be read may be unfinished. */
const openIssue = { status: '' };

/** `null` if the file is missing, or not an issue any more. */
async function readKnown(folder: string, id: string, task: TrackerTask): Promise<IssueFile | null> {
  const file = readIssueFile(folder, id);
  if (file === null || !('problem' in file)) return file;
  await task.skip(`${id}.md`, file);
  return null;
}

/** The answer, and the text to write; without a text nothing is written. */
interface Edit<Answer> {
  readonly answer: Answer;
  readonly text?: string;
}

async function editFile<Answer>(
  folder: string,
  id: string,
  task: TrackerTask,
  gone: Answer,
  edit: (file: IssueFile) => Promise<Edit<Answer>>,
): Promise<Answer> {
  for (;;) {
    task.signal.throwIfAborted();
    const file = await readKnown(folder, id, task);
    if (file === null) return gone;
    const { answer, text } = await edit(file);
    if (text === undefined || (await replaceIssueFile(folder, file, text))) return answer;
  }
}

async function claim(
  { hasRunEnded }: Settings,
  scope: TrackerScope,
  { issue, text, content }: IssueFile,
  comment: string,
  { effect, run }: TrackerTask,
): Promise<Edit<ClaimedIssue>> {
  const how = changeOf(issue, scope);
  if (how !== null) return { answer: { is: 'changed', how } };
  const holder = lastClaim(claimsIn(parseContent('', content).comments));
  if (holder?.effect === effect) return { answer: { is: 'claimed' } };
  const holderRun = holder === null ? null : runOfEffect(holder.effect);
  if (holder !== null && holderRun !== null && holderRun !== runOfEffect(run)) {
    const facts = {
      isInProgress: isSameName(issue.status, scope.inProgressStatus),
      ageMs: Date.now() - (Date.parse(holder.at) || 0),
      hasRunEnded: await hasRunEnded(holderRun),
    };
    if (isClaimHeld(facts)) return { answer: { is: 'taken', by: holderRun } };
  }
  const marked = withMark(comment, { kind: 'claim', effect, over: holder?.effect ?? null });
  return {
    answer: { is: 'claimed' },
    text: withComment(withIssueStatus(text, scope.inProgressStatus), ownComment(marked)),
  };
}

/** A change by a person since the issue was listed; `null` if it still is in the scope. */
function changeOf(issue: LocalIssue, scope: TrackerScope): IssueChange | null {
  if (isOver(issue, scope)) return 'closed';
  if (!isInProject(issue, scope)) return 'moved';
  return hasLabel(issue, scope.label) ? null : 'relabelled';
}

function comment({ text, content }: IssueFile, body: string, { effect }: TrackerTask): Edit<CommentedIssue> {
  const written = { answer: { is: 'written' } } as const;
  if (parseContent('', content).comments.some((one) => isMarked(one.text, 'comment', effect))) return written;
  return { ...written, text: withComment(text, ownComment(withMark(body, { kind: 'comment', effect, over: null }))) };
}

function finish(scope: TrackerScope, { issue, text }: IssueFile, { isRetry }: TrackerTask): Edit<FinishedIssue> {
  if (isRetry && isSameName(issue.status, scope.doneStatus)) return { answer: { is: 'done' } }; // by the earlier try
  if (isOver(issue, scope)) return { answer: { is: 'changed', how: 'closed' } };
  if (!isSameName(issue.status, scope.inProgressStatus)) return { answer: { is: 'changed', how: 'moved' } };
  return { answer: { is: 'done' }, text: withIssueStatus(text, scope.doneStatus) };
}

const ownComment = (text: string) => ({ by: 'harness', at: secondsOf(new Date()), text });

const secondsOf = (date: Date) => date.toISOString().replace(/\.\d+/, '');

async function createIssue(
  folder: string,
  scope: TrackerScope,
  { title, body }: { readonly title: string; readonly body: string },
  task: TrackerTask,
): Promise<{ readonly issue: string; readonly isNew: boolean }> {
  const files = await readIssueFiles(folder, task.skip);
  const own = files.find(({ content }) => isMarked(content, 'issue', task.effect));
  if (own) return { issue: own.issue.id, isNew: true };
  const same = files.find(({ issue }) => issue.title === title && !isOver(issue, scope) && isInProject(issue, scope));
  if (same) return { issue: same.issue.id, isNew: false };
  await refuseUnwritable(folder, () => mkdir(folder, { recursive: true }));
  const { label, project } = scope;
  const marked = withMark(body, { kind: 'issue', effect: task.effect, over: null });
  for (const id of freeIds(files.map(({ issue }) => issue.id))) {
    const text = newIssueText({ id, title, labels: [label], project, createdAt: secondsOf(new Date()), body: marked });
    if (await createIssueFile(folder, id, text)) return { issue: id, isNew: true };
  }
  throw new Error('the ids never end');
}

/** Counts on from the highest number of the most common prefix. A file that cannot be read keeps its id. */
function* freeIds(ids: readonly string[]): Generator<string> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(prefixOf(id), (counts.get(prefixOf(id)) ?? 0) + 1);
  const prefix = [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 'ISSUE';
  const numbers = ids.filter((id) => prefixOf(id) === prefix).map((id) => Number(id.slice(prefix.length + 1)));
  for (let number = Math.max(0, ...numbers) + 1; ; number++) yield `${prefix}-${number}`;
}

const prefixOf = (id: string) => id.slice(0, id.indexOf('-'));
