/** Creates the state folder of plans with a `.gitignore`, so that the next run finds a clean tree (D-67). */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function prepareStateFolder(root: string, stateDir: string): void {
  const folder = join(root, stateDir);
  const ignore = join(folder, '.gitignore');
  if (existsSync(ignore)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(ignore, '*\n');
}
