import { expect, test } from 'vitest';
import type { Finding, Severity } from '../answer-contracts/finding.ts';
import { agent } from '../effects/agent.ts';
import { fail, ok } from '../failure/failure.ts';
import type { NewEntry } from '../journal/journal.ts';
import { implementers, reviewers } from '../testing/converge-roles.ts';
import { answered, asked, ended, journalOf, started } from '../testing/facts.ts';
import { listFindings } from './findings.ts';

const workplace = { cwd: '.', checkpoint: 'c' };
const review = agent(reviewers['converge.reviewer'], workplace, {
  task: 't',
  diff: { path: 'a', sha256: 'b', bytes: 1 },
});
const found = (severity: Severity, text: string, line: number | null = 1): Finding => ({
  severity,
  file: 'a.ts',
  line,
  text,
});
const round = (n: number, ...all: readonly Finding[]): readonly NewEntry[] => [
  asked(`${n}/converge.reviewer`, review),
  answered(`${n}/converge.reviewer`, ok(all)),
];
const statuses = (...facts: readonly NewEntry[]) =>
  Object.fromEntries(listFindings([journalOf(facts)]).map(({ text, status }) => [text, status]));

test('a blocking finding of the last review is open', () => {
  expect(statuses(...round(3, found('high', 'leak')))).toEqual({ leak: 'open' });
});

test('a finding missing in the next review is fixed; one on another line is still open', () => {
  const facts = [
    ...round(3, found('high', 'leak'), found('medium', 'slow', 1)),
    ...round(6, found('medium', 'slow', 80)),
  ];
  expect(statuses(...facts)).toEqual({ leak: 'fixed', slow: 'open' });
});

test('a finding that returns is open again', () => {
  const facts = [...round(3, found('high', 'leak')), ...round(6), ...round(9, found('high', 'leak'))];
  expect(statuses(...facts)).toEqual({ leak: 'open' });
});

test('a low finding is a follow-up, also if a later review does not repeat it', () => {
  expect(statuses(...round(3, found('low', 'nit')), ...round(6))).toEqual({ nit: 'follow-up' });
});

test('a later review may lower the severity', () => {
  const facts = [...round(3, found('high', 'leak')), ...round(6, found('low', 'leak', 9))];
  expect(listFindings([journalOf(facts)])).toEqual([{ ...found('low', 'leak', 9), status: 'follow-up' }]);
});

test('reviewers in one state form one round', () => {
  const twice = [
    asked('3/converge.reviewer', review),
    asked('3/second', review),
    answered('3/converge.reviewer', ok([found('high', 'leak')])),
    answered('3/second', ok([])),
  ];
  expect(statuses(...twice)).toEqual({ leak: 'open' });
});

test('a failed or pending review changes nothing, and other roles have no findings', () => {
  const work = agent(implementers['converge.implementer'], workplace, { task: 't', checks: [], repair: null });
  expect(statuses(...round(3, found('high', 'leak')), asked('6/converge.reviewer', review))).toEqual({ leak: 'open' });
  expect(statuses(asked('3/converge.reviewer', review), answered('3/converge.reviewer', fail('agent.schema')))).toEqual(
    {},
  );
  expect(statuses(asked('1/change', work), answered('1/change', ok('changed')))).toEqual({});
});

test('a run that a person stopped is continued by the next one of its title', () => {
  const first = [started('autopilot-phase'), ...round(3, found('high', 'leak')), ended('stopped')];
  const second = [started('autopilot-phase'), ...round(1)];
  const statusesOf = (...runs: readonly (readonly NewEntry[])[]) =>
    listFindings(runs.map((facts, n) => journalOf(facts, `r.${n}`))).map(({ status }) => status);
  expect(statusesOf(first, second)).toEqual(['fixed']);
  expect(statusesOf([...first.slice(0, -1), ended('failed')], second)).toEqual(['open']);
});

test('the same low finding in two runs is one follow-up', () => {
  const [first, second] = [journalOf(round(3, found('low', 'nit'))), journalOf(round(3, found('low', 'nit', 9)))];
  expect(listFindings([first, second])).toEqual([{ ...found('low', 'nit', 9), status: 'follow-up' }]);
});
