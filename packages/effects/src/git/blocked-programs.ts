/**
 * Finds the programs that git's configuration names, and replaces them for the calls of the harness.
 *
 * The settings are read again when a file of the configuration changed: the user may install a filter during a run.
 */

import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type GitSetting, settingsWithoutPrograms } from '@harness/core/git-config/programs';
import { tryOr } from '../file/file-system.ts';
import { gitFoldersOf } from '../sandbox/git-folders.ts';
import { createProcessCache } from './process-cache.ts';

interface KnownSettings {
  readonly settings: readonly GitSetting[];
  /** Settings that replace the programs. */
  readonly replaced: readonly GitSetting[];
  readonly stamps: ReadonlyMap<string, string>;
}

/** Prints the configuration for one folder; it starts git. */
type ReadSettings = () => Promise<string>;

const known = createProcessCache<KnownSettings>(1_000);

/** Settings of git for a folder; `gitDir` is its git folder if the caller names it. */
export async function gitSettings(cwd: string, gitDir: string | undefined, read: ReadSettings): Promise<KnownSettings> {
  const folder = settingsFolder(cwd, gitDir);
  const found = known.get(folder);
  if (found !== undefined && isCurrent(found.stamps)) return found;
  const { settings, files } = parseSettings(await read());
  const paths = [...usualFiles(folder), ...files.map((file) => resolve(cwd, file))];
  const stamps = new Map(paths.map((file) => [file, stampOf(file)]));
  const fresh = { settings, stamps, replaced: settingsWithoutPrograms(settings) };
  known.set(folder, fresh);
  return fresh;
}

/** The folder whose settings apply. All worktrees share those of the repository, unless one has its own. */
function settingsFolder(cwd: string, gitDir: string | undefined): string {
  const [own = cwd, common = own] =
    gitDir === undefined ? gitFoldersOf(cwd) : [gitDir, gitDir.replace(/\/worktrees\/[^/]+$/, '')];
  return own !== common && existsSync(join(own, 'config.worktree')) ? own : common;
}

/** Files that may be created later, besides those that git named. */
const usualFiles = (folder: string): readonly string[] => {
  const home = process.env['HOME'] ?? '/';
  const xdg = process.env['XDG_CONFIG_HOME'] || join(home, '.config');
  return [
    join(folder, 'config'),
    join(folder, 'config.worktree'),
    join(home, '.gitconfig'),
    join(xdg, 'git', 'config'),
    '/etc/gitconfig',
  ];
};

const isCurrent = (stamps: KnownSettings['stamps']) => [...stamps].every(([file, stamp]) => stampOf(file) === stamp);

function stampOf(file: string): string {
  const found = tryOr(() => statSync(file, { throwIfNoEntry: false }), undefined, 'ENOTDIR', 'EACCES', 'ELOOP');
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
}

/** Parses `git config --list --show-origin -z`: origin and setting in turn; name and value are separated by a newline. */
function parseSettings(output: string): { settings: readonly GitSetting[]; files: readonly string[] } {
  const fields = output.split('\0');
  const files = fields.filter((field, at) => at % 2 === 0 && field.startsWith('file:')).map((field) => field.slice(5));
  const settings = fields
    .filter((_, at) => at % 2 === 1)
    .map((field): GitSetting => {
      const at = field.indexOf('\n');
      return at < 0 ? [field, 'true'] : [field.slice(0, at), field.slice(at + 1)];
    });
  return { settings, files: [...new Set(files)] };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Adds settings to the environment of git. Variables instead of options: a name may contain any character. */
export function withSettings(environment: Environment, settings: readonly GitSetting[]): Environment {
  if (settings.length === 0) return environment;
  const first = Number(environment['GIT_CONFIG_COUNT'] ?? 0); // the caller may have set some
  const pairs = settings.flatMap(([name, value], at) => [
    [`GIT_CONFIG_KEY_${first + at}`, name],
    [`GIT_CONFIG_VALUE_${first + at}`, value],
  ]);
  const count = { GIT_CONFIG_COUNT: `${first + settings.length}` };
  return { ...environment, ...count, ...(Object.fromEntries(pairs) as Record<string, string>) };
}
