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
import type { Machine } from '@harness/core/machine';
import { ask } from './ask.ts';
import { endChildren, livingChildren } from './children.ts';
import { type Advance, type Crew, driveCrew, type Member } from './crew.ts';
import { type Journal, openJournal } from './journal.ts';
import { type Need, plan } from './plan.ts';
import type { Rest } from './rest.ts';
import { warn } from './settle.ts';
import { type Held, heldBy } from './settling.ts';
import { beginStop, stopAsked, untilStopped } from './stopping.ts';
import type { Standing, World } from './world.ts';

export const drive = (run: string, world: World, signal: AbortSignal, opened?: Journal): Promise<Standing> =>
  driveCrew(run, world, signal, advance, opened);

const advance: Advance = async (member, crew) => {
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
  warn({ journal, world }); // the power may have failed between what was paid and the word about it
  if (await stopAsked(journal, world)) await beginStop(journal, crew);
  for (const child of livingChildren(journal)) if (!child.isOpen) crew.launch(child.run);

  for (;;) {
    const next = plan(log, machine, world);
    if (next.is === 'move') journal.note({ type: 'moved', state: next.state });
    else if (next.is === 'stop') await beginStop(journal, crew, next.because);
    else if (next.is === 'end') {
      await endChildren(journal, crew, 'parent');
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
  journal: Journal,
  inherited: Set<string>,
  member: Member,
  crew: Crew,
): Promise<Standing | undefined> {
  const { log } = journal;
  const before = log.answered.size;
  const rests = new Map<string, () => Rest>(open.map(({ key }) => [key, () => 'moves']));
  const resting = (key: string, rest: (() => Rest) | undefined) => {
    if (rest) rests.set(key, rest);
    else rests.delete(key);
    member.needs = [...rests.values()];
    crew.look();
  };
  const begin = async (need: Need, signal: AbortSignal) => {
    const context = { journal, world: crew.world, crew, inherited, signal, open };
    const settled = await ask(need, { ...context, resting: (rest) => resting(need.key, rest) });
    resting(need.key, settled.is === 'answered' ? undefined : () => 'rests');
    return settled;
  };
  const settled = await untilStopped(journal, crew.world, crew.signal, (ends) => open.map((need) => begin(need, ends)));
  member.needs = undefined;
  if (settled === 'stopped') return beginStop(journal, crew).then(() => undefined);
  const held = settled.filter((one): one is Held => one.is !== 'answered');
  if (held.length === 0) return undefined;
  await journal.flush();
  return log.answered.size > before ? undefined : heldBy(held); // something came meanwhile: look again before giving up
}

function machineOf(id: string, { machines }: World): Machine {
  const machine = machines.get(id);
  if (!machine) throw new Error(`No machine ${id}`);
  return machine;
}

/** What an earlier process left open: its processes are ended before work goes on, and the cut is noted. */
async function inherit(journal: Journal, world: World): Promise<Set<string>> {
  const { log, run } = journal;
  const inherited = new Set(log.inFlight);
  for (const key of inherited) {
    for (const pid of await world.endOrphans(`${run}/${key}`, log.processes.get(key) ?? []))
      journal.note({ type: 'noted', key, code: 'process.ended', params: { pid } });
    journal.note({ type: 'noted', key, code: 'effect.interrupted', params: {} });
  }
  return inherited;
}
