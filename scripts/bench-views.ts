/** Measures each view of runs with 1,000, 10,000 and 40,000 entries: the time per entry must not grow. */
import { emptyFold } from '@harness/core/journal/journal';
import type { RunTree } from '@harness/core/journal/run-tree';
import { en } from '@harness/core/messages/en';
import { longRun } from '@harness/core/testing/long-journal';
import { toLogLines } from '@harness/core/views/log-lines';
import { listEvidence } from '@harness/core/views/proof/evidence';
import { buildProof } from '@harness/core/views/proof/proof';
import { buildReport } from '@harness/core/views/report/report';
import { runRow } from '@harness/core/views/run';
import { show } from '@harness/core/views/show';
import { runFiles } from '@harness/core/workflows/plan/run-files';
import type { BenchRow } from './bench-row.ts';

const lengths = [1_000, 10_000, 40_000] as const;
const bar = 2;
const rounds = 7;

const outside = { isOwned: false, answered: new Set<string>() };
const typing = { typed: String, typedGit: String, quoted: String };
const nowMs = 1e9;

const views: Readonly<Record<string, (family: RunTree) => unknown>> = {
  show: (family) => JSON.stringify(show(family, outside, en)),
  report: (family) => buildReport({ units: [{ family, outside }], damaged: [], sinceMs: 0, nowMs }, en, typing),
  proof(family) {
    const found = listEvidence(family).map((evidence) => ({ evidence, why: null }));
    return buildProof({ family, outside }, found, [], nowMs);
  },
  log: (family) =>
    family.flatMap(({ entries }) => {
      const log = emptyFold();
      return entries.flatMap((entry) => toLogLines(log, entry));
    }),
  status: (family) => runRow(family, outside),
  'run files': runFiles,
};

export function measureViews(): readonly BenchRow[] {
  const families = lengths.map(longRun);
  return Object.entries(views).map(([name, view]) => {
    const times = families.map((family) => quickestMs(() => view(family)));
    const perEntry = times.map((ms, n) => ms / (lengths[n] ?? 1));
    const [, mid = 1, long = 1] = perEntry;
    console.log(`${name.padEnd(10)} ${times.map((ms, n) => `${lengths[n]}: ${ms.toFixed(1)} ms`).join(', ')}`);
    const what = `${name}: per entry, 40,000 / 10,000 entries`;
    const inUs = (ms: number) => `${(ms * 1_000).toFixed(2)} µs`;
    return { what, baseline: inUs(mid), measured: inUs(long), ratio: long / mid, bar, is: 'at most' };
  });
}

/** The quickest of several rounds: other processes only add time. */
function quickestMs(work: () => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const from = performance.now();
    work();
    return performance.now() - from;
  });
  return Math.min(...times);
}
