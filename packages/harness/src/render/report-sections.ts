/** Formats a report as a page of sections; the terminal and Markdown print the same texts in the same order. */

import { tokensOf } from '@harness/core/budget/usage';
import { formatNumber } from '@harness/core/messages/format-number';
import type { Messages } from '@harness/core/messages/messages';
import type { LineMark } from '@harness/core/views/line-codes';
import type { MorningReport } from '@harness/core/views/report/report';
import type { Amount } from '@harness/core/views/report/spending';
import { dollars } from './amounts.ts';
import { firstLineOf, printable } from './printable.ts';
import { formatAge, formatClock, formatDayAndClock } from './time-format.ts';

export interface Item {
  readonly mark: LineMark;
  readonly text: string;
  readonly details: readonly string[];
  /** Label and command. */
  readonly commands: readonly (readonly [string, string])[];
}

export interface Section {
  readonly heading: string;
  readonly items: readonly Item[];
}

export interface Page {
  readonly lead: string;
  /** Counts per section on one line; empty if nothing happened. */
  readonly counts: string;
  readonly sections: readonly Section[];
}

export function reportPage(report: MorningReport, messages: Messages): Page {
  const words = messages.report;
  const { since, until, landed, needsYou, parked, working, damaged, meanwhile } = report;
  const span = { since: formatDayAndClock(since), ago: formatAge(Date.parse(until) - Date.parse(since)) };
  const over = parked.filter(({ end }) => end !== null); // an unfinished run is in "needs you", with its command
  const isEmpty = [landed, needsYou, parked, working, damaged].every((list) => list.length === 0);
  if (isEmpty && meanwhile.calls === 0) return { lead: words.nothing(span), counts: '', sections: [] };
  const counts = [
    ...count(landed, words.countLanded),
    ...count(needsYou, words.countNeeds),
    ...count(over, words.countStuck),
    ...count(working, words.countWorking),
    ...count(damaged, words.countDamaged),
    money(report.cost, words),
  ];
  const sections = [
    { heading: words.needsYou({}), items: needsYou.map((need) => needItem(need, parked, words)) },
    { heading: words.landed({}), items: landed.map((one) => landedItem(one, words)) },
    { heading: words.stuck({}), items: over.map((one) => stuckItem(one, messages)) },
    { heading: words.working({}), items: working.map((one) => workingItem(one, words)) },
    { heading: words.userFiles({}), items: report.userFiles.map((one) => userFilesItem(one, words)) },
    { heading: words.damaged({}), items: damaged.map(({ run, why }) => item('bad', run, [why])) },
    { heading: words.cost({}), items: costItems(report, words) },
    {
      heading: words.meanwhile({}),
      items: [...unprovenItems(report.unproven, messages), ...meanwhileItems(report, words)],
    },
  ];
  return {
    lead: words.since(span),
    counts: counts.join(' · '),
    sections: sections.filter(({ items }) => items.length > 0),
  };
}

type Words = Messages['report'];

const count = (list: readonly unknown[], say: Words['countLanded']) =>
  list.length > 0 ? [say({ n: list.length })] : [];

export function item(
  mark: LineMark,
  text: string,
  details: readonly string[] = [],
  commands: Item['commands'] = [],
): Item {
  return { mark, text: printable(text), details: details.map(printable), commands };
}

/** Paid and rehearsed money; a rehearsal without payment does not print `$0.00`. */
function money({ paidUsd, rehearsedUsd }: Pick<Amount, 'paidUsd' | 'rehearsedUsd'>, words: Words): string {
  const paid = dollars(paidUsd);
  const rehearsed = words.amountRehearsed({ usd: dollars(rehearsedUsd) });
  if (rehearsedUsd === 0) return paid;
  return paidUsd === 0 ? rehearsed : `${paid} + ${rehearsed}`;
}

type Need = MorningReport['needsYou'][number];
type Kept = MorningReport['userFiles'][number];
type Stuck = MorningReport['parked'][number];

function needItem(need: Need, parked: readonly Stuck[], words: Words): Item {
  const { is, run, title, text, since, commands, afterwards } = need;
  const heading = `${firstLineOf(title)} (${run})`;
  const details = parked.filter((one) => one.run === run).flatMap((one) => workLocation(one, words));
  if (is === 'resume') return item('warn', text, [heading, ...details], [[words.resume({}), commands[0] ?? '']]);
  if (is === 'left') return item('warn', heading, [text], [[words.look({}), commands[0] ?? '']]);
  const labelled = commands.map((command) => [words.answer({}), command] as const);
  const after = afterwards === null ? [] : [[words.afterwards({}), afterwards] as const];
  const asked = words.asked({ title: heading, at: formatDayAndClock(since) });
  return item('ask', text, [asked, ...details], [...labelled, ...after]);
}

