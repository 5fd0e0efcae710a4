/** Sets up a local tracker in a temporary folder, and people who edit its files, for tests. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TrackerScope } from '@harness/core/tracker/issue';
import {
  isOver,
  isSameName,
  parseContent,
  readLocalIssue,
  withComment,
  withIssueStatus,
} from '@harness/core/tracker/local-issue';
import type { TryLock } from '../../file/with-lock.ts';
import { testFolder } from '../../test-folder.ts';
import { type TrackerPeople, type TrackerStage, trackerStage } from '../test-stage.ts';
import { localTracker } from './tracker.ts';

export const localScope: TrackerScope = {
  kind: 'local',
  project: 'app',
  team: 'MB90',
  label: 'ready',
  inProgressStatus: 'In Progress',
  doneStatus: 'Done',
};

export interface LocalStage extends TrackerStage {
  readonly repo: string;
  readonly folder: string;
  write(name: string, text: string): void;
  file(id: string): string;
}

export async function localStage(): Promise<LocalStage> {
  const repo = await testFolder();
  const dir = '.harness/issues';
  const folder = join(repo, dir);
  mkdirSync(folder, { recursive: true });
  const pathOf = (id: string) => join(folder, `${id}.md`);
  const file = (id: string) => readFileSync(pathOf(id), 'utf8');
  const lock = cuttingLock();
  return {
    ...trackerStage({
      folder: repo,
      scope: localScope,
      people: peopleOf(pathOf, folder),
      cut: lock.cut,
      isCut: lock.isCut,
      tracker: async (hasRunEnded) => localTracker({ repo, dir, tryLock: lock.tryLock, hasRunEnded }),
    }),
    repo,
    folder,
    file,
    write: (name, text) => writeFileSync(join(folder, name), text),
  };
}

function peopleOf(pathOf: (id: string) => string, folder: string): TrackerPeople {
  let count = 0;
  const edit = (id: string, change: (text: string) => string) =>
    writeFileSync(pathOf(id), change(readFileSync(pathOf(id), 'utf8')));
  return {
    add({ title, body = 'Do it.', priority = 0, labels = ['ready'], blockedBy = [], isElsewhere, minute }) {
      const id = `APP-${++count}`;
      const createdAt = new Date(Date.UTC(2026, 0, 1, 0, minute ?? count)).toISOString();
      const fields = { id, title, status: 'Todo', priority, labels, blockedBy, createdAt };
      const all = { ...fields, project: isElsewhere ? 'other' : 'app' };
      const lines = Object.entries(all).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
      writeFileSync(pathOf(id), `---\n${lines.join('\n')}\n---\n${body === null ? '' : `\n${body}\n`}`);
      return id;
    },
    close: (id, as) => edit(id, (text) => withIssueStatus(text, as === 'done' ? 'Done' : 'Cancelled')),
    reopen: (id) => edit(id, (text) => withIssueStatus(text, 'Todo')),
    unlabel: (id) => edit(id, (text) => text.replace(/^labels: .*$/m, 'labels: [later]')),
    move: (id) => edit(id, (text) => text.replace(/^project: .*$/m, 'project: other')),
    edit: (id, { title, body }) =>
      edit(id, (text) =>
        text
          .replace(/^title: .*$/m, (line) => (title === undefined ? line : `title: ${JSON.stringify(title)}`))
          .replace(/(?<=\n---\n\n)[^#]*/, (own) => body ?? own),
      ),
    comment: (id, text) => edit(id, (own) => withComment(own, { by: 'ada', at: '2026-01-02T10:00:00Z', text })),
    remove: (id) => rmSync(pathOf(id)),
    look(id) {
      if (!existsSync(pathOf(id))) return null;
      const read = readLocalIssue(id, readFileSync(pathOf(id), 'utf8'));
      if (!read.ok) throw new Error(`${id} is no issue: ${read.problem} ${read.detail}`);
      const { status, title, labels } = read.issue;
      const isDone = isSameName(status, localScope.doneStatus);
      const isActive = isSameName(status, localScope.inProgressStatus);
      const comments = parseContent('', read.content).comments.map(({ text }) => text);
      const now = isDone ? 'done' : isOver(read.issue, localScope) ? 'cancelled' : isActive ? 'in progress' : 'open';
      return { status: now, title, labels, comments };
    },
    count: () => readdirSync(folder).filter((name) => name.endsWith('.md')).length,
  };
}

/** A lock within this process. A cut ends the operation before or after its only write. */
function cuttingLock() {
  let [isHeld, isCut] = [false, false];
  let next: { nth: number; when: 'before' | 'after' } | undefined;
  const tryLock: TryLock = async () => {
    if (isHeld) return undefined;
    const cut = next?.nth === 0 ? next.when : undefined;
    if (next) next = next.nth === 0 ? undefined : { ...next, nth: next.nth - 1 };
    if (cut) isCut = true;
    if (cut === 'before') throw new Error('the process died');
    isHeld = true;
    return {
      release: async () => {
        isHeld = false;
        if (cut === 'after') throw new Error('the process died');
      },
    };
  };
  return {
    tryLock,
    isCut: () => isCut,
    cut(nth: number, when: 'before' | 'after') {
      next = { nth, when };
    },
  };
}
