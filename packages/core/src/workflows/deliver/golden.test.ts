/** M4 for deliver: a journal of version 1 is read, replayed and shown unchanged. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { en } from '../../messages/en.ts';
import { golden } from '../../testing/golden.ts';
import { show } from '../../views/show.ts';
import { deliver } from './machine.ts';

const read = (version: number) => readFileSync(new URL(`./journals/v${version}.jsonl`, import.meta.url), 'utf8');
const entries = golden({ machine: deliver, version: 1, journal: read(1), at: 'merged' });

test('M4 the released version has a golden journal', () => {
  expect(read(deliver.version)).not.toBe('');
});

test('M4 shows preparation, push, pull request, approval, label and merge', () => {
  const shown = show([{ run: 'r', entries }], { isOwned: false, answered: new Set() }, en);
  expect(shown.status).toBe('done');
  expect(shown.calls.map(({ role }) => role)).toEqual(['plans.preparer', 'plans.merge-checker']);
  const states = entries.flatMap((entry) => (entry.type === 'moved' ? [entry.state.at] : []));
  expect(states).toEqual([
    ...['preparing', 'pushing', 'opening', 'watching-checks', 'reading', 'judging', 'labelling', 'merging', 'merged'],
  ]);
});
