/**
 * Decides which tools in folders of the checkout, such as `.venv/bin`, a process in a clean room may use.
 *
 *   T1. A folder of the checkout on PATH is replaced by the same folder of the room.
 *   T2. The folder itself follows only if no agent could have written it. Packages of Node never do: the room has its own.
 *   T3. Variables that name a folder that is not used are removed.
 *   T4. Without a sandbox an agent can write anything, so T2 holds for packages of Node alone.
 */
import { basename, delimiter, dirname, isAbsolute, join, relative } from 'node:path';
import { isWithin } from '@harness/core/sandbox/layers';
import { toolVariables } from '@harness/core/sandbox/toolchains';
import { shellQuote } from '@harness/core/text/shell-quote';
import { realPathIfExists } from '../sandbox/host-machine.ts';
import { isWrittenByAgents } from '../trust/exposed-times.ts';

export interface RoomTools {
  readonly environment: NodeJS.ProcessEnv;
  /** Folders of the checkout that the process may see. */
  readonly shown: readonly string[];
  /** Folders on PATH that are not used, because an agent could have written them. */
  readonly left: readonly string[];
}

export async function findRoomTools(
  { repo, room, isBoxed }: { readonly repo: string; readonly room: string | undefined; readonly isBoxed: boolean },
  environment: NodeJS.ProcessEnv = process.env,
): Promise<RoomTools> {
  if (room === undefined) return { environment, shown: [], left: [] };
  const root = realPathIfExists(repo) ?? repo;
  const inside = (path: string) => pathInside(path, [repo, root]);
  const isTrusted = async (path: string) => {
    if (path === '' || /(?:^|\/)(?:node_modules|\.harness)(?:\/|$)/.test(path)) return false;
    return !isBoxed || !(await isWrittenByAgents(root, toolRoot(path)));
  };
  const [shown, left]: [string[], string[]] = [[], []];
  const replace = async (entry: string): Promise<readonly string[]> => {
    const path = inside(entry);
    if (path === null) return [entry];
    const isUsed = await isTrusted(path);
    if (isUsed) shown.push(join(root, toolRoot(path)));
    else if (path !== '' && !path.includes('node_modules') && realPathIfExists(entry) !== undefined) left.push(path);
    return isUsed ? [join(room, path), entry] : [join(room, path)];
  };
  const entries = await Promise.all((environment['PATH'] ?? '').split(delimiter).map(replace));
  const dropped: string[] = [];
  for (const name of toolVariables) {
    const path = inside(environment[name] ?? '');
    if (path === null) continue;
    if (await isTrusted(path)) shown.push(join(root, path));
    else dropped.push(name);
  }
  const kept = Object.entries(environment).filter(([name]) => !dropped.includes(name));
  return { environment: { ...Object.fromEntries(kept), PATH: entries.flat().join(delimiter) }, shown, left };
}

/** Why a folder on PATH was not used. A new change time accepts its files. */
export const toolProblem = (path: string): string =>
  `${path} on the PATH was not used: an agent could have written it. Install it again, or accept it with: find ${shellQuote(toolRoot(path))} -exec touch -h {} +`;

/** Path relative to the checkout, by its name or by its target; `null` if both are elsewhere. */
function pathInside(path: string, roots: readonly string[]): string | null {
  if (!isAbsolute(path)) return null; // relative to the room
  for (const one of [path, realPathIfExists(path) ?? path])
    for (const root of roots) if (isWithin(root, one)) return relative(root, one);
  return null;
}

/** A folder `bin` belongs to the environment around it: its programs load files beside it. */
const toolRoot = (path: string): string => (basename(path) === 'bin' && dirname(path) !== '.' ? dirname(path) : path);