/** Where its work is, and when it can be resumed. */
const workLocation = ({ branch, kept, notBefore }: Stuck, words: Words): readonly string[] => [
  ...(branch === null ? [] : [words.onBranch({ branch })]),
  ...(kept === null ? [] : [words.keptUnder({ ref: kept })]),
  ...(notBefore === null ? [] : [words.notBefore({ at: formatDayAndClock(notBefore) })]),
];

function landedItem(landed: MorningReport['landed'][number], words: Words): Item {
  const { title, how, branch, base, pull, url, files, look } = landed;
  const at = formatClock(landed.at);
  const outcome = {
    merged: () =>
      pull === null
        ? words.mergedBefore({ base: base ?? '', at })
        : words.merged({ base: base ?? '', branch: branch ?? '', pull, at }),
    committed: () => words.committed({ branch: branch ?? '', at }),
    planned: () => words.planned({ n: files.length, at }),
    done: () => words.done({ at }),
  }[how]();
  const isWeb = url?.startsWith('http') ?? false;
  return item(
    'good',
    firstLineOf(title),
    [`${outcome} · ${money(landed, words)}`, ...(isWeb ? [url ?? ''] : []), ...files],
    [[words.look({}), look]],
  );
}

function stuckItem(stuck: Stuck, { report: words, statuses }: Messages): Item {
  const { run, title, status, why, next } = stuck;
  const details = [
    why,
    `${statuses[status]} · ${words.nobodys({})} · ${money(stuck, words)} · ${run}`,
    ...workLocation(stuck, words),
  ];
  return item(status === 'failed' ? 'bad' : 'warn', firstLineOf(title), details, [[words.again({}), next]]);
}

const workingItem = ({ title, workflow, state, startedAt }: MorningReport['working'][number], words: Words): Item =>
  item('plain', firstLineOf(title), [words['working.since']({ workflow, state, at: formatDayAndClock(startedAt) })]);

function userFilesItem({ run, title, ref, copies, restore, touchedCount }: Kept, words: Words): Item {
  const places = [ref, copies].flatMap((path) => (path === null ? [] : [words.userFilesIn({ path })]));
  const touched = touchedCount > 0 ? [words.userFilesTouched({ n: touchedCount })] : [];
  return item(
    touchedCount > 0 ? 'warn' : 'plain',
    `${firstLineOf(title)} (${run})`,
    [...places, ...touched],
    restore.map((command) => [words.restore({}), command] as const),
  );
}

function costItems({ cost: spent }: MorningReport, words: Words): readonly Item[] {
  const tokens = tokensOf(spent.tokens);
  if (tokens === 0 && spent.paidUsd + spent.rehearsedUsd === 0) return [item('plain', words.free({}))];
  const each = (name: string, amount: Amount) => `${name} ${money(amount, words)}`;
  return [
    item('plain', words.paid({ usd: dollars(spent.paidUsd), tokens: formatNumber(tokens) })),
    ...(spent.rehearsedUsd > 0 ? [item('plain', words.rehearsed({ usd: dollars(spent.rehearsedUsd) }))] : []),
    item('plain', words.byWorkflow({ text: spent.byWorkflow.map((one) => each(one.workflow, one)).join(', ') })),
    item('plain', words.byProvider({ text: spent.byProvider.map((one) => each(one.provider, one)).join(', ') })),
  ];
}

/** Each command once, also if several runs used it. */
export const commandsOf = (checks: Readonly<MorningReport['notCompared']>): readonly string[] => [
  ...new Set(checks.map(({ command }) => command)),
];

/** Why checks are no evidence, each reason once. */
export const unprovenItems = (unproven: Readonly<MorningReport['unproven']>, { notes }: Messages): readonly Item[] =>
  [...new Set(unproven.map(({ why, detail }) => notes['checks.unproven']({ why, detail })))].map((text) =>
    item('bad', text),
  );

function meanwhileItems({ meanwhile, ignoredChecks, notCompared }: MorningReport, words: Words): readonly Item[] {
  const { checks, rateLimits, answers, resumes, ...counted } = meanwhile;
  if (counted.runs === 0) return [];
  return [
    item('plain', words.calls(counted)),
    ...(checks.green + checks.red > 0 ? [item('plain', words.checks(checks))] : []),
    ...commandsOf(ignoredChecks).map((command) => item('bad', words.ignoredCheck({ command }))),
    ...commandsOf(notCompared).map((command) => item('plain', words.notCompared({ command }))),
    ...(rateLimits.times > 0
      ? [item('plain', words.limits({ times: rateLimits.times, waited: formatAge(rateLimits.waitedMs) }))]
      : []),
    ...(answers.people + answers.script > 0 ? [item('plain', words.answers(answers))] : []),
    ...(resumes > 0 ? [item('plain', words.resumes({ times: resumes }))] : []),
  ];
}
