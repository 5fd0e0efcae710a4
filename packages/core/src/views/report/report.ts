/**
 * The morning report: what landed, what is stuck and why, what it cost, what needs a person, what happened meanwhile.
 * One fold over the journals of the units that are unfinished or ended since; one document, which all forms of it show.
 */
import type { Messages } from '../../messages/messages.ts';
import { runRow } from '../run.ts';
import { iso, isoOrNull } from '../times.ts';
import type { Unit } from '../unit.ts';
import { type Landed, landedIn, logOf } from './landed.ts';
import { meanwhile } from './meanwhile.ts';
import { type NeedOfYou, questionsFor, resumeFor } from './needs-you.ts';
import { spendingOf } from './spending.ts';
import { type Stuck, stuckIn } from './standing.ts';
import type { Typing } from './typing.ts';

/** A run whose journal cannot be read: told, and no reason not to tell of the others. */
export interface Damaged {
  readonly run: string;
  readonly why: string;
}

export interface Reported {
  readonly units: readonly Unit[];
  readonly damaged: readonly Damaged[];
  readonly sinceMs: number;
  readonly nowMs: number;
}

export type Report = ReturnType<typeof report>;

export function report({ units, damaged, sinceMs, nowMs }: Reported, messages: Messages, typing: Typing) {
  const stuck = units.flatMap((unit) => stuckIn(unit, sinceMs, messages, typing) ?? []).sort(newestFirst);
  const asked = units.flatMap((unit) => questionsFor(unit, messages, typing));
  const left = stuck.filter(({ status }) => status === 'parked').map(resumeFor);
  return {
    since: iso(sinceMs),
    until: iso(nowMs),
    needsYou: [...asked, ...left].map(needRow),
    landed: units
      .flatMap((unit) => landedIn(unit, sinceMs))
      .sort(newestFirst)
      .map((landed) => landedRow(landed, typing)),
    working: units.filter(({ family, outside }) => runRow(family, outside).status === 'running').map(workingRow),
    parked: stuck.map(stuckRow),
    cost: spendingOf(units, sinceMs),
    meanwhile: meanwhile(units, sinceMs, nowMs),
    damaged,
  };
}

const newestFirst = (a: { readonly atMs: number }, b: { readonly atMs: number }) => b.atMs - a.atMs;

const landedRow = ({ atMs, ...landed }: Landed, { typedGit, typed }: Typing) => ({
  ...landed,
  at: iso(atMs),
  look: landed.sha === null ? typed(`harness show ${landed.run}`) : typedGit(`show ${landed.sha.slice(0, 10)}`),
});

const needRow = ({ sinceMs, ...need }: NeedOfYou) => ({ ...need, since: iso(sinceMs) });

const stuckRow = ({ atMs, notBeforeMs, ...row }: Stuck) => ({
  ...row,
  at: iso(atMs),
  notBefore: isoOrNull(notBeforeMs),
});

function workingRow({ family }: Unit) {
  const { run, machine: workflow, title, state, startedAtMs } = logOf(family[0]);
  return { run, workflow, title, state: state.at, startedAt: iso(startedAtMs) };
}
