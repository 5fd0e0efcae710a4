/** The identities that a run began with: kept in its folder, so that its prompts begin the same until it ends (M-24). */
import { readFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { absent } from '../git/folder.ts';
import { ownRedactor } from '../secret/redactor.ts';
import { identitiesIn } from './identity.ts';

const name = 'identity.json';

/** Once: whoever comes again after a crash finds what the first one took. */
export async function takeIdentities(runFolder: string, dir: string): Promise<void> {
  const path = join(runFolder, name);
  if ((await readFile(path).catch(absent)) !== null) return;
  const text = ownRedactor().text(JSON.stringify(await identitiesIn(dir), null, 2));
  const draft = `${path}.${process.pid}.draft`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, path);
}

/** Nothing where the run has taken none. `role` is an id, `mission.worker`. */
export function identityOfRun(runFolder: string, role: string): string {
  try {
    const identities = JSON.parse(readFileSync(join(runFolder, name), 'utf8')) as Readonly<Record<string, string>>;
    return identities[role.replace(/^mission\./, '')] ?? '';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
