/** Drives the queue through a simulated night: restarts it when it is killed, and advances the clock when nothing moves. */
import { setImmediate as turn } from 'node:timers/promises';
import { Refusal } from '@harness/core/failure/refusal';
import { foldJournal } from '@harness/core/journal/journal';
import type { QueueStates } from '@harness/core/workflows/queue/state';
import { drive } from '@harness/engine/drive';
import { resumeRun, startAndDriveRun } from '@harness/engine/runs';
import type { DriveResult, World } from '@harness/engine/world';
import { settingsToParams } from '../../settings/settings.ts';
import { Killed } from './disk.ts';
import { createNightWorld, type NightWorld, type Scene } from './world.ts';

/** Time until a dead daemon is noticed and restarted. */
const restartMs = 60_000;
const over = Symbol('over');

export interface Night {
  readonly run: string;
  readonly input: unknown;
  /** Number of restarts. */
  restarts: number;
}

/** Drives until no work is left that can continue without a person. */
export async function driveNight(scene: Scene, night: Night): Promise<void> {
  for (;;) {
    const { world, told } = await createNightWorld(scene, night.run);
    try {
      await driveUntilIdle(scene, night, { world, told });
      return;
    } catch (error) {
      if (!(error instanceof Killed) && !(error instanceof Refusal && error.code === 'store.unwritable')) throw error;
      night.restarts++;
      await advance(scene, restartMs);
    } finally {
      await world.owner.release();
    }
  }
}

async function driveUntilIdle(scene: Scene, night: Night, shift: NightWorld): Promise<void> {
  const stopping = new AbortController();
  let ended: { readonly error?: unknown } | undefined;
  const driven = driveQueue(scene, night, shift, stopping.signal).then(
    () => (ended = {}),
    (error: unknown) => (ended = { error }),
  );
  while (!ended) {
    await settled(scene, () => ended !== undefined);
    if (isIdle(scene, night.run)) stopping.abort(over);
    else if (!ended && !scene.clock.next()) stopping.abort(new Error('nobody moves, and nobody waits for time'));
  }
  await driven;
  if (ended.error !== undefined && ended.error !== over) throw ended.error as Error;
}

/** Like the daemon: a run that cannot continue is driven again after a new message. */
async function driveQueue(
  scene: Scene,
  { run, input }: Night,
  { world, told }: NightWorld,
  signal: AbortSignal,
): Promise<void> {
  const settings = settingsToParams(scene.settings);
  const isNew = (scene.disk.files.get(run) ?? []).length === 0;
  const first = isNew
    ? startAndDriveRun(world, { run, machine: 'plans', title: 'Plans', settings, input }, signal)
    : resumeRun(world, run, { settings, changes: {}, by: 'daemon' }, signal);
  for (let result: DriveResult = await first; result.is !== 'ended'; result = await drive(run, world, signal)) {
    await told();
    await untilNewSignal(scene, run, world, signal);
  }
}

async function untilNewSignal({ disk, clock }: Scene, run: string, world: World, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { taken } = foldJournal(disk.files.get(run) ?? []);
    const messages = await world.inbox(run).read();
    if (messages.some(({ id, message }) => message.type === 'signal' && !taken.has(id))) return;
    await clock.until(clock.nowMs() + 1_000, signal);
  }
}

export const queueIn = ({ disk }: Scene, run: string): QueueStates =>
  foldJournal(disk.files.get(run) ?? []).state as QueueStates;

/** Every answer has arrived, the queue is idle and not paused, and the forge is available. */
function isIdle(scene: Scene, run: string): boolean {
  if ((scene.disk.files.get(run) ?? []).length === 0) return false;
  const isAnswered = scene.answered.every((one) =>
    foldJournal(scene.disk.files.get(one.run) ?? []).answered.has(one.key),
  );
  if (!isAnswered) return false;
  const state = queueIn(scene, run);
  return state.at === 'idle' && state.queue.paused === null && state.queue.away === null;
}

async function advance({ clock }: Scene, ms: number): Promise<void> {
  const waited = clock.until(clock.nowMs() + ms, new AbortController().signal);
  while (clock.next()) await turn();
  await waited;
}

/** Waits until no effect runs and 20 turns of the event loop brought none. */
async function settled(scene: Scene, ended: () => boolean): Promise<void> {
  for (let quiet = 0; quiet < 20 && !ended(); quiet = scene.busy === 0 ? quiet + 1 : 0) await turn();
}
