/**
 * Drives a run and its children in one process.
 *
 *   C1. A child moves whether or not its parent waits for it, and whatever its siblings wait for.
 *   C2. The group rests when no answer can arrive in this process. Then every wait for a person returns.
 *   C3. An error of one member ends all. The drive returns only after every effect has finished.
 */
import { setMaxListeners } from 'node:events';
import { emptyFold, type FoldedJournal } from '@harness/core/journal/journal';
import { type IdleState, idleStateOf } from './idle.ts';
import type { OpenJournal } from './journal.ts';
import { createLinkedAbort, untilDone } from './linked-abort.ts';
import type { DriveResult, World } from './world.ts';

export interface GroupMember {
  readonly run: string;
  /** Its journal if the caller has opened it; else `undefined`. */
  readonly journal: OpenJournal | undefined;
  log: FoldedJournal | undefined;
  /** Idle state per open need; `undefined` while the next action is decided. */
  needs: readonly (() => IdleState)[] | undefined;
  /** Result of its last drive; `undefined` while it is driven. */
  driveResult: DriveResult | undefined;
  /** Resolves when its journal is read, or when it is over. */
  readonly opened: Promise<void>;
  open(): void;
  over: Promise<void>;
}

export interface RunGroup {
  readonly world: World;
  readonly signal: AbortSignal;
  /** Aborted when the whole group rests. */
  readonly rested: AbortSignal;
  has(run: string): boolean;
  /** Starts to drive a run. A run that is driven, or was driven as far as possible, is returned unchanged. */
  launch(run: string, opened?: OpenJournal): GroupMember;
  /** Drops members whose runs have ended and were reopened: the next launch reads their journals again. */
  forget(runs: readonly string[]): void;
  /** Drives a run to its end, also one that stopped before its end. */
  finish(run: string): Promise<void>;
  changed(signal: AbortSignal): Promise<void>;
  /** Checks whether the whole group rests; called when the idle state of a member changes. */
  look(): void;
}

const withoutHistory = ({ length, ended: entry }: FoldedJournal): FoldedJournal => ({
  ...emptyFold(),
  length,
  ended: entry,
});

export type AdvanceRun = (member: GroupMember, group: RunGroup) => Promise<DriveResult>;

export const idleStateOfMember = ({ driveResult, needs }: GroupMember): IdleState => {
  if (driveResult) return driveResult.is === 'ended' ? 'moves' : 'rests'; // the waiting parent is about to see the end
  return needs === undefined || needs.length === 0 ? 'moves' : idleStateOf(needs.map((rest) => rest()));
};

/** Drives a run and its children as far as possible. `opened` is its journal, if the caller has read it. */
export async function driveRunGroup(
  run: string,
  world: World,
  signal: AbortSignal,
  advance: AdvanceRun,
  opened?: OpenJournal,
): Promise<DriveResult> {
  for (let journal = opened; ; journal = undefined) {
    const { members, settled, unlink } = createRunGroup(world, signal, advance, run, journal);
    const { cut, movedAfterRest } = await settled();
    unlink();
    signal.throwIfAborted();
    if (cut.aborted) throw cut.reason;
    const driveResult = members.get(run)?.driveResult as DriveResult;
    // A late answer may move one member after the others started to rest: drive again.
    if (driveResult.is === 'ended' || !movedAfterRest) return driveResult;
  }
}

function createRunGroup(
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

  const group: RunGroup = {
    world,
    signal: cut.signal,
    rested: rested.signal,
    has: (run) => members.has(run),
    launch: (run, opened) => members.get(run) ?? begin(run, opened),
    forget(runs) {
      for (const run of runs) members.delete(run);
    },
    async finish(run) {
      await group.launch(run).over;
      if (members.get(run)?.driveResult?.is !== 'ended') await begin(run).over;
      cut.signal.throwIfAborted();
    },
    changed: (ends) =>
      untilDone(ends, (done) => {
        waiting.add(done);
        return () => waiting.delete(done);
      }),
    look() {
      const living = all().filter(({ driveResult }) => driveResult?.is !== 'ended');
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
    const member: GroupMember = {
      run,
      journal: own,
      log: undefined,
      needs: undefined,
      driveResult: undefined,
      opened,
      open,
      over: opened,
    };
    members.set(run, member);
    member.over = go(member);
    return member;
  }

  async function go(member: GroupMember) {
    try {
      member.driveResult = await advance(member, group);
      // A group may live for months: keep only the end of an ended run.
      if (member.driveResult.is === 'ended' && member.log) member.log = withoutHistory(member.log);
    } catch (error) {
      cut.abort(error); // an error of one member ends the others
    }
    member.open();
    group.look();
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
