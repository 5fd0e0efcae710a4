/** The folder `.harness` of a repository: journals and lanes stay out of commits, knowledge may go in. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, startOf } from '@harness/effects/process/identity';
import { endOwner } from '@harness/effects/process/owner';
import { makeFolder, onDisk } from '@harness/engine/store/folder';
import { type JsonlStore, jsonlStore } from '@harness/engine/store/jsonl';

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

export const storeOf = (root: string): JsonlStore =>
  jsonlStore(join(root, '.harness', 'runs'), {
    self: () => ({ pid: process.pid, startedAt: startOf(process.pid) ?? '' }),
    isAlive,
    end: endOwner,
  });

/** Made before the first run, so that nothing of ours ever shows in the user's `git status`. */
export function prepareFolder(root: string): void {
  const folder = join(root, '.harness');
  makeFolder(folder);
  const path = join(folder, '.gitignore');
  if (!existsSync(path)) onDisk(path, () => writeFileSync(path, ignored));
}
