/** Keeps the state file of the issue loop out of commits (I-04): it belongs to this machine. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loopFile } from '@harness/core/issue-loop/document';
import { commonGitFolder } from '@harness/effects/sandbox/git-folders';
import { refuseUnwritableSync } from '@harness/engine/store/durable-file';

/** Adds the file to `.git/info/exclude`, once. */
export function excludeLoopFile(root: string): void {
  const folder = commonGitFolder(root);
  if (folder === undefined) return;
  const path = join(folder, 'info', 'exclude');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (text.split('\n').some((line) => line.trim() === `/${loopFile}`)) return;
  refuseUnwritableSync(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, `${text === '' || text.endsWith('\n') ? '' : '\n'}/${loopFile}\n`);
  });
}
