/** Runs the real workflow on the real engine, with a power cut at every entry of the journal. */
import { type Outcome, ok } from '@harness/core/failure/failure';
import { type Entry, foldJournal } from '@harness/core/journal/journal';
import type { Machine } from '@harness/core/machine/machine';
import { listCalls } from '@harness/core/views/calls';
import { converge } from '@harness/core/workflows/converge/machine';
import { startAndDriveRun } from '@harness/engine/runs';
import { memoryStore } from '@harness/engine/testing/memory-store';
import { testWorld } from '@harness/engine/testing/world';
import { expect, test } from 'vitest';

const job = {
  task: 'Do it',
  slug: 'do-it',
  checks: ['build', 'test'],
  checkTimeoutMs: 1,
  passes: 3,
  whenSpent: 'ask',
  roles: { implement: 'converge.implementer', repair: 'converge.implementer', review: ['converge.reviewer'] },
};
const artifact = { path: 'artifacts/x', sha256: '', bytes: 0 };
const lane = { path: 'lane', branch: 'harness/do-it', base: 'b0' };

/** A world that remembers published commits outside the journal: each must be published once. */
function outside() {
  const published = new Set<string>();
  const git = (op: string, run: string, key: string): Outcome<unknown> => {
    if (op === 'open-lane') return ok(lane);
    if (op === 'checkpoint') return ok({ commit: `c${key}`, changedFiles: 1, diff: artifact });
    if (op === 'close-lane') return ok({ kept: null, branchRemoved: false });
    published.add(`${run}/${key}`); // like a trailer: the same key finds its own commit
    return ok({ commit: `d${key}` });
  };
  return { published, git };
}

test('E1 E2 E3 E8 a power cut at any entry ends in the same state: no answered call is repeated, one commit, paid once', async () => {
  const go = async (dieAt: number, files: Map<string, Entry[]>, world: ReturnType<typeof outside>) => {
    let reviewed = [...(files.get('r') ?? [])].filter(
      (entry) => entry.type === 'answered' && entry.outcome.ok && Array.isArray(entry.outcome.value),
    ).length;
    const high = [{ severity: 'high', file: 'a', line: null, text: 'no' }];
    const made = await testWorld(memoryStore({ files, dieAt }), 'r', [converge as Machine], {
      deeds: {
        git: ({ run, key }, input) => world.git((input as { op: string }).op, run, key),
        check: ok({ green: true, exitCode: 0, tail: '', log: artifact }),
        agent: (_, input) =>
          (input as { role: string }).role === 'converge.reviewer' ? ok(reviewed++ === 0 ? high : []) : ok('done'),
      },
    });
    const start = { run: 'r', machine: 'converge', title: 't', settings: {}, input: job };
    await startAndDriveRun(made.world, start, new AbortController().signal);
    return made;
  };

  const whole = new Map<string, Entry[]>();
  await go(Infinity, whole, outside());
  const all = whole.get('r') ?? [];
  expect(foldJournal(all).state.at).toBe('converged');

  for (let dieAt = 0; dieAt < all.length; dieAt++) {
    const files = new Map<string, Entry[]>();
    const world = outside();
    await expect(go(dieAt, files, world)).rejects.toThrow('power cut');
    const answered = (files.get('r') ?? []).flatMap((entry) => (entry.type === 'answered' ? [`r/${entry.key}`] : []));
    const { performed } = await go(Infinity, files, world);
    const entries = files.get('r') ?? [];
    expect(foldJournal(entries).state).toEqual(foldJournal(all).state);
    expect(foldJournal(entries).spent).toEqual(foldJournal(all).spent);
    expect(performed.filter((key) => answered.includes(key))).toEqual([]);
    expect(world.published.size).toBe(1);
    for (const { tries } of listCalls([{ run: 'r', entries }])) expect(tries.at(-1)?.outcome).toBe('ok');
  }
  console.log(`converge on the engine: ${all.length} entries, ${all.length} power cuts`);
});
