/**
 * Whether what is installed in the user's checkout still is what its lock file asks for. A merge moves the lock file along
 * and installs nothing, so the first lane writes down what it saw together; a folder that was changed since is believed anew.
 */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { absent } from './folder.ts';
import { dependenciesFolder } from './install.ts';

interface Together {
  readonly print: string;
  readonly changedMs: number;
}

export async function isCurrent(repo: string, folder: string, print: string): Promise<boolean> {
  const file = join(dependenciesFolder(repo), 'checkout', `${folder.replaceAll('/', '-')}.json`);
  const { mtimeMs: changedMs } = await stat(join(repo, folder));
  const text = await readFile(file, 'utf8').catch(absent);
  const seen = text === null ? null : (JSON.parse(text) as Together);
  if (seen?.changedMs === changedMs) return seen.print === print;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ print, changedMs } satisfies Together));
  return true;
}
