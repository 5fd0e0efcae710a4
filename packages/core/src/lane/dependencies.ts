/** Knows package managers: their lock files, folders, and commands that install exactly the locked versions. */

interface Installer {
  readonly lock: string;
  readonly folder: string;
  /** `undefined` if the lock file does not determine a command; existing folders are then only copied. */
  install?(text: string): string;
}

/** Only folders that still work after a copy. */
export const installers: readonly Installer[] = [
  { lock: 'package-lock.json', folder: 'node_modules', install: () => npm },
  { lock: 'npm-shrinkwrap.json', folder: 'node_modules', install: () => npm },
  { lock: 'pnpm-lock.yaml', folder: 'node_modules', install: () => 'pnpm install --frozen-lockfile' },
  { lock: 'yarn.lock', folder: 'node_modules', install: yarn },
  { lock: 'bun.lock', folder: 'node_modules', install: () => bun },
  { lock: 'bun.lockb', folder: 'node_modules', install: () => bun },
  { lock: 'composer.lock', folder: 'vendor' },
  { lock: 'Gemfile.lock', folder: 'vendor/bundle' },
  { lock: 'mix.lock', folder: 'deps' },
];

export const installedFolders: readonly string[] = [...new Set(installers.map(({ folder }) => folder))];

const cacheFolders = ['.cache', '.vite', '.vite-temp', '.vitest'];

/** Whether a tool keeps its cache in this folder of the installed packages. */
export const isCacheFolder = (name: string): boolean => cacheFolders.includes(name);

const npm = 'npm ci --no-audit --no-fund';
const bun = 'bun install --frozen-lockfile';

/** Version 1 names itself in the file; later versions removed the option. */
function yarn(text: string): string {
  return text.includes('# yarn lockfile v1') ? 'yarn install --frozen-lockfile' : 'yarn install --immutable';
}

/** Returns the install command of the first known lock file; `null` if there is none. */
export function installCommandFor(locks: readonly { readonly lock: string; readonly text: string }[]): string | null {
  for (const { lock, install } of installers) {
    const found = locks.find((one) => one.lock === lock);
    if (found && install) return install(found.text);
  }
  return null;
}

const maxLength = 300;

/** Joins the last lines of an output for use in a sentence. */
export const lastOutputLine = (tail: string): string =>
  tail
    .trim()
    .split(/\s*\n\s*/)
    .join('; ')
    .slice(-maxLength);
