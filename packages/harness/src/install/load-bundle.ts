/**
 * Loads all files of the bundle into a process that runs for long. `npm install --global` of a new version deletes the files
 * of the old one, and a command that still imports them would fail.
 *
 *   L1. Only an installed package needs this: a build of a clone keeps the files of earlier builds for a day.
 *   L2. The daemon waits for it before it is ready. Any other command does it when it has run for a while.
 */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const longRunMs = 10_000;

/** Only the bundle of the package contains this file. */
const isPackaged = (folder: string): boolean => existsSync(join(folder, 'portable-parser.mjs'));

/** Files that other processes start. */
const isStarted = (name: string): boolean => name === 'harness.mjs' || name.startsWith('portable-');

let loading: Promise<void> | undefined;

/** Once per process: later the files may be those of another version. */
export const loadWholeBundle = (): Promise<void> => (loading ??= loadFrom(dirname(fileURLToPath(import.meta.url))));

async function loadFrom(folder: string): Promise<void> {
  if (!isPackaged(folder)) return;
  const names = readdirSync(folder).filter((name) => name.endsWith('.mjs') && !isStarted(name));
  const loaded = new Map<string, Promise<unknown>>();
  for (const name of names) {
    const file = import(pathToFileURL(join(folder, name)).href) as Promise<unknown>;
    await file;
    loaded.set(`./${name}`, file);
  }
  // Node searches the disk for every import, also of a file in memory, so the bundle looks here first.
  Object.assign(globalThis, { harnessBundle: loaded });
}

/** Does not keep the process alive. */
export function loadBundleInLongRuns(): void {
  const timer = setTimeout(() => {
    // An upgrade at this very moment: a file that is needed later reports the same problem.
    loadWholeBundle().catch(() => undefined);
  }, longRunMs);
  timer.unref();
}
