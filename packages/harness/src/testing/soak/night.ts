/** Drives the queue through a simulated night: killed, it is started again; when nothing moves, time goes on. */
import { setImmediate as turn } from 'node:timers/promises';
import { Refusal } from '@harness/core/failure/refusal';
import { foldJournal } from '@harness/core/journal/journal';
import type { QueueStates } from '@harness/core/workflows/queue/state';
import { drive } from '@harness/engine/drive';
import { beginRun, resumeRun } from '@harness/engine/runs';
import type { DriveResult, World } from '@harness/engine/world';
import { settingsToParams } from '../../settings/settings.ts';
import { Killed } from './disk.ts';
import { type Scene, type Shift, shiftOf } from './world.ts';

/** How long it takes until a dead daemon is noticed and started again. */
const restartMs = 60_000;
const over = Symbol('over');

export interface Night {
  readonly run: string;
  readonly input: unknown;
  /** How often it died. */
  restarts: number;
}

/** Until nothing is left that could go on by itself. */
export async function work(scene: Scene, night: Night): Promise<void> {
  for (;;) {
    const { world, told } = await shiftOf(scene, night.run);
    try {
      await oneLife(scene, night, { world, told });
      return;
    } catch (error) {
      if (!(error instanceof Killed) && !(error instanceof Refusal && error.code === 'store.unwritable')) throw error;
      night.restarts++;
      await later(scene, restartMs);
    } finally {
      await world.owner.release();
    }
  }
}

async function oneLife(scene: Scene, night: Night, shift: Shift): Promise<void> {
  const leaving = new AbortController();
  let ended: { readonly error?: unknown } | undefined;
  const driven = driving(scene, night, shift, leaving.signal).then(
    () => (ended = {}),
    (error: unknown) => (ended = { error }),
  );
  while (!ended) {
    await settled(scene, () => ended !== undefined);
    if (isIdle(scene, night.run)) leaving.abort(over);
    else if (!ended && !scene.clock.next()) leaving.abort(new Error('nobody moves, and nobody waits for time'));
  }
  await driven;
  if (ended.error !== undefined && ended.error !== over) throw ended.error as Error;
}

/** As the daemon does: what can go no further is looked at again when something was said to it. */
async function driving(
  scene: Scene,
  { run, input }: Night,
  { world, told }: Shift,
  signal: AbortSignal,
): Promise<void> {
  const settings = settingsToParams(scene.settings);
  const isNew = (scene.disk.files.get(run) ?? []).length === 0;
  const first = isNew
    ? beginRun(world, { run, machine: 'plans', title: 'Plans', settings, input }, signal)
    : resumeRun(world, run, { settings, changes: {}, by: 'daemon' }, signal);
  for (let standing: DriveResult = await first; standing.is !== 'ended'; standing = await drive(run, world, signal)) {
    await told();
    await untilHeard(scene, run, world, signal);
  }
}

async function untilHeard({ disk, clock }: Scene, run: string, world: World, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { taken } = foldJournal(disk.files.get(run) ?? []);
    const messages = await world.inbox(run).read();
    if (messages.some(({ id, message }) => message.type === 'signal' && !taken.has(id))) return;
    await clock.until(clock.nowMs() + 1_000, signal);
  }
}

export const queueIn = ({ disk }: Scene, run: string): QueueStates =>
  foldJournal(disk.files.get(run) ?? []).state as QueueStates;

/** It was told to go on, nothing is worked on, the forge answers, and there is nothing that it could begin. */
function isIdle(scene: Scene, run: string): boolean {
  if ((scene.disk.files.get(run) ?? []).length === 0) return false;
  const isHeard = scene.answered.every((one) => foldJournal(scene.disk.files.get(one.run) ?? []).answered.has(one.key));
  if (!isHeard) return false;
  const state = queueIn(scene, run);
  return state.at === 'idle' && state.queue.paused === null && state.queue.away === null;
}

async function later({ clock }: Scene, ms: number): Promise<void> {
  const waited = clock.until(clock.nowMs() + ms, new AbortController().signal);
  while (clock.next()) await turn();
  await waited;
}

/** Everything that can go on without time has gone on: no effect is at work, and nothing came of waiting a little. */
async function settled(scene: Scene, ended: () => boolean): Promise<void> {
  for (let quiet = 0; quiet < 20 && !ended(); quiet = scene.busy === 0 ? quiet + 1 : 0) await turn();
}
