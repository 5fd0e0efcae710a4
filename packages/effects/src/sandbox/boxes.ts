/** Creates the boxes of a repository: what its commands and agents may see, write and reach. */

import { existsSync, lstatSync, mkdirSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { endpointNames, modelHosts } from '@harness/core/providers/model-hosts';
import type { Mode } from '@harness/core/role/role';
import { isInHarnessFolder } from '@harness/core/role/write-access';
import {
  type BoxedProcess,
  type BoxedRepository,
  createLayers,
  isWithin,
  type SandboxLayer,
} from '@harness/core/sandbox/layers';
import { privateFolderIn } from '../agent/private-folder.ts';
import { tryOr } from '../file/file-system.ts';
import type { Box, OpenBox } from './box.ts';
import { wrapInBubblewrap } from './bubblewrap.ts';
import { gitFoldersOf } from './git-folders.ts';
import type { ShownPaths } from './host-machine.ts';
import { readHostMachine, realPathIfExists } from './host-machine.ts';
import { type ModelProxy, modelProxyPath, openModelProxy } from './model-proxy.ts';
import { openOutputStage } from './output-stage.ts';
import { programFileLayers } from './program-files.ts';

export interface BoxesOptions extends ShownPaths {
  readonly bwrap: string;
  /** Absolute root of the target repository. */
  readonly root: string;
  /** Files of the repository that no box may read, if they exist. */
  readonly tokens?: readonly string[];
  /** Folders of the repository that only the harness writes, besides `.harness`. */
  readonly kept?: readonly string[];
  /** Files of the repository that agents and checks must not write, if they exist. */
  readonly keptFiles?: readonly string[];
  /** Network of agents that may write; read-only agents reach only the model. */
  readonly network: 'open' | 'model-only';
  readonly environment: NodeJS.ProcessEnv;
}

export interface CheckPlace {
  readonly cwd: string;
  /** The clean room around `cwd`: it may be written instead of `cwd`, and the repository is hidden. */
  readonly room?: string | undefined;
  /** Folders of the repository with tools that a process in a clean room may use. */
  readonly tools?: readonly string[] | undefined;
  readonly runFolder: string;
  /** Folders that a check may read or write besides, although they lie in a hidden one. */
  readonly more?: readonly SandboxLayer[] | undefined;
}

export interface AgentPlace extends Omit<CheckPlace, 'more'> {
  readonly mode: Mode;
  /** Paths, relative to the folder, that may be written in every mode; one that ends in `/` is a folder. */
  readonly writes?: readonly string[] | undefined;
  /** Called when a process in the box tries to reach a forbidden host. */
  onDenied(host: string): void;
}

export interface Boxes {
  forCheck(place: CheckPlace): Box;
  /** For a browser: it writes only to its own folder and sees no home. */
  forBrowser(place: { readonly folder: string }): Box;
  forAgent(call: AgentPlace): Promise<OpenBox>;
  /** For the canary: the least restricted box, folders that it must not write, and the home that it must not see. */
  widest(): { readonly box: Box; readonly folders: readonly string[]; readonly home: string | undefined };
}

/** Variables that name sockets and folders which do not exist in a box. */
const unsetVariables = ['XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS', 'SSH_AUTH_SOCK', 'DOCKER_HOST'];

export function createBoxes(options: BoxesOptions): Boxes {
  const { bwrap, root, show, tokens = [], kept = [], keptFiles = [], network, product, environment } = options;
  const machine = readHostMachine(environment, { show, product });
  const gitFolders = gitFoldersOf(root);
  const models = knownModels(environment);

  const hidden = [...machine.hidden, ...machine.temporary, ...(machine.home === undefined ? [] : [machine.home])];
  const isHidden = (path: string) => hidden.some((folder) => isWithin(folder, path));

  /** Read for each box, because files may be created at any time, and only existing ones can be protected. */
  const currentRepository = (): BoxedRepository => {
    const state = join(root, '.harness');
    const hiddenTokens = tokens.flatMap((path) => existingPath(path) ?? []);
    return {
      root,
      gitFolders,
      state: existingPath(state),
      kept: [...kept.flatMap((folder) => existingPath(folder) ?? []), ...keptFiles.filter(isPlainFile)],
      runs: existingPath(join(state, 'runs')),
      locks: existingPath(join(state, 'locks')),
      tokens: hiddenTokens,
    };
  };
  const stagePlace = (cwd: string, folder: string) => {
    const { runs, locks, tokens: hiddenTokens, state, kept: folders } = currentRepository();
    const paths = [runs, locks, state, ...hiddenTokens, ...folders, ...gitFolders];
    return { lane: cwd, folder, guarded: new Set(paths.filter((path) => path !== undefined)) };
  };
  /** A folder that is mounted cannot be renamed, so no other file can take the place of a kept one. */
  const foldersOfKeptFiles = (): readonly SandboxLayer[] =>
    keptFiles.filter(isPlainFile).map((file) => ({ sight: 'write', path: dirname(file) }));
  const box = (cwd: string, place: Partial<BoxedProcess>, openProxy?: () => ModelProxy): Box => ({
    around(command, { reach = models } = {}) {
      const proxy = openProxy?.();
      const folder = realPathIfExists(cwd) ?? cwd;
      const lane = place.lane ?? folder;
      if (lane === root && !place.isReadOnly) kept.forEach(createMountPoint);
      const layers = createLayers(machine, currentRepository(), {
        isReadOnly: false,
        laneGit: existingPath(join(lane, '.git')),
        runFolder: undefined,
        own: undefined,
        ...place,
        lane,
        more: [
          ...(place.own?.isShown ? programFileLayers(command, isHidden) : []),
          ...(place.more ?? []),
          ...(lane === root && !place.isReadOnly ? foldersOfKeptFiles() : []),
          ...(proxy ? [{ sight: 'read', path: modelProxyPath, source: proxy.folder } as const] : []),
        ],
      });
      const variables = { environment: proxy?.environment ?? {}, unset: unsetVariables };
      const options = { bwrap, layers, cwd: folder, isClosed: proxy !== undefined, ...variables };
      return wrapInBubblewrap(proxy ? proxy.leadTo(reach, command) : command, options);
    },
  });

  return {
    forCheck: ({ cwd, room, tools = [], runFolder, more = [] }) =>
      box(cwd, {
        own: hiddenIn(runFolder),
        more,
        ...(room === undefined ? {} : { lane: realPathIfExists(room) ?? room, isRoom: true, tools }),
      }),
    forBrowser: ({ folder }) => box(folder, { own: { path: realPathIfExists(folder) ?? folder, isShown: true } }),
    async forAgent({ cwd, runFolder, mode, writes = [], onDenied }) {
      const isReadOnly = mode !== 'exec';
      const own = privateFolderIn(runFolder);
      mkdirSync(own, { recursive: true, mode: 0o700 });
      const staged = writes.filter((path) => isReadOnly || isInHarnessFolder(path));
      const outputStage = staged.length > 0 ? await openOutputStage(staged, stagePlace(cwd, own)) : undefined;
      let proxy: ModelProxy | undefined;
      const openOnce = () => {
        proxy ??= openModelProxy(bwrap, onDenied);
        return proxy;
      };
      const shown = {
        runFolder: realPathIfExists(runFolder),
        own: { path: realPathIfExists(own) ?? own, isShown: true },
      };
      const place = { isReadOnly, more: outputStage?.layers ?? [], ...shown };
      return {
        ...box(cwd, place, isReadOnly || network === 'model-only' ? openOnce : undefined),
        bringOut: async () => outputStage?.bringOut(),
        async close() {
          proxy?.close();
          await outputStage?.clear();
        },
      };
    },
    widest() {
      const { runs, locks } = currentRepository();
      return {
        box: box(root, {}),
        folders: [...gitFolders, runs, locks, dirname(root)].filter((one) => one !== undefined),
        home: machine.home !== undefined && isWithin(root, machine.home) ? undefined : machine.home,
      };
    },
  };
}

const mountPoints = new Set<string>();

/** Only an existing folder can be mounted read-only. It is removed at the end of the process if it is still empty. */
function createMountPoint(folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  if (mountPoints.size === 0) process.once('exit', () => mountPoints.forEach(removeIfEmpty));
  mountPoints.add(folder);
}

const removeIfEmpty = (folder: string) =>
  tryOr(() => rmdirSync(folder), undefined, 'ENOENT', 'ENOTEMPTY', 'EBUSY', 'EACCES');

/** A check must not see the providers' own files. */
function hiddenIn(runFolder: string): BoxedProcess['own'] {
  const path = existingPath(privateFolderIn(runFolder));
  return path === undefined ? undefined : { path, isShown: false };
}

const knownModels = (environment: NodeJS.ProcessEnv) => [
  ...modelHosts,
  ...endpointNames.flatMap((name) => environment[name]?.trim() || []).filter((one) => URL.canParse(one)),
];

/** A link is left alone: its target may be any file. */
const isPlainFile = (path: string) =>
  lstatSync(path, { throwIfNoEntry: false })?.isFile() === true && realPathIfExists(path) === path;

const existingPath = (path: string) => (existsSync(path) ? realPathIfExists(path) : undefined);
