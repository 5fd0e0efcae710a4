/** Keeps the state file of the issue loop out of commits (I-04): it belongs to this machine. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loopFile } from '@harness/core/issue-loop/document';
import { commonGitFolder, ownGitFolder } from '@harness/effects/git/git-folder';
import { refuseUnwritableSync } from '@harness/engine/store/durable-file';

/** With the drafts that a killed process leaves beside it. */
const pattern = `/${loopFile}*`;

/** Adds the file to `.git/info/exclude`, once. */
export function excludeLoopFile(root: string): void {
  const own = ownGitFolder(root);
  if (own === undefined) return;
  const path = join(commonGitFolder(own), 'info', 'exclude');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (text.split('\n').some((line) => line.trim() === pattern)) return;
  refuseUnwritableSync(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, `${text === '' || text.endsWith('\n') ? '' : '\n'}${pattern}\n`);
  });
}
