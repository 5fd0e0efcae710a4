/** M4 for phase: a journal of version 1 is read, replayed and shown unchanged. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { foldJournal } from '../../journal/journal.ts';
import type { State } from '../../machine/machine.ts';
import { en } from '../../messages/en.ts';
import { golden } from '../../testing/golden.ts';
import { show } from '../../views/show.ts';
import { commitFacts, planFacts } from '../plan/facts.ts';
import { phase } from './machine.ts';
import { phaseView } from './view.ts';

const read = (version: number) => readFileSync(new URL(`./journals/v${version}.jsonl`, import.meta.url), 'utf8');
const entries = golden({ machine: phase, version: 1, journal: read(1), at: 'reviewed' });

test('M4 the released version has a golden journal', () => {
  expect(read(phase.version)).not.toBe('');
});

test('M4 shows a review with a low finding, after which a pull request may be prepared', () => {
  const journal = { run: 'r', entries };
  const shown = show([journal], { isOwned: false, answered: new Set() }, en);
  expect(shown).toMatchObject({ status: 'done', state: 'reviewed', costUsd: 0.005 });
  expect(shown.findings.map(({ severity, status }) => `${severity} ${status}`)).toEqual(['low follow-up']);
  const view = phaseView([journal]);
  expect(view).toMatchObject({ plan: '0001', phase: 'review', over: { at: 'reviewed' } });
  const { head } = foldJournal(entries).state as State & { head: string };
  expect(commitFacts(planFacts([journal], '0001'), head)).toMatchObject({ review: [{ severity: 'low' }], toFix: [] });
});
