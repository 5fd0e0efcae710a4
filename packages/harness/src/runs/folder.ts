/** Creates and opens the folder `.harness` of a repository. Run state is git-ignored; knowledge may be committed. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Inbox } from '@harness/engine/inbox';
import { createFolder, refuseUnwritableSync } from '@harness/engine/store/durable-file';
import { type JsonlStore, jsonlStore } from '@harness/engine/store/jsonl';
import { resolveRepo } from '../cli/repo.ts';
import { findRepositoryRoot } from '../repository/repository.ts';

const ignored = `# Run state stays out of commits; what was learned may go in.
*
!learnings.md
!failures.md
!features.json
!validation-contract.md
!memory/
!memory/MEMORY.md
!sessions/
!sessions/*/
!sessions/*/summary.md
`;

/** Loaded late: commands that only read own no run. */
const processes = {
  identity: () => import('@harness/effects/process/process-identity'),
  owner: () => import('@harness/effects/process/owner'),
};

/** Opens the repository of a command. */
export function openRepository(options: Readonly<Record<string, unknown>>) {
  const root = findRepositoryRoot(resolveRepo(options));
  return { root, store: openStore(root) };
}

export function openStore(root: string): JsonlStore {
  const store = jsonlStore(join(root, '.harness', 'runs'), {
    self: async () => ({ pid: process.pid, startedAt: (await processes.identity()).startTimeOf(process.pid) ?? '' }),
    isAlive: async (one) => (await processes.identity()).isAlive(one),
    end: async (one) => (await processes.owner()).endOwner(one),
  });
  return { ...store, inbox: (run) => withoutKeys(store.inbox(run)) };
}

/** Folder of a lock that all processes of the harness in this repository share. No agent sees it. */
export const lockFolder = (root: string, ...names: readonly string[]): string =>
  join(root, '.harness', 'locks', ...names);

/** Redacts keys from messages before they are stored. */
const withoutKeys = (inbox: Inbox): Inbox => ({
  ...inbox,
  async put(id, message) {
    const { keyRedactor } = await import('@harness/effects/secret/redactor'); // loaded late: reading commands store no message
    return inbox.put(id, keyRedactor().deep(message));
  },
});

/** Creates the folder before the first run, with a `.gitignore` that keeps `git status` clean. */
export function prepareHarnessFolder(root: string): void {
  const folder = join(root, '.harness');
  createFolder(folder);
  const path = join(folder, '.gitignore');
  if (!existsSync(path)) refuseUnwritableSync(path, () => writeFileSync(path, ignored));
}
