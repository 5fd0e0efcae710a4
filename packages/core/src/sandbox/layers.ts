/**
 * Computes the file access of a boxed process as layers, parents first; each layer covers those before it.
 *
 *   X1. Every path not named here is read-only; hidden paths look empty.
 *   X2. Protected paths stay read-only inside writable ones: git's files and the files of the harness.
 *   X3. The repository and the tools are visible at any place, also below a hidden home.
 *   X4. In a clean room the repository is hidden, except git's folders and the named tools: an agent may have written the
 *       rest.
 *
 * Paths are absolute and real (no links), so that a path prefix always means a parent folder.
 */

/** `empty` can be written and is discarded; `closed` is empty and read-only; `blank` is an empty file. */
export type PathAccess = 'read' | 'write' | 'empty' | 'closed' | 'blank';

export interface SandboxLayer {
  readonly sight: PathAccess;
  readonly path: string;
  /** Path of the content, if it is elsewhere. */
  readonly source?: string;
}

/** The machine; the same for every process of a run. */
export interface HostMachine {
  /** The user's home; `undefined` if it cannot be hidden because it is the root. */
  readonly home: string | undefined;
  /** Homes of other users and folders of service sockets: they look empty. */
  readonly hidden: readonly string[];
  /** Files with passwords of the system. */
  readonly secrets: readonly string[];
  /** Logins in the home. */
  readonly logins: readonly SandboxLayer[];
  /** Shared temporary folders; each sandbox has its own. */
  readonly temporary: readonly string[];
  /** Visible even inside a hidden folder: tools, the product, host names. */
  readonly shown: readonly string[];
}

export interface BoxedRepository {
  readonly root: string;
  /** Git's folders, also outside the root. */
  readonly gitFolders: readonly string[];
  /** The harness's folder; `undefined` if it does not exist yet. */
  readonly state: string | undefined;
  /** Further folders that only the harness writes: the state folder of plans, with the local forge. */
  readonly kept: readonly string[];
  /** Journals and artifacts of all runs. */
  readonly runs: string | undefined;
  /** Locks of the harness: a process that reaches one could pretend to be the owner of a run. */
  readonly locks: string | undefined;
  /** Files with the token of the control server: an agent that reads one could answer questions for a person. */
  readonly tokens: readonly string[];
}

export interface BoxedProcess {
  /** The working folder; `isReadOnly` decides whether it can be written. */
  readonly lane: string;
  readonly isReadOnly: boolean;
  /** The working folder is a clean room outside the repository. */
  readonly isRoom?: boolean;
  /** Folders of the repository with tools that a process in a clean room may use. */
  readonly tools?: readonly string[];
  /** Git's file or folder in the lane; `undefined` if there is none. */
  readonly laneGit: string | undefined;
  /** The folder of its run; read-only. */
  readonly runFolder: string | undefined;
  /** The provider's own folder during a run; only its program sees it. */
  readonly own: { readonly path: string; readonly isShown: boolean } | undefined;
  readonly more: readonly SandboxLayer[];
}

export function createLayers(
  machine: HostMachine,
  repository: BoxedRepository,
  process: BoxedProcess,
): readonly SandboxLayer[] {
  const sights = new Map<string, SandboxLayer>();
  const put = (sight: PathAccess, ...paths: readonly (string | undefined)[]) => {
    for (const path of paths) if (path !== undefined) sights.set(path, { sight, path });
  };
  const { root, gitFolders, state, kept, runs, locks, tokens } = repository;
  put('closed', ...machine.hidden);
  put('empty', ...machine.temporary);
  // A home equal to or inside the repository cannot be hidden: hide at least its logins.
  if (machine.home !== undefined && !isWithin(root, machine.home)) put('empty', machine.home);
  put('blank', ...machine.secrets);
  const isVisible = (path: string) => process.isRoom !== true || !isWithin(root, path);
  const isTool = (path: string) => process.tools?.some((folder) => isWithin(folder, path)) === true;
  put('read', ...machine.shown.filter((path) => isVisible(path) || isTool(path)));
  put(process.isRoom === true ? 'closed' : 'read', root);
  put('read', ...gitFolders);
  put(process.isReadOnly ? 'read' : 'write', process.lane);
  // Also if the lane is the checkout that contains them: an agent could plant a hook, a grant or a forge there.
  put('read', process.laneGit, ...[state, ...kept].filter((path) => path !== undefined && isVisible(path)));
  if (machine.home !== undefined && isWithin(root, machine.home))
    for (const { path, sight } of machine.logins) put(sight, path);
  put('blank', ...tokens);
  put('closed', runs, locks);
  put('read', process.runFolder);
  if (process.own) put(process.own.isShown ? 'write' : 'closed', process.own.path);
  for (const layer of process.more) sights.set(layer.path, layer);
  return withoutRepeats([...sights.values()].sort((a, b) => depth(a.path) - depth(b.path)));
}

/** Whether `path` is `folder` or is inside it. */
export const isWithin = (folder: string, path: string): boolean =>
  path === folder || folder === '/' || path.startsWith(`${folder}/`);

const depth = (path: string) => (path === '/' ? 0 : path.split('/').length - 1);

/** Removes layers that repeat the read or closed access of the layer around them. */
function withoutRepeats(layers: readonly SandboxLayer[]): readonly SandboxLayer[] {
  const kept: SandboxLayer[] = [];
  for (const layer of layers) {
    const around = kept.findLast(({ path }) => isWithin(path, layer.path)) ?? rootLayer;
    const isRepeat = around.sight === layer.sight && ['read', 'closed'].includes(layer.sight);
    if (!isRepeat || layer.source !== undefined || around.source !== undefined) kept.push(layer);
  }
  return kept;
}

const rootLayer: SandboxLayer = { sight: 'read', path: '/' };
