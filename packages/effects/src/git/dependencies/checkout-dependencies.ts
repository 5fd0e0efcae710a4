/**
 * Whether what is installed in the user's checkout still is what its lock file asks for. A merge moves the lock file along
 * and installs nothing, so the first lane writes down what it saw together; a folder that was changed since is believed anew.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nullIfMissing } from '../file-system.ts';
import { dependenciesFolder } from './install-dependencies.ts';

interface Together {
  readonly print: string;
  readonly changedMs: number;
}

export async function isCurrent(repo: string, folder: string, print: string): Promise<boolean> {
  const file = join(dependenciesFolder(repo), 'checkout', `${folder.replaceAll('/', '-')}.json`);
  const { mtimeMs: changedMs } = await stat(join(repo, folder));
  const text = await readFile(file, 'utf8').catch(nullIfMissing);
  const seen = text === null ? null : together(text);
  if (seen?.changedMs === changedMs) return seen.print === print;
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}.draft`; // several lanes open at once: none may read half of what another writes
  await writeFile(draft, JSON.stringify({ print, changedMs } satisfies Together));
  await rename(draft, file);
  return true;
}

/** What a process that died left half written says nothing: it is believed anew. */
function together(text: string): Together | null {
  try {
    return JSON.parse(text) as Together | null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
