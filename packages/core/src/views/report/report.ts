/**
 * Builds the morning report: landed and stuck units, cost, needed actions and activity. It is computed from the
 * journals of units that are unfinished or ended since; every output format shows this document.
 */
import type { Messages } from '../../messages/messages.ts';
import { listIgnoredChecks } from '../ignored-checks.ts';
import { listNotCompared } from '../not-compared.ts';
import { runRow } from '../run.ts';
import { iso, isoOrNull } from '../times.ts';
import type { Unit } from '../unit.ts';
import { listUnproven } from '../unproven-checks.ts';
import { listUserFiles } from '../user-files.ts';
import { activitySince } from './activity.ts';
import type { CommandFormat } from './command-format.ts';
import { findLanded, type LandedUnit, logOf } from './landed.ts';
import { leftActions, type NeededAction, questionActions, resumeAction } from './needed-actions.ts';
import { spendingOf } from './spending.ts';
import { findStuckUnit, type StuckUnit } from './stuck.ts';

/** A run with an unreadable journal; it is listed and does not prevent the report. */
export interface DamagedRun {
  readonly run: string;
  readonly why: string;
}

export interface ReportInput {
  readonly units: readonly Unit[];
  readonly damaged: readonly DamagedRun[];
  readonly sinceMs: number;
  readonly nowMs: number;
}

export type MorningReport = ReturnType<typeof buildReport>;

export function buildReport(
  { units, damaged, sinceMs, nowMs }: ReportInput,
  messages: Messages,
  format: CommandFormat,
) {
  const stuck = units.flatMap((unit) => findStuckUnit(unit, sinceMs, messages, format) ?? []).sort(newestFirst);
  const asked = units.flatMap((unit) => questionActions(unit, messages, format));
  const parked = stuck.filter(({ status }) => status === 'parked').map(resumeAction);
  const left = units.flatMap((unit) => leftActions(unit, sinceMs, format));
  return {
    since: iso(sinceMs),
    until: iso(nowMs),
    needsYou: [...asked, ...parked, ...left].map(needRow),
    landed: units
      .flatMap((unit) => findLanded(unit, sinceMs))
      .sort(newestFirst)
      .map((landed) => landedRow(landed, format)),
    working: units.filter(({ family, outside }) => runRow(family, outside).status === 'running').map(workingRow),
    parked: stuck.map(stuckRow),
    cost: spendingOf(units, sinceMs),
    meanwhile: activitySince(units, sinceMs, nowMs),
    damaged,
    userFiles: units.flatMap(userFilesRows),
    ignoredChecks: units.flatMap(({ family }) => listIgnoredChecks(family)),
    notCompared: units.flatMap(({ family }) => listNotCompared(family)),
    unproven: units.flatMap(({ family }) => listUnproven(family)),
  };
}

const newestFirst = (a: { readonly atMs: number }, b: { readonly atMs: number }) => b.atMs - a.atMs;

const landedRow = ({ atMs, ...landed }: LandedUnit, { typedGit, typed }: CommandFormat) => ({
  ...landed,
  at: iso(atMs),
  look: landed.sha === null ? typed(`harness show ${landed.run}`) : typedGit(`show ${landed.sha.slice(0, 10)}`),
});

const needRow = ({ sinceMs, ...need }: NeededAction) => ({ ...need, since: iso(sinceMs) });

const stuckRow = ({ atMs, notBeforeMs, ...row }: StuckUnit) => ({
  ...row,
  at: iso(atMs),
  notBefore: isoOrNull(notBeforeMs),
});

/** Copies of ignored files that did not change need no line. */
function userFilesRows({ family }: Unit) {
  const { title } = logOf(family[0]);
  return listUserFiles(family)
    .filter(({ ref, touchedCount }) => ref !== null || touchedCount > 0)
    .map((row) => ({ title, ...row }));
}

function workingRow({ family }: Unit) {
  const { run, machine: workflow, title, state, startedAtMs } = logOf(family[0]);
  return { run, workflow, title, state: state.at, startedAt: iso(startedAtMs) };
}
