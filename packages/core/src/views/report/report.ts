/**
 * The morning report: what landed, what is stuck and why, what it cost, what needs a person, what happened meanwhile.
 * One fold over the journals of the units that are unfinished or ended since; one document, which all forms of it show.
 */
import type { Messages } from '../../messages/messages.ts';
import { runRow } from '../run.ts';
import { iso, isoOrNull } from '../times.ts';
import type { Unit } from '../unit.ts';
import { activitySince } from './activity.ts';
import type { CommandFormat } from './command-format.ts';
import { findLanded, type LandedUnit, logOf } from './landed.ts';
import { type NeededAction, questionActions, resumeAction } from './needed-actions.ts';
import { spendingOf } from './spending.ts';
import { findStuckUnits, type StuckUnit } from './stuck.ts';

/** A run whose journal cannot be read: told, and no reason not to tell of the others. */
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
  typing: CommandFormat,
) {
  const stuck = units.flatMap((unit) => findStuckUnits(unit, sinceMs, messages, typing) ?? []).sort(newestFirst);
  const asked = units.flatMap((unit) => questionActions(unit, messages, typing));
  const left = stuck.filter(({ status }) => status === 'parked').map(resumeAction);
  return {
    since: iso(sinceMs),
    until: iso(nowMs),
    needsYou: [...asked, ...left].map(needRow),
    landed: units
      .flatMap((unit) => findLanded(unit, sinceMs))
      .sort(newestFirst)
      .map((landed) => landedRow(landed, typing)),
    working: units.filter(({ family, outside }) => runRow(family, outside).status === 'running').map(workingRow),
    parked: stuck.map(stuckRow),
    cost: spendingOf(units, sinceMs),
    meanwhile: activitySince(units, sinceMs, nowMs),
    damaged,
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

function workingRow({ family }: Unit) {
  const { run, machine: workflow, title, state, startedAtMs } = logOf(family[0]);
  return { run, workflow, title, state: state.at, startedAt: iso(startedAtMs) };
}
