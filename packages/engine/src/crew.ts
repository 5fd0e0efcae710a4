/**
 * The runs that one process keeps moving at the same time: the one it was asked for, and all their children.
 *
 *   C1. A child moves whether or not its parent waits for it, and whatever its siblings wait for.
 *   C2. They are at rest when nothing is left that could come by itself; then whoever waits for a person is told so.
 *   C3. What one of them cannot do ends them all, and nobody returns before everything has come to rest.
 */
import { setMaxListeners } from 'node:events';
import { emptyLog, type Log } from '@harness/core/journal';
import type { Journal } from './journal.ts';
import { linkedTo } from './linked.ts';
import { type Rest, restOf } from './rest.ts';
import type { Standing, World } from './world.ts';

/** One run while it is driven. */
export interface Member {
  readonly run: string;
  /** Its journal, when whoever drives it has opened it already. */
  readonly journal: Journal | undefined;
  log: Log | undefined;
  /** What it waits for, one a need that is open; nothing while it decides. */
  needs: readonly (() => Rest)[] | undefined;
  /** How it stood when it could go no further. */
  standing: Standing | undefined;
  /** Resolves when its journal was read and it goes on, or is over. */
  readonly opened: Promise<void>;
  open(): void;
  over: Promise<void>;
}

export interface Crew {
  readonly world: World;
  readonly signal: AbortSignal;
  /** Aborted when all are at rest. */
  readonly rested: AbortSignal;
  has(run: string): boolean;
  /** Lets a run go; one that goes already, or went as far as it could, is left to itself. */
  launch(run: string, opened?: Journal): Member;
  /** Drives a run to its end, also one that went as far as it could. */
  finish(run: string): Promise<void>;
  /** Resolves when one of them is over, or all are at rest. */
  changed(signal: AbortSignal): Promise<void>;
  /** Something began to rest: are all of them? */
  look(): void;
}

const ended = ({ length, ended: entry }: Log): Log => ({ ...emptyLog(), length, ended: entry });

export type Advance = (member: Member, crew: Crew) => Promise<Standing>;

export const restOfMember = ({ standing, needs }: Member): Rest => {
  if (standing) return standing.is === 'ended' ? 'moves' : 'rests'; // an end is about to be seen by whoever waits for it
  return needs === undefined || needs.length === 0 ? 'moves' : restOf(needs.map((rest) => rest()));
};

/** Drives a run and its children as far as they can go; `opened` is its journal, when it was read already. */
export async function driveCrew(
  run: string,
  world: World,
  signal: AbortSignal,
  advance: Advance,
  opened?: Journal,
): Promise<Standing> {
  for (let journal = opened; ; journal = undefined) {
    const { members, settled, unlink } = crewOf(world, signal, advance, run, journal);
    const { cut, movedAfterRest } = await settled();
    unlink();
    signal.throwIfAborted();
    if (cut.aborted) throw cut.reason;
    const standing = members.get(run)?.standing as Standing;
    // An answer that came in the last moment moved one of them when the others had already gone to rest.
    if (standing.is === 'ended' || !movedAfterRest) return standing;
  }
}

function crewOf(world: World, signal: AbortSignal, advance: Advance, root: string, journal: Journal | undefined) {
  const { cut, unlink } = linkedTo(signal);
  const rested = new AbortController();
  setMaxListeners(0, rested.signal);
  const members = new Map<string, Member>();
  const waiting = new Set<() => void>();
  let lengthAtRest = 0;
  const all = () => [...members.values()];
  const length = () => all().reduce((sum, { log }) => sum + (log?.length ?? 0), 0);

  const crew: Crew = {
    world,
    signal: cut.signal,
    rested: rested.signal,
    has: (run) => members.has(run),
    launch: (run, opened) => members.get(run) ?? begin(run, opened),
    async finish(run) {
      await crew.launch(run).over;
      if (members.get(run)?.standing?.is !== 'ended') await begin(run).over;
      cut.signal.throwIfAborted();
    },
    changed: (ends) =>
      new Promise((resolve) => {
        const done = () => {
          ends.removeEventListener('abort', done);
          waiting.delete(done);
          resolve();
        };
        waiting.add(done);
        ends.addEventListener('abort', done);
        if (ends.aborted) done();
      }),
    look() {
      const living = all().filter(({ standing }) => standing?.is !== 'ended');
      if (rested.signal.aborted || restOf(living.map(restOfMember)) !== 'rests') return;
      lengthAtRest = length();
      rested.abort();
      wakeAll();
    },
  };
  begin(root, journal);
  return { members, unlink, settled };

  function wakeAll() {
    for (const done of [...waiting]) done();
  }

  function begin(run: string, own?: Journal): Member {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const over = opened;
    const member: Member = {
      run,
      journal: own,
      log: undefined,
      needs: undefined,
      standing: undefined,
      opened,
      open,
      over,
    };
    members.set(run, member);
    member.over = go(member);
    return member;
  }

  async function go(member: Member) {
    try {
      member.standing = await advance(member, crew);
      // A crew may live for months: of who has ended, only what others still look at is kept.
      if (member.standing.is === 'ended' && member.log) member.log = ended(member.log);
    } catch (error) {
      cut.abort(error); // what one of them cannot do, the others need not finish
    }
    member.open();
    crew.look();
    wakeAll();
  }

  async function settled() {
    for (let before = 0; before < members.size; ) {
      before = members.size;
      await Promise.all(all().map(({ over }) => over));
    }
    return { cut: cut.signal, movedAfterRest: rested.signal.aborted && length() > lengthAtRest };
  }
}
