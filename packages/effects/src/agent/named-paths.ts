/**
 * Guards the paths that a role may write besides its mode.
 *
 *   F1. A path that leads through a link, or out of the folder, fails the call before the agent is asked.
 *   F2. After the call no link, socket or pipe of the agent is at such a path, in its parents or below such a folder: it
 *       is removed without following it, and reported as denied.
 */
import { lstat, readdir, rm } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import type { PerformContext } from '@harness/core/effects/performer';
import type { Role } from '@harness/core/role/role';
import { isFolderPath, isNamedPath, mayWritePath, namedPaths, type WriteAccess } from '@harness/core/role/write-access';
import { OutsideCheckoutError } from '../checkout/context.ts';
import { resolveInside } from '../checkout/file.ts';
import { nullIfMissing } from '../file/file-system.ts';
import type { AgentRequest } from './provider.ts';

/** `undefined` if the role names no paths. Throws an `OutsideCheckoutError` for a path that it must not name. */
export function namedPathsOf(role: Role<never, unknown>, input: unknown, cwd: string): readonly string[] | undefined {
  const named = namedPaths(role, input);
  if (named === undefined) return undefined;
  if (!named.ok) throw new OutsideCheckoutError(named.path);
  for (const path of named.paths) resolveInside(cwd, path);
  return named.paths;
}

type Accessing = Pick<AgentRequest, 'mode' | 'writes' | 'cwd' | 'runFolder'>;

export const writeAccessOf = ({ mode, writes = [], cwd, runFolder }: Accessing): WriteAccess => ({
  mode,
  writes,
  isCheckout: runFolder.startsWith(join(cwd, '.harness', sep)),
});

/** `path` is relative to the folder of the agent; its links are not checked. */
export const mayWrite = (request: Accessing, path: string): boolean =>
  mayWritePath(writeAccessOf(request), normalize(path).split(sep).join('/'));

export async function removeForeignEntries(
  { cwd, writes = [] }: Pick<AgentRequest, 'cwd' | 'writes'>,
  { note, report }: Pick<PerformContext<AbortSignal>, 'note' | 'report'>,
): Promise<void> {
  for (const named of writes)
    for (const path of await removeForeign(cwd, named)) {
      await note('agent.denied', { path, step: 'write', why: 'link' });
      report({ type: 'denied', tool: 'write', path });
    }
}

/** Returns the removed paths, relative to the folder. */
async function removeForeign(cwd: string, named: string): Promise<readonly string[]> {
  const names = named.split('/').filter((name) => name !== '');
  for (const n of names.keys()) {
    const path = names.slice(0, n + 1).join('/');
    const isLast = n === names.length - 1;
    const found = await lstat(join(cwd, path)).catch(nullIfMissing);
    if (found === null) return [];
    if (found.isDirectory() || (isLast && !isFolderPath(named) && found.isFile())) continue;
    await rm(join(cwd, path), { force: true });
    return [path];
  }
  return isFolderPath(named) ? removeIrregular(cwd, names.join('/')) : [];
}

async function removeIrregular(cwd: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(cwd, folder), { withFileTypes: true });
  const removed = entries.map(async (entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isFile()) return [];
    if (entry.isDirectory()) return removeIrregular(cwd, path);
    await rm(join(cwd, path), { force: true });
    return [path];
  });
  return (await Promise.all(removed)).flat();
}

/** Calls that overlap in time, because each may change the files that another one compares. */
export interface OverlappingCalls {
  begin(request: Pick<AgentRequest, 'cwd' | 'writes'>): OngoingCall;
}
export interface OngoingCall {
  /** Whether this call, or one that overlaps with it, may write this path below the folder. */
  isNamed(path: string): boolean;
  end(): void;
}

export function trackOverlappingCalls(): OverlappingCalls {
  const ongoing = new Set<{ readonly own: readonly string[]; readonly others: string[] }>();
  return {
    begin({ cwd, writes = [] }) {
      const others = [...ongoing].flatMap(({ own }) => own);
      const call = { own: writes.map((path) => join(cwd, path)), others };
      for (const other of ongoing) other.others.push(...call.own);
      ongoing.add(call);
      return {
        isNamed: (path) => isNamedPath([...call.own, ...call.others], join(cwd, path)),
        end: () => void ongoing.delete(call),
      };
    },
  };
}
