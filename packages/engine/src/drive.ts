/**
 * Drives one run and its children as far as possible.
 *
 *   E1. An effect is recorded as `asked` before it is performed. The last answer of a state, the move and the requests
 *       of the next state are one append: one fsync per move, plus one for each other answer of a fan-out.
 *   E2. Every move records the whole state. A restart continues at the last move and asks only for missing answers.
 *   E3. An answered effect is never performed again. Each key has at most one answer.
 *   E4. The engine knows no workflow and no kind of effect: both are arguments.
 *   E5. An effect that an earlier process left unanswered goes to its performer as interrupted, or to a person.
 *   E9. A run that ends or is stopped stops its children first, then releases what it holds, once.
 *   E12. More than N moves without a wait stop the run with an error.
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
import { findStopSender, startStop, waitUntilStopped } from './stop-run.ts';
import type { DriveResult, World } from './world.ts';

export const drive = (run: string, world: World, signal: AbortSignal, opened?: OpenJournal): Promise<DriveResult> =>
  driveRunGroup(run, world, signal, advance, opened);

const advance: AdvanceRun = async (member, group) => {
  const { world } = group;
  const journal = member.journal ?? (await openJournal(member.run, world));
  const { log } = journal;
  member.log = log;
  if (log.length === 0) return { is: 'ended', end: 'stopped', result: null }; // the power failed before it started
  if (log.ended) return { is: 'ended', end: log.ended.end, result: log.ended.result };
  member.open();
  const machine = machineOf(log.machine, world);
  if (log.version !== machine.version)
    journal.note({ type: 'upgraded', version: machine.version, state: machine.upgrade(log.state, log.version) });
  const inherited = await inherit(journal, world);
  noteBudgetWarnings({ journal, world }); // the power may have failed between a payment and its warning
  if (await findStopSender(journal, world)) await startStop(journal, group);
  for (const child of runningChildren(journal)) if (!child.isOpen) group.launch(child.run);

  for (;;) {
    const next = nextAction(log, machine, world);
    if (next.is === 'move') journal.note({ type: 'moved', state: next.state });
    else if (next.is === 'stop') await startStop(journal, group, next.because);
    else if (next.is === 'end') {
      await stopChildren(journal, group, 'parent');
      journal.note({ type: 'ended', end: next.end, result: next.result });
      await journal.flush();
      return { is: 'ended', end: next.end, result: next.result };
    } else {
      const driveResult = await settleAll(next.open, journal, inherited, member, group);
      if (driveResult) return driveResult;
    }
  }
};

/** Settles all open needs at the same time. Returns a result only if the run cannot continue. */
async function settleAll(
  open: readonly Need[],
  journal: OpenJournal,
  inherited: Set<string>,
  member: GroupMember,
  group: RunGroup,
): Promise<DriveResult | undefined> {
  const { log } = journal;
  const before = log.answered.size;
  const idleStates = new Map<string, () => IdleState>(open.map(({ key }) => [key, () => 'moves']));
  const setIdleState = (key: string, rest: (() => IdleState) | undefined) => {
    if (rest) idleStates.set(key, rest);
    else idleStates.delete(key);
    member.needs = [...idleStates.values()];
    group.look();
  };
  const begin = async (need: Need, signal: AbortSignal) => {
    const context = { journal, world: group.world, group, inherited, signal, open };
    const settled = await requestEffect(need, { ...context, setIdleState: (rest) => setIdleState(need.key, rest) });
    setIdleState(need.key, settled.is === 'answered' ? undefined : () => 'rests');
    return settled;
  };
  const settled = await waitUntilStopped(journal, group.world, group.signal, (ends) =>
    open.map((need) => begin(need, ends)),
  );
  member.needs = undefined;
  if (settled === 'stopped') return startStop(journal, group).then(() => undefined);
  const held = settled.filter((one): one is HeldEffect => one.is !== 'answered');
  if (held.length === 0) return undefined;
  await journal.flush();
  return log.answered.size > before ? undefined : holdReason(held); // another answer arrived: decide again
}

function machineOf(id: string, { machines }: World): Machine {
  const machine = machines.get(id);
  if (!machine) throw new Error(`No machine ${id}`);
  return machine;
}

/** Takes over the open effects of an earlier process: ends its leftover processes and notes the interruption. */
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
