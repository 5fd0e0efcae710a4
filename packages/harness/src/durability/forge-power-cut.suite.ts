/**
 * Runs both forges on the real engine with power cuts: everything happens once.
 *
 * `forge-power-cut.slow.ts` cuts at every entry of the journal, `forge-power-cut.test.ts` where an operation was performed
 * and its answer is lost.
 */
import { forgeOperations as forge } from '@harness/core/effects/forge';
import { act } from '@harness/core/effects/operation';
import { type Entry, foldJournal } from '@harness/core/journal/journal';
import { defineMachine, defineStep, type Machine } from '@harness/core/machine/machine';
import { gitHubStage } from '@harness/effects/forge/github/test-stage';
import { localStage } from '@harness/effects/forge/local/test-stage';
import type { ForgeStage } from '@harness/effects/forge/scratch';
import { clearScratch, plainGit } from '@harness/effects/git/scratch';
import { startAndDriveRun } from '@harness/engine/runs';
import { memoryStore } from '@harness/engine/testing/memory-store';
import { testWorld } from '@harness/engine/testing/world';
import { afterAll, expect, test } from 'vitest';

afterAll(clearScratch);

interface Progress {
  readonly left: number;
  readonly head: string;
}
type State = (Progress & { at: 'going' }) | (Progress & { at: 'over' });

const watch = { pull: 1, sinceMs: 0, withinMs: 1, everyMs: 1, emptyAfterMs: 1, ignore: [] };
const deeds = (head: string) => [
  act(forge.pushBranch, { branch: 'task/x', commit: head }),
  act(forge.openPull, { branch: 'task/x', base: 'main', head, title: 'Add', body: '## Summary' }),
  act(forge.watchChecks, { ...watch, head }),
  act(forge.labelPull, { pull: 1, label: 'agent/automerge' }),
  act(forge.mergePull, { pull: 1, head, title: 'Merge', message: '' }),
  act(forge.watchMerge, { ...watch, head }),
];

/** Performs every operation once, in sequence. */
const delivering = defineMachine<{ head: string }, State, null>()({
  id: 'delivering',
  version: 1,
  start: ({ head }) => ({ at: 'going', left: deeds(head).length, head }),
  steps: [
    defineStep<State>()({
      at: 'going',
      to: ['going', 'over'],
      needs: ({ left, head }) => ({ did: deeds(head).at(-left) ?? act(forge.readPull, { pull: 1 }) }),
      next: ({ left, head }, { did }) => {
        if (!did.ok) throw new Error(JSON.stringify(did.failure));
        return { at: left === 1 ? 'over' : 'going', left: left - 1, head };
      },
    }),
  ],
  ends: { over: 'done' },
  result: () => null,
  results: [null],
});

/** Entries of a run of this machine: `started`; `asked`, `answered` and `moved` per operation; `ended`. */
const entries = 1 + 6 * 3 + 1;
const forges: readonly (readonly [string, () => Promise<ForgeStage>])[] = [
  ['the local forge', () => localStage()],
  ['GitHub', () => gitHubStage()],
];
const everyEntry = process.env['HARNESS_EVERY_CHANGE'] === '1';
const isLostAnswer = (dieAt: number) => dieAt % 3 === 2;
const cuts = forges.flatMap(([name, setUp]) =>
  Array.from({ length: entries }, (_, dieAt) => [name, dieAt, setUp] as const).filter(
    ([, dieAt]) => everyEntry || isLostAnswer(dieAt),
  ),
);

test.each(cuts)('E5 %s, power cut at entry %i', async (_, dieAt, setUp) => {
  const stage = await setUp();
  const head = stage.branch('task/x');
  const files = new Map<string, Entry[]>();
  const go = async (until: number) => {
    const store = memoryStore({ files, dieAt: until });
    const made = await testWorld(store, 'r', [delivering as unknown as Machine], {
      deeds: { forge: ({ key }, input) => stage.perform({ kind: 'forge', input }, key) },
      afterCrash: { forge: 'reconcile' },
    });
    const start = { run: 'r', machine: 'delivering', title: 't', settings: {}, input: { head } };
    return startAndDriveRun(made.world, start, new AbortController().signal);
  };
  await expect(go(dieAt)).rejects.toThrow('power cut');
  expect(await go(Infinity)).toMatchObject({ is: 'ended', end: 'done' });
  expect(foldJournal(files.get('r') ?? []).state.at).toBe('over');
  const { people } = stage;
  expect(people.pulls()).toBe(1);
  expect(plainGit(people.bare, ['rev-list', '--count', '--first-parent', 'main'])).toBe('2');
});
