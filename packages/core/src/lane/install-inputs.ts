/**
 * Decides which files of a commit an installation of packages depends on, besides the lock files.
 *
 * A package manager runs code of the repository: scripts such as `postinstall`, and hooks of its own settings. An agent
 * could use them to change the installed packages, so an installation is used again only for files that cannot.
 */

import { parseJson } from '../text/json.ts';

const settings: ReadonlySet<string> = new Set([
  ...['package.json', 'pnpm-workspace.yaml', '.npmrc', '.yarnrc', '.yarnrc.yml', '.pnpmfile.cjs', '.pnpmfile.mjs'],
  ...['pnpmfile.js', 'bunfig.toml', 'composer.json', 'Gemfile', 'mix.exs'],
]);

/** Settings that name or contain code to run. */
const code: ReadonlySet<string> = new Set(['.yarnrc', '.yarnrc.yml', '.pnpmfile.cjs', '.pnpmfile.mjs', 'pnpmfile.js']);

const lifecycle = /^(pre|post)?(install|prepare|prepublish|pack|rebuild|dependencies)$/;

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

export const isInstallInput = (path: string): boolean => settings.has(nameOf(path));

/** Whether an installation runs code of the repository; `text` is the content of the file. */
export function runsRepositoryCode(path: string, text: string): boolean {
  if (code.has(nameOf(path))) return true;
  if (nameOf(path) !== 'package.json') return false;
  const manifest = parseJson(text);
  if (typeof manifest !== 'object' || manifest === null) return true; // unreadable: assume the worst
  const { scripts } = manifest as { readonly scripts?: unknown };
  return typeof scripts === 'object' && scripts !== null && Object.keys(scripts).some((name) => lifecycle.test(name));
}
