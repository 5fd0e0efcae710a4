/** M4 for deliver: what it wrote in version 1 is read, replayed and shown as it was. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { en } from '../../messages/en.ts';
import { golden } from '../../testing/golden.ts';
import { show } from '../../views/show.ts';
import { deliver } from './machine.ts';

const read = (version: number) => readFileSync(new URL(`./journals/v${version}.jsonl`, import.meta.url), 'utf8');
const entries = golden({ machine: deliver, version: 1, journal: read(1), at: 'merged' });

test('M4 there is a golden journal of the version that is released', () => {
  expect(read(deliver.version)).not.toBe('');
});

test('M4 it is shown with its story: words, a push, a pull request, a last look, a label and a merge', () => {
  const shown = show([{ run: 'r', entries }], { isOwned: false, answered: new Set() }, en);
  expect(shown.status).toBe('done');
  expect(shown.calls.map(({ role }) => role)).toEqual(['plans.preparer', 'plans.merge-checker']);
  const states = entries.flatMap((entry) => (entry.type === 'moved' ? [entry.state.at] : []));
  expect(states).toEqual([
    ...['preparing', 'pushing', 'opening', 'watching-checks', 'reading', 'judging', 'labelling', 'merging', 'merged'],
  ]);
});
