/**
 * What a boxed process sees of the disk: layers, the ones nearer to the root first, each over what was there before.
 *
 *   X1. Everything is read-only that is not named here, and what is hidden looks empty.
 *   X2. What is protected stays read-only inside what may be written: git's own files, and what the harness keeps.
 *   X3. The repository and the tools are seen wherever they lie, also below a home that is hidden.
 *
 * Paths are absolute and real (no links), so that their letters say what lies in what.
 */

/** What a path is to the process. `empty` can be written and is thrown away; `closed` is empty and cannot. */
export type PathAccess = 'read' | 'write' | 'empty' | 'closed' | 'blank';

export interface SandboxLayer {
  readonly sight: PathAccess;
  readonly path: string;
  /** What is seen there, when it lies elsewhere. */
  readonly source?: string;
}

/** The machine, as it is for every process of a run. */
export interface HostMachine {
  /** The person's own; nothing where it cannot be hidden, because it is everything. */
  readonly home: string | undefined;
  /** Folders where others live, and where services listen: they look empty. */
  readonly hidden: readonly string[];
  /** Files that hold passwords of the system. */
  readonly secrets: readonly string[];
  /** Where logins lie in the home. */
  readonly logins: readonly SandboxLayer[];
  /** Everybody's temporary folders: each box has its own. */
  readonly temporary: readonly string[];
  /** What is seen although it may lie in something hidden: tools, the product, names of servers. */
  readonly shown: readonly string[];
}

/** The repository of a run. */
export interface BoxedRepository {
  readonly root: string;
  /** Where git keeps what belongs to it, wherever that is. */
  readonly gitFolders: readonly string[];
  /** The harness's own folder; nothing when it has kept nothing yet. */
  readonly state: string | undefined;
  /** What in it belongs to the harness alone. The rest are documents that roles write. */
  readonly kept: readonly string[];
  /** Journals and artifacts of all runs. */
  readonly runs: string | undefined;
  /** Files that open what is not for agents: whoever could read them could answer what people are asked. */
  readonly tokens: readonly string[];
}

/** One process. */
export interface BoxedProcess {
  /** Where it works: may be written or not. */
  readonly lane: string;
  readonly isReadOnly: boolean;
  /** What the harness keeps for itself is not written, also where the lane is the checkout around it. */
  readonly isStateKept?: boolean;
  /** What of git lies in the lane: a file or a folder. */
  readonly laneGit: string | undefined;
  /** The folder of its run, to be looked at. */
  readonly runFolder: string | undefined;
  /** What a provider keeps of itself during a run: for its own program alone. */
  readonly own: { readonly path: string; readonly isShown: boolean } | undefined;
  readonly more: readonly SandboxLayer[];
}

export function layersFor(
  machine: HostMachine,
  premises: BoxedRepository,
  place: BoxedProcess,
): readonly SandboxLayer[] {
  const sights = new Map<string, SandboxLayer>();
  const put = (sight: PathAccess, ...paths: readonly (string | undefined)[]) => {
    for (const path of paths) if (path !== undefined) sights.set(path, { sight, path });
  };
  const { root, gitFolders, state, kept, runs, tokens } = premises;
  put('closed', ...machine.hidden);
  put('empty', ...machine.temporary);
  // A home that is the repository, or lies in it, cannot be hidden: then at least the logins in it are.
  if (machine.home !== undefined && !isWithin(root, machine.home)) put('empty', machine.home);
  put('blank', ...machine.secrets);
  put('read', ...machine.shown, root, ...gitFolders);
  put(place.isReadOnly ? 'read' : 'write', place.lane);
  // A layer of its own also where it may be written: who could rename it could put another in its place.
  const mayWriteState = !place.isReadOnly && !place.isStateKept;
  put(state !== undefined && mayWriteState && isWithin(place.lane, state) ? 'write' : 'read', state);
  put('read', place.laneGit, ...kept);
  if (machine.home !== undefined && isWithin(root, machine.home))
    for (const { path, sight } of machine.logins) put(sight, path);
  put('blank', ...tokens);
  put('closed', runs);
  put('read', place.runFolder);
  if (place.own) put(place.own.isShown ? 'write' : 'closed', place.own.path);
  for (const layer of place.more) sights.set(layer.path, layer);
  return withoutRepeats([...sights.values()].sort((a, b) => depth(a.path) - depth(b.path)));
}

/** Whether the second is the first, or lies in it. */
export const isWithin = (folder: string, path: string): boolean =>
  path === folder || folder === '/' || path.startsWith(`${folder}/`);

const depth = (path: string) => (path === '/' ? 0 : path.split('/').length - 1);

/** What is read among what is read already, or closed among what is closed, needs no layer of its own. */
function withoutRepeats(layers: readonly SandboxLayer[]): readonly SandboxLayer[] {
  const kept: SandboxLayer[] = [];
  for (const layer of layers) {
    const around = kept.findLast(({ path }) => isWithin(path, layer.path)) ?? everything;
    const isSeenSo = around.sight === layer.sight && ['read', 'closed'].includes(layer.sight);
    if (!isSeenSo || layer.source !== undefined || around.source !== undefined) kept.push(layer);
  }
  return kept;
}

const everything: SandboxLayer = { sight: 'read', path: '/' };
