/** M4 for fidelity: a journal of version 1 is read, replayed and shown unchanged. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { en } from '../../messages/en.ts';
import { golden } from '../../testing/golden.ts';
import { show } from '../../views/show.ts';
import { fidelity } from './machine.ts';
import { fidelityView } from './view.ts';

const read = (version: number) => readFileSync(new URL(`./journals/v${version}.jsonl`, import.meta.url), 'utf8');
const entries = golden({ machine: fidelity, version: 1, journal: read(1), at: 'within' });

test('M4 the released version has a golden journal', () => {
  expect(read(fidelity.version)).not.toBe('');
});

test('M4 shows an answer sent back and a score within the threshold', () => {
  const shown = show([{ run: 'r', entries }], { isOwned: false, answered: new Set() }, en);
  expect(shown).toMatchObject({ status: 'done', state: 'within', costUsd: 0.02 });
  expect(shown.calls.map(({ role, tries }) => [role, tries.map(({ outcome }) => outcome)])).toEqual([
    ['plans.fidelity', ['schema', 'ok']],
  ]);
  expect(fidelityView([{ run: 'r', entries }])).toMatchObject({
    score: 17.5,
    threshold: 25,
    blocked: false,
    requirements: { met: 1, partial: 1, unmet: 0 },
    drift: 1,
  });
});
