/**
 * Drives one run as far as it can go.
 *
 *   E1. An effect is asked for durably before it is performed. The last answer of a state, the move and what the
 *       next state asks for are one append: one fsync a move, and one more for each further answer of a fan-out.
 *   E2. Every move records the whole state. A restart begins at the last one and asks only for what is missing.
 *   E3. An answered effect is never performed again; at most one answer a key.
 *   E4. The engine knows no workflow and no kind of effect: both arrive as arguments.
 *   E5. What an earlier process asked for and never answered is handed to its performer as interrupted, or asked about.
 *   E9. A run that is ended from outside gives back what it holds, once, and its children end before it.
 *   E12. More than N moves without a wait is a broken assumption and stops the run loudly.
 */
import type { Machine } from '@harness/core/machine';
import { type Journal, openJournal } from './journal.ts';
import { type Need, plan } from './plan.ts';
import { settle } from './settle.ts';
import type { Held } from './settling.ts';
import { beginStop, stopAsked, untilStopped } from './stopping.ts';
import type { Standing, World } from './world.ts';

export async function drive(run: string, world: World, signal: AbortSignal): Promise<Standing> {
  const journal = await openJournal(run, world);
  const { log } = journal;
  if (log.ended) return { is: 'ended', end: log.ended.end, result: log.ended.result };
  const machine = machineOf(log.machine, world);
  if (log.version !== machine.version)
    journal.note({ type: 'upgraded', version: machine.version, state: machine.upgrade(log.state, log.version) });
  const inherited = await inherit(journal, world);
  if (await stopAsked(journal, world)) await beginStop(journal, world, driveChild);

  for (;;) {
    const next = plan(log, machine, world);
    if (next.is === 'move') journal.note({ type: 'moved', state: next.state });
    else if (next.is === 'stop') journal.note({ type: 'stopping', by: 'engine', because: next.because });
    else if (next.is === 'end') {
      journal.note({ type: 'ended', end: next.end, result: next.result });
      await journal.flush();
      return { is: 'ended', end: next.end, result: next.result };
    } else {
      for (const { key, effect } of next.asks) journal.note({ type: 'asked', key, effect });
      await journal.flush(); // nothing happens before this line
      const standing = await settleAll(next.open);
      if (standing) return standing;
    }
  }

  function driveChild(child: string) {
    return drive(child, world, signal);
  }

  /** All that is open, at the same time. Answers with a standing only when the run cannot go on. */
  async function settleAll(open: readonly Need[]): Promise<Standing | undefined> {
    const before = log.answered.size;
    const settled = await untilStopped(journal, world, signal, (ends) =>
      open.map((need) =>
        settle(need, { journal, world, inherited, signal: ends, open, driveChild: (run) => drive(run, world, ends) }),
      ),
    );
    if (settled === 'stopped') return beginStop(journal, world, driveChild).then(() => undefined);
    if (settled.every(({ is }) => is === 'answered')) return undefined;
    await journal.flush();
    if (log.answered.size > before) return undefined; // something came meanwhile: look again before giving up
    return settled.find((one): one is Held => one.is === 'parked') ?? { is: 'waiting' };
  }
}

function machineOf(id: string, { machines }: World): Machine {
  const machine = machines.get(id);
  if (!machine) throw new Error(`No machine ${id}`);
  return machine;
}

/** What an earlier process left open: its children are ended before work goes on, and the cut is noted. */
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
