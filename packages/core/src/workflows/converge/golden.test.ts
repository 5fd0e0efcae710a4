/** M4 for converge: a journal of version 1 is read, replayed and shown unchanged. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { en } from '../../messages/en.ts';
import { golden } from '../../testing/golden.ts';
import { show } from '../../views/show.ts';
import { converge } from './machine.ts';

const read = (version: number) => readFileSync(new URL(`./journals/v${version}.jsonl`, import.meta.url), 'utf8');
const entries = golden({ machine: converge, version: 1, journal: read(1), at: 'converged' });

test('M4 the released version has a golden journal', () => {
  expect(read(converge.version)).not.toBe('');
});

test('M4 shows a red check, a repair, a fixed finding and a low follow-up', () => {
  const shown = show([{ run: 'r', entries }], { isOwned: false, answered: new Set() }, en);
  expect(shown).toMatchObject({ status: 'done', costUsd: 0.041 });
  expect(shown.calls.map(({ role, attempt }) => `${role} ${attempt}`)).toEqual([
    'converge.implementer 1',
    'converge.implementer 2',
    'converge.reviewer 1',
    'converge.implementer 3',
    'converge.reviewer 2',
  ]);
  expect(shown.checks.map(({ green }) => green)).toEqual([false, true, true]);
  expect(shown.findings.map(({ severity, status }) => `${severity} ${status}`)).toEqual([
    'high fixed',
    'low follow-up',
  ]);
  expect(shown.commits).toHaveLength(1);
});
