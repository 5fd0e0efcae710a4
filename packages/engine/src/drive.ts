/**
 * Drives one run as far as it can go, its children beside it.
 *
 *   E1. An effect is asked for durably before it is performed. The last answer of a state, the move and what the
 *       next state asks for are one append: one fsync a move, and one more for each further answer of a fan-out.
 *   E2. Every move records the whole state. A restart begins at the last one and asks only for what is missing.
 *   E3. An answered effect is never performed again; at most one answer a key.
 *   E4. The engine knows no workflow and no kind of effect: both arrive as arguments.
 *   E5. What an earlier process asked for and never answered is handed to its performer as interrupted, or asked about.
 *   E9. A run that ends, or is ended from outside, ends its children first; then it gives back what it holds, once.
 *   E12. More than N moves without a wait is a broken assumption and stops the run loudly.
 */
import type { Machine } from '@harness/core/machine/machine';
import { runningChildren, stopChildren } from './children.ts';
import { type HeldEffect, holdReason } from './effect-context.ts';
import type { IdleState } from './idle.ts';
import { type OpenJournal, openJournal } from './journal.ts';
import { type Need, nextAction } from './next-action.ts';
import { noteBudgetWarnings } from './perform-effect.ts';
import { requestEffect } from './request-effect.ts';
import { type AdvanceRun, driveRunGroup, type GroupMember, type RunGroup } from './run-group.ts';
import { isStopRequested, startStop, waitUntilStopped } from './stop-run.ts';
import type { DriveResult, World } from './world.ts';

export const drive = (run: string, world: World, signal: AbortSignal, opened?: OpenJournal): Promise<DriveResult> =>
  driveRunGroup(run, world, signal, advance, opened);

const advance: AdvanceRun = async (member, crew) => {
  const { world } = crew;
  const journal = member.journal ?? (await openJournal(member.run, world));
  const { log } = journal;
  member.log = log;
  if (log.length === 0) return { is: 'ended', end: 'stopped', result: null }; // asked for, and the power failed before it began
  if (log.ended) return { is: 'ended', end: log.ended.end, result: log.ended.result };
  member.open();
  const machine = machineOf(log.machine, world);
  if (log.version !== machine.version)
    journal.note({ type: 'upgraded', version: machine.version, state: machine.upgrade(log.state, log.version) });
  const inherited = await inherit(journal, world);
  noteBudgetWarnings({ journal, world }); // the power may have failed between what was paid and the word about it
  if (await isStopRequested(journal, world)) await startStop(journal, crew);
  for (const child of runningChildren(journal)) if (!child.isOpen) crew.launch(child.run);

  for (;;) {
    const next = nextAction(log, machine, world);
    if (next.is === 'move') journal.note({ type: 'moved', state: next.state });
    else if (next.is === 'stop') await startStop(journal, crew, next.because);
    else if (next.is === 'end') {
      await stopChildren(journal, crew, 'parent');
      journal.note({ type: 'ended', end: next.end, result: next.result });
      await journal.flush();
      return { is: 'ended', end: next.end, result: next.result };
    } else {
      const standing = await settleAll(next.open, journal, inherited, member, crew);
      if (standing) return standing;
    }
  }
};

/** All that is open, at the same time. Answers with a standing only when the run cannot go on. */
async function settleAll(
  open: readonly Need[],
  journal: OpenJournal,
  inherited: Set<string>,
  member: GroupMember,
  crew: RunGroup,
): Promise<DriveResult | undefined> {
  const { log } = journal;
  const before = log.answered.size;
  const rests = new Map<string, () => IdleState>(open.map(({ key }) => [key, () => 'moves']));
  const resting = (key: string, rest: (() => IdleState) | undefined) => {
    if (rest) rests.set(key, rest);
    else rests.delete(key);
    member.needs = [...rests.values()];
    crew.look();
  };
  const begin = async (need: Need, signal: AbortSignal) => {
    const context = { journal, world: crew.world, crew, inherited, signal, open };
    const settled = await requestEffect(need, { ...context, resting: (rest) => resting(need.key, rest) });
    resting(need.key, settled.is === 'answered' ? undefined : () => 'rests');
    return settled;
  };
  const settled = await waitUntilStopped(journal, crew.world, crew.signal, (ends) =>
    open.map((need) => begin(need, ends)),
  );
  member.needs = undefined;
  if (settled === 'stopped') return startStop(journal, crew).then(() => undefined);
  const held = settled.filter((one): one is HeldEffect => one.is !== 'answered');
  if (held.length === 0) return undefined;
  await journal.flush();
  return log.answered.size > before ? undefined : holdReason(held); // something came meanwhile: look again before giving up
}

function machineOf(id: string, { machines }: World): Machine {
  const machine = machines.get(id);
  if (!machine) throw new Error(`No machine ${id}`);
  return machine;
}

/** What an earlier process left open: its processes are ended before work goes on, and the cut is noted. */
async function inherit(journal: OpenJournal, world: World): Promise<Set<string>> {
  const { log, run } = journal;
  const inherited = new Set(log.inFlight);
  for (const key of inherited) {
    for (const pid of await world.endOrphans(`${run}/${key}`, log.processes.get(key) ?? []))
      journal.note({ type: 'noted', key, code: 'process.ended', params: { pid } });
    journal.note({ type: 'noted', key, code: 'effect.interrupted', params: {} });
  }
  return inherited;
}
