/** The boxes of one repository: a command of it, or an agent that works or reads in it, each with what it may see, write and reach. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { endpointNames, modelHosts } from '@harness/core/providers/model-hosts';
import type { Mode } from '@harness/core/role/role';
import { type BoxedProcess, type BoxedRepository, isWithin, layersFor } from '@harness/core/sandbox/layers';
import { privateFolderIn } from '../agent/private-folder.ts';
import type { Box, OpenBox } from './box.ts';
import { wrapInBubblewrap } from './bubblewrap.ts';
import { gitFoldersOf } from './git-folders.ts';
import { readHostMachine, realPathIfExists } from './host-machine.ts';
import { type ModelProxy, modelProxyPath, openModelProxy } from './model-proxy.ts';
import { openOutputStage } from './output-stage.ts';
import { filesOf } from './program-files.ts';

export interface BoxesOptions {
  readonly bwrap: string;
  /** The absolute root of the target repository. */
  readonly root: string;
  /** Folders of the home that stay visible, besides those of known tools. */
  readonly show: readonly string[];
  /** Files of the repository that nobody in a box may read, where they are there. */
  readonly tokens?: readonly string[];
  /** What agents that may write can reach; those that read only ever reach the model. */
  readonly network: 'open' | 'model-only';
  /** Where the harness itself is installed. */
  readonly product: string;
  readonly environment: NodeJS.ProcessEnv;
}

export interface CheckPlace {
  readonly cwd: string;
  readonly runFolder: string;
  /** Whoever has no business in what the harness keeps for itself: a grant, a hook or a memory would be its own. */
  readonly isStateKept?: boolean;
}

export interface AgentPlace extends CheckPlace {
  readonly mode: Mode;
  /** The one file, relative to the folder, that may be written whatever the mode. */
  readonly output?: string | undefined;
  /** Told when somebody inside wanted to reach what they may not. */
  onDenied(host: string): void;
}

export interface Boxes {
  /** For a command of the target repository. */
  forCheck(place: CheckPlace): Box;
  /** For a browser: it writes nowhere but in its own folder, and sees no home. */
  forBrowser(place: { readonly folder: string }): Box;
  /** For an agent's program, and all that it starts. */
  forAgent(call: AgentPlace): Promise<OpenBox>;
  /** For whoever tries whether a box holds: the widest one, folders that it must not write, and the home that it must not see. */
  widest(): { readonly box: Box; readonly folders: readonly string[]; readonly home: string | undefined };
}

/** What belongs to the harness alone in its folder, besides the runs. */
const keptNames = [
  'worktrees',
  'dependencies',
  'archive',
  'state.json',
  'summaries.json',
  'control.json',
  '.gitignore',
];

/** Variables that name sockets and folders which are not there inside. */
const unset = ['XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS', 'SSH_AUTH_SOCK', 'DOCKER_HOST'];

export function createBoxes({ bwrap, root, show, tokens = [], network, product, environment }: BoxesOptions): Boxes {
  const machine = readHostMachine(environment, { show, product });
  const gitFolders = gitFoldersOf(root);
  const models = knownModels(environment);

  const hidden = [...machine.hidden, ...machine.temporary, ...(machine.home === undefined ? [] : [machine.home])];
  const isHidden = (path: string) => hidden.some((folder) => isWithin(folder, path));

  /** Looked at each time: what is not there yet cannot be protected, and may be there a moment later. */
  const premises = (): BoxedRepository => {
    const state = join(root, '.harness');
    const kept = keptNames.flatMap((name) => there(join(state, name)) ?? []);
    const hiding = tokens.flatMap((path) => there(path) ?? []);
    return { root, gitFolders, state: there(state), kept, runs: there(join(state, 'runs')), tokens: hiding };
  };
  const box = (cwd: string, place: Partial<BoxedProcess>, doorOf?: () => ModelProxy): Box => ({
    around(command, { reach = models } = {}) {
      const door = doorOf?.();
      const lane = realPathIfExists(cwd) ?? cwd;
      const layers = layersFor(machine, premises(), {
        lane,
        isReadOnly: false,
        laneGit: there(join(lane, '.git')),
        runFolder: undefined,
        own: undefined,
        ...place,
        more: [
          ...(place.own?.isShown ? filesOf(command, isHidden) : []),
          ...(place.more ?? []),
          ...(door ? [{ sight: 'read', path: modelProxyPath, source: door.folder } as const] : []),
        ],
      });
      const told = { environment: door?.environment ?? {}, unset };
      const wrapping = { bwrap, layers, cwd: lane, isClosed: door !== undefined, ...told };
      return wrapInBubblewrap(door ? door.leadTo(reach, command) : command, wrapping);
    },
  });

  return {
    forCheck: ({ cwd, runFolder, isStateKept = false }) => box(cwd, { isStateKept, own: hiddenIn(runFolder) }),
    forBrowser: ({ folder }) => box(folder, { own: { path: realPathIfExists(folder) ?? folder, isShown: true } }),
    async forAgent({ cwd, runFolder, mode, isStateKept = false, output, onDenied }) {
      const isReadOnly = mode !== 'exec';
      const own = privateFolderIn(runFolder);
      mkdirSync(own, { recursive: true, mode: 0o700 });
      const isProtected = output !== undefined && isWithin(join(root, '.harness'), join(cwd, output));
      const stage =
        output !== undefined && (isReadOnly || isProtected) ? await openOutputStage(cwd, output, own) : undefined;
      let door: ModelProxy | undefined;
      const openOnce = () => {
        door ??= openModelProxy(onDenied);
        return door;
      };
      const shown = {
        runFolder: realPathIfExists(runFolder),
        own: { path: realPathIfExists(own) ?? own, isShown: true },
      };
      const place = { isReadOnly, isStateKept, more: stage?.layers ?? [], ...shown };
      return {
        ...box(cwd, place, isReadOnly || network === 'model-only' ? openOnce : undefined),
        bringOut: async () => stage?.bringOut(),
        async close() {
          door?.close();
          await stage?.clear();
        },
      };
    },
    widest() {
      const { runs } = premises();
      return {
        box: box(root, {}),
        folders: [...gitFolders, runs, dirname(root)].filter((one) => one !== undefined),
        home: machine.home !== undefined && isWithin(root, machine.home) ? undefined : machine.home,
      };
    },
  };
}

/** A check has no business in what providers keep of themselves. */
function hiddenIn(runFolder: string): BoxedProcess['own'] {
  const path = there(privateFolderIn(runFolder));
  return path === undefined ? undefined : { path, isShown: false };
}

const knownModels = (environment: NodeJS.ProcessEnv) => [
  ...modelHosts,
  ...endpointNames.flatMap((name) => environment[name]?.trim() || []).filter((one) => URL.canParse(one)),
];

const there = (path: string) => (existsSync(path) ? realPathIfExists(path) : undefined);
