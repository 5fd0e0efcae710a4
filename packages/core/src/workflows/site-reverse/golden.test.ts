/** M4 for site-reverse: a journal of version 1 is read, replayed and shown unchanged. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { en } from '../../messages/en.ts';
import { golden } from '../../testing/golden.ts';
import { show } from '../../views/show.ts';
import { siteReverse } from './machine.ts';
import { siteView } from './view.ts';

const read = (version: number) => readFileSync(new URL(`./journals/v${version}.jsonl`, import.meta.url), 'utf8');
const entries = golden({ machine: siteReverse, version: 1, journal: read(1), at: 'written' });

test('M4 the released version has a golden journal', () => {
  expect(read(siteReverse.version)).not.toBe('');
});

test('M4 shows two pages, an analysis sent back for an uncaptured page, and written files', () => {
  const shown = show([{ run: 'r', entries }], { isOwned: false, answered: new Set() }, en);
  expect(shown).toMatchObject({ status: 'done', state: 'written', costUsd: 0.02 });
  expect(shown.calls.map(({ role, tries }) => [role, tries.map(({ outcome }) => outcome)])).toEqual([
    ['plans.site-analyst', ['schema', 'ok']],
  ]);
  const view = siteView([{ run: 'r', entries }]);
  expect(view).toMatchObject({ pages: ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/prices'] });
  expect(view?.files).toHaveLength(9);
});
