/**
 * Locates the clean rooms of a repository: folders outside of it, in the user's cache.
 *
 *   P1. No tool that searches parent folders finds the user's checkout or a lane from a room.
 *   P2. No boxed agent can write a room: its home is private, and the rest of the disk is read-only.
 */
import { createHash } from 'node:crypto';
import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import type { CheckInput } from '@harness/core/effects/check';
import { isWithin } from '@harness/core/sandbox/layers';
import { safeName } from '../artifact/name.ts';
import { tryOr } from '../file/file-system.ts';
import { lanePath } from '../git/lane/lane.ts';

export interface RoomPlace {
  /** Everything of the room: removed as a whole. */
  readonly root: string;
  /** The files of the commit; checks run here. */
  readonly tree: string;
  /** The room's own git folder; checks see a copy of it. */
  readonly gitDir: string;
  readonly stateFile: string;
  /** Stamps of the files that the harness wrote. */
  readonly stampsFile: string;
}

/** `repo` is the real path of the repository. */
export function roomPlace(repo: string, name: string, environment: NodeJS.ProcessEnv): RoomPlace {
  const root = join(roomsFolder(repo, environment), safeName(name));
  const own = join(root, '.room');
  return {
    root,
    tree: join(root, safeName(basename(repo))),
    gitDir: join(own, 'git'),
    stateFile: join(own, 'state.json'),
    stampsFile: join(own, 'stamps.json'),
  };
}

/** Names the run that uses the room. */
export const runFile = (root: string): string => join(root, '.room', 'run');

/** Creates the folder of a room, for this run. */
export async function createRoomFolder(root: string, run: string): Promise<void> {
  await mkdir(join(root, '.room'), { recursive: true, mode: 0o700 });
  await chmod(root, 0o700);
  await writeFile(runFile(root), rootRun(run));
}

/** The run that started this run or the run above it. */
export const rootRun = (run: string): string => run.split('.')[0] ?? run;

/** Folder with all rooms of a repository. */
export const roomsFolder = (repo: string, environment: NodeJS.ProcessEnv): string =>
  join(
    cacheFolder(repo, environment),
    'harness',
    'rooms',
    createHash('sha256').update(repo).digest('hex').slice(0, 12),
  );

/** The user's cache, or the temporary folder if the cache is not writable or is part of the repository. */
function cacheFolder(repo: string, environment: NodeJS.ProcessEnv): string {
  const named = environment['XDG_CACHE_HOME'] ?? '';
  const home = environment['HOME'] || homedir();
  const wanted = isAbsolute(named) ? named : join(home, '.cache');
  const found = writableFolder(wanted);
  return found === undefined || isWithin(repo, found) ? realpathSync(tmpdir()) : found;
}

/** Creates it if it is missing; `undefined` if it cannot be written. */
const writableFolder = (path: string): string | undefined =>
  tryOr<string | undefined>(
    () => {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      accessSync(path, constants.W_OK);
      return realpathSync(path);
    },
    undefined,
    ...['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT', 'EEXIST'],
  );

/** The room's name for a folder of the repository, and the path inside of the lane or checkout. */
export function roomOf(cwd: string, run: string, { isProof, isSecond }: RoomChoice = {}): RoomName {
  const lanes = lanePath('');
  const number = isSecond ? 2 : 1;
  if (!cwd.startsWith(lanes)) return { name: checkoutRoom(run, number), inside: cwd, isLane: false };
  const [lane = '', ...inside] = cwd.slice(lanes.length).split('/');
  return { name: isProof ? proofRoom(lane, number) : laneRoom(lane), inside: inside.join('/'), isLane: true };
}

type RoomChoice = Pick<CheckInput, 'isProof' | 'isSecond'>;

interface RoomName {
  readonly name: string;
  readonly inside: string;
  readonly isLane: boolean;
}

/** Lanes and runs have separate names, so that a lane called like a run has its own room. */
export const laneRoom = (lane: string): string => `lane-${lane}`;
/** Proofs run between the checks of a lane, whose build outputs later commands need. */
export const proofRoom = (lane: string, number: 1 | 2 = 1): string => `proof${number === 1 ? '' : number}-${lane}`;
/** Child runs share the room of the run that started them. */
export const checkoutRoom = (run: string, number: 1 | 2 = 1): string =>
  `run${number === 1 ? '' : number}-${rootRun(run)}`;
