/** Uses the clean room of a lane or run for one check, server or smoke test. */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckInput, CheckReport } from '@harness/core/effects/check';
import type { PerformContext } from '@harness/core/effects/performer';
import type { Outcome } from '@harness/core/failure/failure';
import { isFolder } from '../file/file-system.ts';
import type { GitContext } from '../git/context.ts';
import { readLaneResources } from '../git/dependencies/lane-resources.ts';
import { commonDir } from '../git/git-dir.ts';
import { toGitOutcome } from '../git/git-outcome.ts';
import { withLaneLock } from '../git/lane/lane-lock.ts';
import type { RunPlaces } from '../operation-performer.ts';
import { findKeptDependencies, readKeptEnvFiles, readUserEnvFiles } from './kept-dependencies.ts';
import { isRoomAfter, type PreparedRoom, prepareRoom, recordCommand } from './room.ts';
import { checkoutRoom, type RoomPlace, roomOf, roomPlace } from './room-place.ts';

/** The part of a check's input that describes its room. */
export interface RoomUse extends Pick<CheckInput, 'cwd' | 'timeoutMs' | 'after' | 'isProof' | 'isSecond'> {
  readonly commit: string;
  /** Added to the round when it has finished; `undefined` if it is no check. */
  readonly command?: string;
}

export interface RoomFolder {
  /** The folder to work in. */
  readonly cwd: string;
  /** The room around it, which may be written. */
  readonly root: string;
  /** Why dependencies are missing; `null` if they are complete. */
  readonly problem: string | null;
}

export interface RoomOptions extends RunPlaces {
  readonly environment: NodeJS.ProcessEnv;
  /** Runs a command like a check: an installation, or a check of the round whose outputs were lost. */
  command(input: CheckInput): Promise<Outcome<CheckReport>>;
}

export async function withRoom<Value>(
  use: RoomUse,
  context: PerformContext<AbortSignal>,
  options: RoomOptions,
  act: (folder: RoomFolder) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const repo = await realpath(options.repo);
  const { name, inside } = roomOf(use.cwd, context.run, use);
  const place = roomPlace(repo, name, options.environment);
  await repeatLostChecks(use, place, options);
  return withLaneLock(place.root, async () => {
    const prepared = await toGitOutcome('clean-room', repo, () => prepare(use, context, { ...options, repo }, place));
    if (!prepared.ok) return prepared;
    const outcome = await act({ cwd: join(place.tree, inside), root: place.tree, ...prepared.value });
    if (use.command !== undefined) await recordCommand(place, use.command);
    return outcome;
  });
}

/** The room of a round may be gone, for example after its cache was cleared: its outputs are built again. */
async function repeatLostChecks(use: RoomUse, place: RoomPlace, { command }: RoomOptions): Promise<void> {
  const { commit, after = [], cwd, timeoutMs, isProof, isSecond } = use;
  const last = after.at(-1);
  if (last === undefined || (await isRoomAfter(place, commit, after))) return;
  const earlier = { command: last, cwd, timeoutMs, commit, after: after.slice(0, -1) };
  await command({ ...earlier, ...(isProof ? { isProof } : {}), ...(isSecond ? { isSecond } : {}) }); // in the same room
}

async function prepare(
  { commit, cwd, after = [], timeoutMs }: RoomUse,
  context: PerformContext<AbortSignal>,
  options: RoomOptions,
  place: RoomPlace,
): Promise<Outcome<PreparedRoom>> {
  const given = await gitContext(context, options);
  const report = (detail: string) => context.note('checks.unproven', { why: 'dependencies', detail });
  const isOpened = roomOf(cwd, context.run).isLane && (await isFolder(join(options.repo, cwd)));
  const work = isOpened ? given : { ...given, notIsolated: report }; // opening a lane reports it
  const { root, isCheckout, extra } = await sourcesOf(cwd, context.run, options);
  return prepareRoom(work, place, { commit, after, dependencies: { root, isCheckout, timeoutMs }, extra });
}

/** No agent of a lane can write the checkout. Work in the checkout itself uses the copy from before the first agent. */
async function sourcesOf(cwd: string, run: string, { repo, environment }: RoomOptions) {
  if (roomOf(cwd, run).isLane) {
    const env = (await readLaneResources(repo, cwd))?.env;
    return { root: repo, isCheckout: true, extra: env === undefined ? {} : { '.env': env } };
  }
  const { root } = roomPlace(repo, checkoutRoom(run), environment); // a second room uses the same copy
  const kept = await findKeptDependencies(root);
  if (kept === null) return { root: repo, isCheckout: true, extra: await readUserEnvFiles(repo) }; // no agent of this run works there
  return { root: kept, isCheckout: false, extra: await readKeptEnvFiles(kept) };
}

const gitContext = async (
  { run, key, interrupted, note }: PerformContext<AbortSignal>,
  { repo, runFolder, command }: RoomOptions,
): Promise<GitContext> => ({
  repo,
  common: await commonDir(repo),
  run,
  key,
  runFolder: runFolder(run),
  interrupted,
  kept: async () => {}, // a room contains no work to keep
  command,
  installing: (text) => note('dependencies.installing', { command: text }),
});
