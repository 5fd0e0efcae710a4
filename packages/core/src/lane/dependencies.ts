/** What a package manager installs from a lock file: where it lies, and the command that brings exactly what the file names. */

interface Installed {
  readonly lock: string;
  readonly folder: string;
  /** Nothing where the lock file alone does not say how: then only what is installed already is cloned. */
  install?(text: string): string;
}

/** Folders that work wherever they are copied to. */
export const installers: readonly Installed[] = [
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

const npm = 'npm ci --no-audit --no-fund';
const bun = 'bun install --frozen-lockfile';

/** Its first version says who it is, and the later ones took the option away. */
function yarn(text: string): string {
  return text.includes('# yarn lockfile v1') ? 'yarn install --frozen-lockfile' : 'yarn install --immutable';
}

/** The command for the first of these lock files that says how. */
export function installCommandFor(locks: readonly { readonly lock: string; readonly text: string }[]): string | null {
  for (const { lock, install } of installers) {
    const found = locks.find((one) => one.lock === lock);
    if (found && install) return install(found.text);
  }
  return null;
}

const mostLetters = 300;

/** The end of what a command printed, as a part of one sentence. */
export const lastOutputLine = (tail: string): string =>
  tail
    .trim()
    .split(/\s*\n\s*/)
    .join('; ')
    .slice(-mostLetters);
