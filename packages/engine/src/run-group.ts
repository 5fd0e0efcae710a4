/**
 * The runs that one process keeps moving at the same time: the one it was asked for, and all their children.
 *
 *   C1. A child moves whether or not its parent waits for it, and whatever its siblings wait for.
 *   C2. They are at rest when nothing is left that could come by itself; then whoever waits for a person is told so.
 *   C3. What one of them cannot do ends them all, and nobody returns before everything has come to rest.
 */
import { setMaxListeners } from 'node:events';
import { emptyFold, type FoldedJournal } from '@harness/core/journal/journal';
import { type IdleState, idleStateOf } from './idle.ts';
import type { OpenJournal } from './journal.ts';
import { createLinkedAbort } from './linked-abort.ts';
import type { DriveResult, World } from './world.ts';

/** One run while it is driven. */
export interface GroupMember {
  readonly run: string;
  /** Its journal, when whoever drives it has opened it already. */
  readonly journal: OpenJournal | undefined;
  log: FoldedJournal | undefined;
  /** What it waits for, one a need that is open; nothing while it decides. */
  needs: readonly (() => IdleState)[] | undefined;
  /** How it stood when it could go no further. */
  standing: DriveResult | undefined;
  /** Resolves when its journal was read and it goes on, or is over. */
  readonly opened: Promise<void>;
  open(): void;
  over: Promise<void>;
}

export interface RunGroup {
  readonly world: World;
  readonly signal: AbortSignal;
  /** Aborted when all are at rest. */
  readonly rested: AbortSignal;
  has(run: string): boolean;
  /** Lets a run go; one that goes already, or went as far as it could, is left to itself. */
  launch(run: string, opened?: OpenJournal): GroupMember;
  /** Drives a run to its end, also one that went as far as it could. */
  finish(run: string): Promise<void>;
  /** Resolves when one of them is over, or all are at rest. */
  changed(signal: AbortSignal): Promise<void>;
  /** Something began to rest: are all of them? */
  look(): void;
}

const ended = ({ length, ended: entry }: FoldedJournal): FoldedJournal => ({ ...emptyFold(), length, ended: entry });

export type AdvanceRun = (member: GroupMember, crew: RunGroup) => Promise<DriveResult>;

export const idleStateOfMember = ({ standing, needs }: GroupMember): IdleState => {
  if (standing) return standing.is === 'ended' ? 'moves' : 'rests'; // an end is about to be seen by whoever waits for it
  return needs === undefined || needs.length === 0 ? 'moves' : idleStateOf(needs.map((rest) => rest()));
};

/** Drives a run and its children as far as they can go; `opened` is its journal, when it was read already. */
export async function driveRunGroup(
  run: string,
  world: World,
  signal: AbortSignal,
  advance: AdvanceRun,
  opened?: OpenJournal,
): Promise<DriveResult> {
  for (let journal = opened; ; journal = undefined) {
    const { members, settled, unlink } = crewOf(world, signal, advance, run, journal);
    const { cut, movedAfterRest } = await settled();
    unlink();
    signal.throwIfAborted();
    if (cut.aborted) throw cut.reason;
    const standing = members.get(run)?.standing as DriveResult;
    // An answer that came in the last moment moved one of them when the others had already gone to rest.
    if (standing.is === 'ended' || !movedAfterRest) return standing;
  }
}

function crewOf(
  world: World,
  signal: AbortSignal,
  advance: AdvanceRun,
  root: string,
  journal: OpenJournal | undefined,
) {
  const { cut, unlink } = createLinkedAbort(signal);
  const rested = new AbortController();
  setMaxListeners(0, rested.signal);
  const members = new Map<string, GroupMember>();
  const waiting = new Set<() => void>();
  let lengthAtRest = 0;
  const all = () => [...members.values()];
  const length = () => all().reduce((sum, { log }) => sum + (log?.length ?? 0), 0);

  const crew: RunGroup = {
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
      if (rested.signal.aborted || idleStateOf(living.map(idleStateOfMember)) !== 'rests') return;
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

  function begin(run: string, own?: OpenJournal): GroupMember {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const over = opened;
    const member: GroupMember = {
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

  async function go(member: GroupMember) {
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
