/** The folder where plans keep their state: git ignores all of it from the first run on, or the next would find a dirty tree (D-67). */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function prepareStateFolder(root: string, stateDir: string): void {
  const folder = join(root, stateDir);
  const ignore = join(folder, '.gitignore');
  if (existsSync(ignore)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(ignore, '*\n');
}
