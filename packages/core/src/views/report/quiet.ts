/** The report without any unit: it needs no workflow, and the workflows are most of the code that a report loads. */
import { iso } from '../times.ts';
import type { MorningReport, ReportInput } from './report.ts';
import { spendingOf } from './spending.ts';

export const quietReport = ({ damaged, sinceMs, nowMs }: Omit<ReportInput, 'units'>): MorningReport => ({
  since: iso(sinceMs),
  until: iso(nowMs),
  needsYou: [],
  landed: [],
  working: [],
  parked: [],
  cost: spendingOf([], sinceMs),
  meanwhile: {
    runs: 0,
    calls: 0,
    repeats: 0,
    unreadable: 0,
    passes: 0,
    checks: { green: 0, red: 0 },
    rateLimits: { times: 0, waitedMs: 0 },
    answers: { people: 0, script: 0 },
    resumes: 0,
  },
  damaged,
  userFiles: [],
  ignoredChecks: [],
  notCompared: [],
  unproven: [],
});
