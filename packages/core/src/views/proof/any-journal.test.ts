/** Tests report and proof with random journals: random paths through converge, cut off at any entry. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { en } from '../../messages/en.ts';
import { job, words } from '../../testing/jobs.ts';
import { walk } from '../../testing/walk.ts';
import { converge } from '../../workflows/converge/machine.ts';
import { buildReport } from '../report/report.ts';
import { findJournalDefect, listEvidence } from './evidence.ts';
import { buildProof } from './proof.ts';

const anyJournal = fc
  .infiniteStream(fc.nat())
  .map((choices) => walk(converge, job, words, (n) => (choices.next().value ?? 0) % n));
const outside = { isOwned: false, answered: new Set<string>() };
const typing = { typed: String, typedGit: String, quoted: String };

test('J2 no prefix of a journal has a defect, and each has a report and a proof', () => {
  fc.assert(
    fc.property(anyJournal, (entries) => {
      for (let length = 1; length <= entries.length; length++) {
        const own = { run: 'r', entries: entries.slice(0, length) };
        expect(findJournalDefect(own)).toBeNull();
      }
      const unit = { family: [{ run: 'r', entries }] as const, outside };
      const report = buildReport({ units: [unit], damaged: [], sinceMs: 0, nowMs: 1e9 }, en, typing);
      expect(report.landed.length + report.parked.length).toBe(1);
      const found = listEvidence(unit.family).map((evidence) => ({ evidence, why: null }));
      const { hours, claims } = buildProof(unit, found, [], 1e9);
      expect(hours.workedMs + hours.waitedMs + hours.downMs).toBe(hours.wholeMs);
      expect(claims.every(({ at }) => at !== '')).toBe(true);
    }),
    { numRuns: 60 },
  );
});
