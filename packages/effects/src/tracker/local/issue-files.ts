/**
 * Reads and writes the files of the local tracker.
 *
 *   IF1. No link is followed, and no file outside the folder is read.
 *   IF2. A file is replaced as a whole, only if it is still the file that was read: a person may save it at any time.
 *   IF3. A file that is not in order is reported and left out; the others are read.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type IssueProblem,
  isLocalId,
  type LocalIssue,
  maxIssueBytes,
  readLocalIssue,
} from '@harness/core/tracker/local-issue';
import { resolveContained } from '../../contained-path.ts';
import { nullIfMissing } from '../../file/file-system.ts';
import { refuseUnwritable } from '../../file/refuse-unwritable.ts';
import { createFile, replaceFile } from '../../file/replace-file.ts';
import { readTextFile } from '../../plans/text-file.ts';
import { TrackerError } from '../tracker-error.ts';

export interface IssueFile {
  readonly issue: LocalIssue;
  /** The whole file. */
  readonly text: string;
  /** The body with the comments. */
  readonly content: string;
  readonly mode: number;
}

/** Receives the file name of an issue that cannot be read. */
export type ReportProblem = (file: string, problem: IssueProblem) => Promise<void>;

/** Real path of the folder. A folder behind a link is refused: its files belong elsewhere. */
export function issueFolder(repo: string, dir: string): string {
  const contained = resolveContained(repo, dir);
  if (contained.ok) return contained.path;
  throw new TrackerError('tracker.refused', { detail: `${dir} is outside the repository or behind a link` });
}

/** Sorted by name. Empty if the folder is missing. */
export async function readIssueFiles(folder: string, report: ReportProblem): Promise<readonly IssueFile[]> {
  const names = ((await readdir(folder).catch(nullIfMissing)) ?? []).filter(isIssueName).sort();
  const found: IssueFile[] = [];
  for (const name of names) {
    const file = readIssueFile(folder, name.slice(0, -'.md'.length));
    if (file === null) continue; // deleted since the folder was read
    if ('problem' in file) await report(name, file);
    else found.push(file);
  }
  return found;
}

/** A draft of a write that is not finished starts with a dot. */
const isIssueName = (name: string) => name.endsWith('.md') && !name.startsWith('.');

/** `null` if the file is missing. */
export function readIssueFile(folder: string, id: string): IssueFile | IssueProblem | null {
  if (!isLocalId(id)) return { problem: 'bad-name', detail: '' };
  const file = readTextFile(join(folder, `${id}.md`), maxIssueBytes);
  switch (file.is) {
    case 'text': {
      const read = readLocalIssue(id, file.text);
      if (!read.ok) return { problem: read.problem, detail: read.detail };
      return { issue: read.issue, content: read.content, text: file.text, mode: file.mode };
    }
    case 'missing':
      return null;
    case 'link':
    case 'not-a-file':
      return { problem: 'unreachable', detail: file.is.replaceAll('-', ' ') };
    case 'refused':
      return { problem: 'unreachable', detail: file.detail };
    case 'too-large':
    case 'not-text':
      return { problem: file.is, detail: '' };
  }
}

/** Returns false if the file changed since it was read. */
export async function replaceIssueFile(
  folder: string,
  { issue, text, mode }: IssueFile,
  next: string,
): Promise<boolean> {
  const path = join(folder, `${issue.id}.md`);
  const edited = readLocalIssue(issue.id, next);
  if (!edited.ok) throw new TrackerError('tracker.refused', { detail: `${issue.id}.md cannot be edited` });
  return refuseUnwritable(path, async () => {
    const now = readTextFile(path, maxIssueBytes);
    if (now.is !== 'text' || now.text !== text) return false;
    await replaceFile(path, next, { durable: true, mode }); // the lock allows one writer
    return true;
  });
}

/** Returns false if the id is taken. */
export const createIssueFile = (folder: string, id: string, text: string): Promise<boolean> => {
  const path = join(folder, `${id}.md`);
  return refuseUnwritable(path, () => createFile(path, text));
};
