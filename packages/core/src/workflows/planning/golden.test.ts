/** M4 for planning: a journal of version 1 is read, replayed and shown unchanged. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { en } from '../../messages/en.ts';
import { golden } from '../../testing/golden.ts';
import { show } from '../../views/show.ts';
import { planning } from './machine.ts';
import { planningView } from './view.ts';

const read = (version: number) => readFileSync(new URL(`./journals/v${version}.jsonl`, import.meta.url), 'utf8');
const entries = golden({ machine: planning, version: 1, journal: read(1), at: 'written' });

test('M4 the released version has a golden journal', () => {
  expect(read(planning.version)).not.toBe('');
});

test('M4 shows a cycle sent back, a skipped completed plan and a written file', () => {
  const shown = show([{ run: 'r', entries }], { isOwned: false, answered: new Set() }, en);
  expect(shown).toMatchObject({ status: 'done', state: 'written', costUsd: 0.02 });
  expect(shown.calls.map(({ role, tries }) => [role, tries.map(({ outcome }) => outcome)])).toEqual([
    ['plans.planner', ['schema', 'ok']],
  ]);
  expect(planningView([{ run: 'r', entries }])).toMatchObject({
    plans: [{ id: '0002', path: 'docs/exec-plans/active/0002-greet.md', written: true }],
    skipped: ['0001'],
    conflicts: [],
    uncovered: ['farewell'],
  });
});
