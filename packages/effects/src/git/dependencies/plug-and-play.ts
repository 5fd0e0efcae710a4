/** Recognizes packages that Yarn installs without `node_modules` (Plug'n'Play): no lane can get a copy of them. */
import { join } from 'node:path';
import { fail } from '@harness/core/failure/failure';
import { installCommandFor } from '@harness/core/lane/dependencies';
import { pathExists } from '../../file/file-system.ts';
import { readRegularFile } from '../../file/regular-file.ts';

/** Yarn's file instead of `node_modules`. It names the places of packages relative to itself, so it is not copied. */
const list = '.pnp.cjs';
const detail = `${list} cannot be copied; commit it together with .yarn/cache, or set nodeLinker: node-modules`;

export const hasPackageList = (root: string): Promise<boolean> => pathExists(join(root, list));

export const packageListMissing = (command: string) => fail('dependencies.failed', { command, detail });

/** The install command of a lane that needs this file and does not have it; `null` for any other lane. */
export async function commandWithoutList(
  root: string,
  locks: Parameters<typeof installCommandFor>[0],
): Promise<string | null> {
  const command = installCommandFor(locks);
  if (command !== installCommandFor([{ lock: 'yarn.lock', text: '' }]) || (await hasPackageList(root))) return null;
  const settings = (await readRegularFile(join(root, '.yarnrc.yml'), 'utf8')) ?? '';
  return /^nodeLinker:\s*["']?(?:node-modules|pnpm)\b/m.test(settings) ? null : command;
}
