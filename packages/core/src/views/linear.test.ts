/** Counts how often each view reads a field of an entry: four times the entries are about four times the reads. */
import { expect, test } from 'vitest';
import type { Entry } from '../journal/journal.ts';
import { emptyFold, foldJournal } from '../journal/journal.ts';
import type { RunTree } from '../journal/run-tree.ts';
import { en } from '../messages/en.ts';
import { longRun } from '../testing/long-journal.ts';
import { runFiles } from '../workflows/plan/run-files.ts';
import { toLogLines } from './log-lines.ts';
import { listEvidence } from './proof/evidence.ts';
import { buildProof } from './proof/proof.ts';
import { endedTries } from './record.ts';
import { buildReport } from './report/report.ts';
import { findResumableSession, savedDiff } from './resumable-session.ts';
import { show } from './show.ts';

const outside = { isOwned: false, answered: new Set<string>() };
const typing = { typed: String, typedGit: String, quoted: String };
const nowMs = 1e9;

const views: Readonly<Record<string, (family: RunTree) => unknown>> = {
  show: (family) => show(family, outside, en),
  report: (family) =>
    buildReport({ units: [{ family, outside }], damaged: [], sinceMs: 0, nowMs }, en, typing).landed.length,
  proof: (family) => {
    const found = listEvidence(family).map((evidence) => ({ evidence, why: null }));
    return buildProof({ family, outside }, found, [], nowMs);
  },
  log: (family) =>
    family.map(({ entries }) => {
      const log = emptyFold();
      return entries.flatMap((entry) => toLogLines(log, entry));
    }),
  'run files': runFiles,
  record: endedTries,
  session: ([{ entries }]) => [
    findResumableSession(entries, { key: '0/work', provider: 'scripted', isRepair: false, resumes: true }),
    savedDiff(entries),
  ],
  fold: (family) => family.map(({ entries }) => foldJournal(entries)),
};

/** The same run, with entries that count the reads of their fields. */
function counted(family: RunTree): { readonly family: RunTree; reads(): number } {
  let reads = 0;
  const handler: ProxyHandler<Entry> = {
    get(entry, name) {
      reads++;
      return Reflect.get(entry, name) as unknown;
    },
  };
  const members = family.map(({ run, entries }) => ({ run, entries: entries.map((one) => new Proxy(one, handler)) }));
  return { family: members as unknown as RunTree, reads: () => reads };
}

test.each(Object.entries(views))('the view %s reads each entry a fixed number of times', (_, view) => {
  const readsFor = (length: number) => {
    const { family, reads } = counted(longRun(length));
    view(family);
    return reads();
  };
  const few = readsFor(1_000);
  expect(few).toBeGreaterThan(1_000);
  expect(readsFor(4_000) / few).toBeLessThan(6); // 4 without sorting
});
