/**
 * Decides what an agent may write. Sandbox, providers, recorder and dry run all use this one decision.
 *
 *   W1. The mode `exec` may write the working folder, except `.harness` of the user's checkout and the state file of the
 *       issue loop, with which a person stops the loop. No other mode may.
 *   W2. In every mode a role may write exactly the paths that it names for its input: its output file and `writes`.
 *   W3. A named path is relative and leads neither out of the folder nor to files of git. A path that ends in `/` is a
 *       folder: the role may write everything below it, but not replace the folder itself.
 *   W4. No role may name the folders below `.harness` in which the harness keeps runs, lanes, locks, hooks and trust.
 *   W5. Named paths are compared byte by byte; `.harness` is recognised in any spelling.
 */
import { loopFile } from '../issue-loop/document.ts';
import { gitNames, normalizeName, relativePath } from '../text/paths.ts';
import type { Mode, Role } from './role.ts';

export interface WriteAccess {
  readonly mode: Mode;
  /** Relative to the working folder; a path that ends in `/` is a folder. */
  readonly writes: readonly string[];
  /** Whether the working folder is the user's checkout, whose `.harness` belongs to the harness. */
  readonly isCheckout: boolean;
}

type NamedPaths =
  | { readonly ok: true; readonly paths: readonly string[] }
  | { readonly ok: false; readonly path: string };

/** The paths that a role names, or the first one that it must not name; `undefined` if it is a role without any. */
export function namedPaths({ output, writes }: Role<never, unknown>, input: unknown): NamedPaths | undefined {
  if (!output && !writes) return undefined;
  const named = [...(output ? [output.path(input as never)] : []), ...(writes?.(input as never) ?? [])];
  const paths: string[] = [];
  for (const path of named) {
    const normal = normalPath(path);
    if (normal === undefined) return { ok: false, path };
    paths.push(normal);
  }
  return { ok: true, paths: [...new Set(paths)] };
}

/** `path` is relative to the working folder and in normal form. */
export const mayWritePath = ({ mode, writes, isCheckout }: WriteAccess, path: string): boolean =>
  isNamedPath(writes, path) || (mode === 'exec' && !(isCheckout && (isInHarnessFolder(path) || isLoopFile(path))));

export const isNamedPath = (named: readonly string[], path: string): boolean =>
  named.some((one) => (isFolderPath(one) ? path.startsWith(one) && path !== one : path === one));

export const isFolderPath = (path: string): boolean => path.endsWith('/');

export const isInHarnessFolder = (path: string): boolean => normalizeName(path.split('/')[0] ?? '') === harnessFolder;

const isLoopFile = (path: string): boolean => path.split('/').map(normalizeName).join('/') === loopFile;

const harnessFolder = '.harness';
const kept: ReadonlySet<string> = new Set(['runs', 'worktrees', 'dependencies', 'locks', 'hooks', 'exposed']);

/** Forward slashes, no `.`; `undefined` if no role may name it. */
function normalPath(path: string): string | undefined {
  const relative = relativePath(path, 'path');
  if (!relative.ok || path.includes('\\')) return undefined;
  const [first, second] = relative.segments;
  if (first === undefined || relative.segments.some((segment) => gitNames.has(normalizeName(segment))))
    return undefined;
  const isHarness = isInHarnessFolder(first);
  if (isHarness && (first !== harnessFolder || second === undefined || kept.has(normalizeName(second))))
    return undefined;
  return `${relative.segments.join('/')}${isFolderPath(path) ? '/' : ''}`;
}
