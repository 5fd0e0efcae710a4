import { expect, test } from 'vitest';
import { type Answer, question } from '../effects/question.ts';
import { failureOf, ok } from '../failure/failure.ts';
import type { NewEntry } from '../journal/journal.ts';
import { answered, asked, ended, journalOf, started } from '../testing/facts.ts';
import { notesForCall } from './answer-notes.ts';

const call = (item: string | null = null, role = 'converge.reviewer') => ({
  kind: 'agent',
  input: { role, item, workplace: { cwd: '.', checkpoint: null }, input: {} },
});
const answer = (note: string): Answer => ({ choice: 'Allow', note, by: 'ada', channel: 'command' });
const asking = (key: string, note: string, item: string | null = null): readonly NewEntry[] => [
  asked(key, question('tests', { files: 'a.test.ts' }, [], item)),
  answered(key, ok(answer(note))),
];
const textsFor = (run: string, key: string, ...journals: Parameters<typeof notesForCall>[0]) =>
  notesForCall(journals, run, key).map(({ text }) => text);

test('N1 a note reaches the next call, with its question and choice', () => {
  const journal = journalOf([started(), ...asking('0/answer', 'keep it short'), asked('1/call', call())]);
  expect(notesForCall([journal], 'r', '1/call')).toEqual([{ header: 'Tests', choice: 'Allow', text: 'keep it short' }]);
});

test('N1 an earlier call and an answer without a note get none', () => {
  const early = journalOf([started(), asked('0/call', call()), ...asking('1/answer', 'late')]);
  expect(textsFor('r', '0/call', early)).toEqual([]);
  const empty = journalOf([started(), ...asking('0/answer', ' \n'), asked('1/call', call())]);
  expect(textsFor('r', '1/call', empty)).toEqual([]);
});

test('N3 calls of one state get the same notes; a later call gets none', () => {
  const journal = journalOf([
    started(),
    ...asking('0/answer', 'first'),
    ...asking('1/answer', 'second'),
    ...[asked('2/one', call()), asked('2/two', call())],
    ...[answered('2/one', ok([])), answered('2/two', ok([]))],
    asked('3/call', call()),
  ]);
  for (const key of ['2/one', '2/two']) expect(textsFor('r', key, journal)).toEqual(['first', 'second']);
  expect(textsFor('r', '3/call', journal)).toEqual([]);
});

test('N3 a failed call does not use the note up', () => {
  const failure = { ok: false, failure: failureOf('agent.crash', {}) } as const;
  const journal = journalOf([
    started(),
    ...asking('0/answer', 'first'),
    ...[asked('1/call', call()), answered('1/call', failure), asked('2/call', call())],
  ]);
  expect(textsFor('r', '2/call', journal)).toEqual(['first']);
});

test('N1 a note of the parent reaches the first call for each item below it', () => {
  const parent = journalOf([started(), ...asking('0/answer', 'for all')]);
  const pad = [started(), started(), started()]; // the children start later
  const one = journalOf(
    [...pad, asked('0/call', call('F-1')), answered('0/call', ok('')), asked('1/call', call('F-1'))],
    'r.1',
  );
  const two = journalOf([...pad, asked('0/call', call('F-2'))], 'r.2');
  expect(textsFor('r.1', '0/call', parent, one, two)).toEqual(['for all']);
  expect(textsFor('r.1', '1/call', parent, one, two)).toEqual([]);
  expect(textsFor('r.2', '0/call', parent, one, two)).toEqual(['for all']);
});

test('N2 after the end of its run a note reaches the next call for the same item only', () => {
  const parent = journalOf([started()]);
  const lane = journalOf([started(), ...asking('0/answer', 'for F-1', 'F-1'), ended('done')], 'r.1');
  const later = (run: string, item: string) =>
    journalOf([started(), started(), started(), started(), asked('0/call', call(item))], run);
  expect(textsFor('r.2', '0/call', parent, lane, later('r.2', 'F-1'))).toEqual(['for F-1']);
  expect(textsFor('r.2', '0/call', parent, lane, later('r.2', 'F-2'))).toEqual([]);
  const open = journalOf(lane.entries.slice(0, -1), 'r.1'); // another lane of the same feature still runs
  expect(textsFor('r.2', '0/call', parent, open, later('r.2', 'F-1'))).toEqual([]);
});

test('N4 checks to fix reach the first call of each role', () => {
  const red = question('baseline', { checks: 'npm test', output: '$ npm test' });
  const choice: Answer = { ...answer(''), choice: 'fix it too' };
  const journal = journalOf([
    ...[started(), asked('0/answer', red), answered('0/answer', ok(choice))],
    ...[asked('1/call', call(null, 'task.planner')), answered('1/call', ok(''))],
    ...[asked('2/call', call(null, 'task.generator')), answered('2/call', ok(''))],
    ...[asked('3/call', call(null, 'task.generator'))],
  ]);
  const given = ['1/call', '2/call', '3/call'].map((key) => notesForCall([journal], 'r', key).map((one) => one.red));
  expect(given).toEqual([['$ npm test'], ['$ npm test'], []]);
});
