/**
 * The boxes of one run: what every process of an agent, and every check, is started in.
 *
 *   A1. One mechanism for all providers: bubblewrap around the whole program, not around what it calls a command.
 *   A2. It is known to hold before it is used (see canary).
 *   A3. Who only reads has a lane that cannot be written, and a network that leads to the model and nowhere else.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isWithin, type Layer, layersFor, type Machine, type Place, type Premises } from '@harness/core/sandbox/layers';
import { endpointNames, modelHosts } from '@harness/core/sandbox/model-hosts';
import type { Mode } from '@harness/core/role';
import { privateFolderIn } from '../agent/private-folder.ts';
import { findProgram } from '../process/find.ts';
import type { Box, OpenBox } from './box.ts';
import { wrapped } from './bubblewrap.ts';
import { type Canary, probe } from './canary.ts';
import { type Door, doorPath, openDoor } from './door.ts';
import { gitFoldersOf } from './git-folders.ts';
import { machineFor, real } from './machine.ts';
import { type Stage, stageFor } from './output.ts';

export interface SandboxOptions {
  /** The absolute root of the target repository. */
  readonly root: string;
  /** Folders of the home that stay visible, besides those of known tools. */
  readonly show: readonly string[];
  /** What agents that may write can reach; those that read only ever reach the model. */
  readonly network: 'open' | 'model-only';
  /** Where the harness itself is installed. */
  readonly product: string;
  readonly environment?: NodeJS.ProcessEnv;
}

export interface Sandbox {
  readonly canary: Canary;
  /** For a command of the target repository. */
  forCheck(place: { readonly cwd: string; readonly runFolder: string }): Box;
  /** For an agent's program, and all that it starts. */
  forAgent(call: AgentPlace): Promise<OpenBox>;
}

export interface AgentPlace {
  readonly cwd: string;
  readonly runFolder: string;
  readonly mode: Mode;
  /** The one file, relative to the folder, that may be written whatever the mode. */
  readonly output?: string | undefined;
  /** Told when somebody inside wanted to reach what they may not. */
  onDenied(host: string): void;
}

export type Opened =
  | { readonly is: 'open'; readonly sandbox: Sandbox }
  | { readonly is: 'missing' }
  | { readonly is: 'unusable'; readonly detail: string };

/** Variables that name sockets and folders which are not there inside. */
const unset = ['XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS', 'SSH_AUTH_SOCK', 'DOCKER_HOST'];

export async function openSandbox(options: SandboxOptions): Promise<Opened> {
  const environment = options.environment ?? process.env;
  const bwrap = process.platform === 'linux' ? findProgram('bwrap', environment['PATH']) : undefined;
  if (bwrap === undefined) return { is: 'missing' };
  const boxes = boxesIn(bwrap, options, environment);
  const probed = await probe({ ...boxes.outside(), box: boxes.around(options.root, {}), environment: plain(environment) });
  if (!probed.ok) return { is: 'unusable', detail: probed.detail };
  const { canary } = probed;
  return { is: 'open', sandbox: { canary, forCheck: boxes.forCheck, forAgent: boxes.forAgent } };
}

const plain = ({ PATH, HOME }: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ PATH, HOME });

function boxesIn(bwrap: string, { root, show, network, product }: SandboxOptions, environment: NodeJS.ProcessEnv) {
  const machine: Machine = machineFor(environment, { show, product });
  const gitFolders = gitFoldersOf(root);

  /** Looked at each time: what is not there yet cannot be protected, and may be there a moment later. */
  const premises = (): Premises => {
    const state = join(root, '.harness');
    const runs = join(state, 'runs');
    return { root, gitFolders, ...{ state: there(state), runs: there(runs) } };
  };
  const around = (cwd: string, place: Partial<Place>, door?: Door, reach?: readonly string[]): Box => {
    const lane = real(cwd) ?? cwd;
    const layers = layersFor(machine, premises(), {
      ...{ lane, isReadOnly: false, laneGit: there(join(lane, '.git')), runFolder: undefined, own: undefined },
      ...place,
      more: [...(place.more ?? []), ...(door ? [{ sight: 'read', path: doorPath, source: door.folder } as const] : [])],
    });
    const wrapping = { bwrap, layers, cwd: lane, isClosed: door !== undefined, environment: door?.environment ?? {}, unset };
    return {
      around: (command, reaching) =>
        wrapped(door ? door.leadTo(reaching?.reach ?? reach ?? [], command) : command, wrapping),
    };
  };

  return {
    around,
    outside: () => ({
      folders: [...gitFolders, premises().runs, premises().state, dirname(root)].filter((one) => one !== undefined),
      home: machine.home !== undefined && isWithin(root, machine.home) ? undefined : machine.home,
    }),
    forCheck: ({ cwd, runFolder }: { readonly cwd: string; readonly runFolder: string }) =>
      around(cwd, { own: hiddenIn(runFolder) }),
    async forAgent({ cwd, runFolder, mode, output, onDenied }: AgentPlace): Promise<OpenBox> {
      const isReadOnly = mode !== 'exec';
      const own = privateFolderIn(runFolder);
      mkdirSync(own, { recursive: true, mode: 0o700 });
      const isStaged = output !== undefined && (isReadOnly || isWithin(join(root, '.harness'), join(cwd, output)));
      const stage: Stage | undefined = isStaged ? await stageFor(cwd, output, own) : undefined;
      const door = isReadOnly || network === 'model-only' ? openDoor(onDenied) : undefined;
      const more: readonly Layer[] = stage?.layers ?? [];
      const shown = { runFolder: real(runFolder), own: { path: real(own) ?? own, isShown: true } };
      return {
        ...around(cwd, { isReadOnly, more, ...shown }, door, knownModels(environment)),
        bringOut: async () => stage?.bringOut(),
        async close() {
          door?.close();
          await stage?.clear();
        },
      };
    },
  };
}

/** A check has no business in what providers keep of themselves. */
function hiddenIn(runFolder: string): Place['own'] {
  const path = there(privateFolderIn(runFolder));
  return path === undefined ? undefined : { path, isShown: false };
}

const knownModels = (environment: NodeJS.ProcessEnv) => [
  ...modelHosts,
  ...endpointNames.flatMap((name) => environment[name]?.trim() || []).filter((one) => URL.canParse(one)),
];

const there = (path: string) => (existsSync(path) ? real(path) : undefined);
