/** Writes a suggested command as the user can type it: `harness` on PATH, or `npm start --` in the folder of a clone. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram } from '@harness/effects/process/find';
import { shellQuote } from '../render/shell-quote.ts';
import { harnessCommand } from './repo.ts';

/** Elsewhere the word stays `harness`: the README says what it stands for. */
export function typedCommand(command: string, repo: string | undefined): string {
  const whole = harnessCommand(command, repo);
  if (!whole.startsWith('harness ') || !isInClone() || isOnPath()) return whole;
  return `npm start -- ${whole.slice('harness '.length)}`;
}

/** For commands to copy into a shell of any folder. */
export const launcherCommand = (product = productFolder()): string =>
  isOnPath() ? 'harness' : `node ${shellQuote(join(product, 'bin', 'harness.mjs'))}`;

const isOnPath = (): boolean => findProgram('harness', process.env['PATH']) !== undefined;

const isInClone = (): boolean => {
  const product = productFolder();
  return process.cwd() === product && existsSync(join(product, 'packages'));
};

/** The nearest folder with the launcher: some callers start the bundle, which lies deeper. */
function productFolder(): string {
  const started = process.argv[1] ?? '';
  const start = dirname(existsSync(started) ? realpathSync(started) : process.cwd());
  for (let folder = start; dirname(folder) !== folder; folder = dirname(folder))
    if (existsSync(join(folder, 'bin', 'harness.mjs'))) return folder;
  return start;
}
