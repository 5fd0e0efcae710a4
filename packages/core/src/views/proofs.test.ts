/** Tests the list of proofs: witnesses by name, and what was accepted without one. */
import { describe, expect, test } from 'vitest';
import type { Entry, NewEntry } from '../journal/journal.ts';
import type { RunJournal } from '../journal/run-tree.ts';
import { ended, moved, started } from '../testing/facts.ts';
import { reason } from '../trust/reason.ts';
import type { ProofResult } from '../workflows/proof/job.ts';
import { listProofs, proofsByCaller } from './proofs.ts';

const journal = (run: string, atMs: number, facts: readonly NewEntry[]): RunJournal => ({
  run,
  entries: facts.map((fact, n) => ({ ...fact, atMs: atMs + n }) as Entry),
});
const child = (run: string, machine: string, atMs: number, input: object, result: unknown) =>
  journal(run, atMs, [{ ...started(machine), input } as NewEntry, { ...ended('done'), result } as NewEntry]);
const path = '.harness/worktrees/r';
const proof = (run: string, atMs: number, result: ProofResult | null, job: object = {}) =>
  child(run, 'proof', atMs, { path, ...job }, result);
const proved = {
  at: 'proved',
  by: 'witness',
  witnesses: [],
  tried: 0,
  survived: 0,
  flaky: [],
  unsupported: [],
} as const;
const adds = { ...proved, witnesses: [{ name: 'adds', file: 'a.test.js' }, { command: 'node check.js' }] };
const without = [reason('no-test'), reason('survivors', ['a.js:1: < → <='])];
const accepted = { ...proved, by: 'person', without } as const;
const back = { at: 'back', reasons: without } as const;
const root = journal('r', 0, [started()]);

describe('a proof', () => {
  test('names its witnesses: tests and commands', () => {
    expect(listProofs([root, proof('r.5.proof', 10, adds)])).toEqual([
      { run: 'r.5.proof', item: null, verdict: 'witnessed', witnesses: ['adds', 'node check.js'], why: [] },
    ]);
  });

  test('that a person accepted without a witness is unwitnessed, with the reasons', () => {
    expect(listProofs([root, proof('r.5.proof', 10, accepted)])).toMatchObject([
      {
        verdict: 'unwitnessed',
        witnesses: [],
        why: [{ code: 'no-test' }, { code: 'survivors', names: ['a.js:1: < → <='] }],
      },
    ]);
  });

  test('of a kind without witnesses says so; consent to a broken promise alone is a witnessed change', () => {
    expect(listProofs([root, proof('r.5.proof', 10, { ...proved, by: 'kind' })])).toMatchObject([
      { verdict: 'by-kind' },
    ]);
    const consent = { ...adds, by: 'person', allowed: 'h1' } as const;
    expect(listProofs([root, proof('r.5.proof', 10, consent)])).toMatchObject([{ verdict: 'witnessed' }]);
  });

  test('R1 only the last one counts, and only if it decided for the change', () => {
    const [first, second] = [proof('r.5.proof', 10, accepted), proof('r.9.proof', 20, adds)];
    expect(listProofs([root, second, first])).toMatchObject([{ run: 'r.9.proof', verdict: 'witnessed' }]);
    expect(listProofs([root, second, proof('r.12.proof', 30, back)])).toEqual([]);
    expect(listProofs([root, proof('r.5.proof', 10, null)])).toEqual([]);
  });
});

test('each feature of a mission has its row; R2 of competing lanes only the merged one', () => {
  const at = (lane: string) => ({ item: 'F-1', path: `.harness/worktrees/${lane}` });
  const builder = child('r.9.F-1.0.lane-1', 'lane', 5, { feature: 'F-1', lane: 'F-1-lane-1' }, { is: 'judged' });
  const rivals = [
    builder,
    proof('r.9.F-1.0.lane-1.5.proof', 10, accepted, at('F-1-lane-1')),
    proof('r.9.F-1.0.lane-2.5.proof', 11, adds, at('F-1-lane-2')),
  ];
  const other = proof('r.3.F-2.5.proof', 12, accepted, { item: 'F-2', path: '.harness/worktrees/F-2' });
  const lane = child('r.20.F-1.2.landed', 'lane', 30, { feature: 'F-1', lane: 'F-1-lane-2' }, { is: 'passed' });
  const shown = (family: readonly RunJournal[]) => listProofs(family).map(({ item, verdict }) => `${item} ${verdict}`);
  expect(shown([root, ...rivals, other, lane])).toEqual(['F-1 witnessed', 'F-2 unwitnessed']);
  expect(shown([root, ...rivals])).toEqual(['F-1 unwitnessed', 'F-1 witnessed']);
});

test('R1 the repair of a plan is proved in another lane, and counts for the plan', () => {
  const at = (lane: string) => ({ item: '0001', path: `.harness/worktrees/${lane}` });
  const family = [root, proof('r.2.a.5.proof', 10, accepted, at('a')), proof('r.4.b.5.proof', 20, adds, at('b'))];
  expect(listProofs(family)).toMatchObject([{ item: '0001', verdict: 'witnessed' }]);
});

test('R3 a run that says that its change has no witness is believed, once', () => {
  const state = { at: 'completed', unwitnessed: [reason('not-proved')] };
  const said = journal('r', 0, [started('task'), { ...moved('completed'), state } as NewEntry, ended('done')]);
  expect(listProofs([said])).toMatchObject([{ run: 'r', verdict: 'unwitnessed', why: [{ code: 'not-proved' }] }]);
  expect(listProofs([said, proof('r.5.proof', 10, accepted)])).toHaveLength(1);
  expect(listProofs([root])).toEqual([]);
});

test('a caller has its last proof', () => {
  const rows = proofsByCaller([root, proof('r.5.proof', 10, adds), proof('r.9.F-1.5.proof', 11, accepted)]);
  expect([...rows].map(([run, { verdict }]) => `${run} ${verdict}`)).toEqual(['r witnessed', 'r.9.F-1 unwitnessed']);
  expect(proofsByCaller([root, proof('r.5.proof', 10, adds), proof('r.9.proof', 20, back)]).size).toBe(0);
});
