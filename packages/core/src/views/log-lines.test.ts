import { expect, test } from 'vitest';
import { agent } from '../effects/agent.ts';
import { check } from '../effects/check.ts';
import { first } from '../effects/first.ts';
import { checkpoint, closeLane, commitLane, openLane } from '../effects/git.ts';
import { act } from '../effects/operation.ts';
import { type Answer, question } from '../effects/question.ts';
import { sleep } from '../effects/sleep.ts';
import { fail, type Outcome, ok, sampleFailure } from '../failure/failure.ts';
import { emptyFold, foldJournal, type NewEntry } from '../journal/journal.ts';
import type { Effect } from '../machine/machine.ts';
import { en } from '../messages/en.ts';
import { formatLine } from '../messages/format-line.ts';
import { implementers, reviewers } from '../testing/converge-roles.ts';
import { answered, asked, cents, ended, failed, moved, noted, started, toEntries } from '../testing/facts.ts';
import { planReviewer } from '../workflows/mission/roles/plan-reviewer.ts';
import { validator } from '../workflows/mission/roles/validator.ts';
import { worker } from '../workflows/mission/roles/worker.ts';
import { type LogLine, toLogLines } from './log-lines.ts';

const workplace = { cwd: '.', checkpoint: 'c' };
const work = agent(implementers['converge.implementer'], workplace, { task: 't', checks: [], repair: null });
const diff = { path: 'a.diff', sha256: 'x', bytes: 1 };
const review = agent(reviewers['converge.reviewer'], workplace, { task: 't', diff });
const npmTest = check({ command: 'npm test', cwd: '.', timeoutMs: 1 });
const proving = check({ command: 'npm test', cwd: '.', timeoutMs: 1, isProof: true });
const onBase = check({ command: 'npm test', cwd: '.', timeoutMs: 1, isProof: true, isBase: true });
const lane = { path: '.harness/worktrees/r', branch: 'harness/x', base: 'b' };
const [saving, committing, closing] = [
  act(checkpoint, { lane }),
  act(commitLane, { lane, checkpoint: 'c', message: 'm' }),
  act(closeLane, { lane }),
];
const stop: Answer = { choice: 'stop', note: '', by: 'ada', channel: 'command' };
const reportValue = (green: boolean, exitCode: number | null) => ({ green, exitCode, tail: '', log: diff });
const report = (green: boolean, exitCode: number | null) => ok(reportValue(green, exitCode));
const low = { severity: 'low', file: 'a.ts', line: 1, text: 'nit' } as const;

/** The formatted line of the last fact. */
function lastLine(...facts: readonly NewEntry[]): { readonly line: LogLine | undefined; readonly text: string } {
  const log = emptyFold();
  const line = toEntries(facts)
    .map((entry) => toLogLines(log, entry)[0])
    .at(-1);
  return { line, text: line ? formatLine(line, en) : '' };
}
const answer = (effect: Effect, outcome: Outcome<unknown>) =>
  lastLine(asked('1/x', effect), answered('1/x', outcome, cents(1)));

test.each<[string, string, ReturnType<typeof lastLine>]>([
  ['plain', 'converge: a title', lastLine(started())],
  ['plain', 'converge.implementer is working', lastLine(asked('1/x', work))],
  ['good', 'converge.implementer: a page · 1.0 s · 101 tokens · $0.01', answer(work, ok('a page'))],
  ['good', 'converge.reviewer: 0 blocking findings, 1 low · 1.0 s · 101 tokens · $0.01', answer(review, ok([low]))],
  [
    'bad',
    'converge.reviewer: 1 blocking finding, 2 lows · 1.0 s · 101 tokens · $0.01',
    answer(review, ok([low, low, { ...low, severity: 'high' }])),
  ],
  ['good', 'npm test is green · 1.0 s', answer(npmTest, report(true, 0))],
  ['bad', 'npm test is red, exit 1 · 1.0 s', answer(npmTest, report(false, 1))],
  ['good', 'npm test (base) is green · 1.0 s', answer(onBase, report(false, 0))],
  ['bad', 'npm test (base) is red, exit 1 · 1.0 s', answer(onBase, report(false, 1))],
  ['bad', 'npm test is red, exit signal · 1.0 s', answer(npmTest, report(false, null))],
  [
    'bad',
    'npm test is red, exit 0: no test of the base was executed (2 missing) · 1.0 s',
    answer(
      npmTest,
      ok({ ...reportValue(false, 0), compared: { base: 2, lost: 2, names: '', hash: 'x', isNone: true } }),
    ),
  ],
  ['plain', 'lane harness/x in .harness/worktrees/r', answer(act(openLane, { slug: 'x' }), ok(lane))],
  ['plain', '1 file changed', answer(saving, ok({ commit: 'c', changedFiles: 1, diff }))],
  ['good', 'committed 0123456789', answer(committing, ok({ commit: '0123456789abcdef' }))],
  ['warn', 'no file was changed, so there is nothing to commit', answer(committing, ok({ commit: null }))],
  ['plain', 'lane closed', answer(closing, ok({ kept: null, branchRemoved: false }))],
  [
    'plain',
    'lane closed; uncommitted work is kept under refs/x',
    answer(closing, ok({ kept: 'refs/x', branchRemoved: false })),
  ],
  [
    'ask',
    'Passes: No pass is left (2 allowed) and a finding still blocks. How should the run continue?',
    lastLine(asked('1/x', question('passes', { passes: 2 }))),
  ],
  ['ask', '"stop", answered by ada', answer(question('passes', { passes: 3 }), ok(stop))],
  ['ask', '"stop", answered by script', answer(question('passes', { passes: 3 }), ok({ ...stop, channel: 'script' }))],
  [
    'bad',
    'failed: The git operation commit-lane failed (locked).',
    answer(committing, fail('git.failed', { op: 'commit-lane', detail: 'locked' })),
  ],
  [
    'warn',
    'next try at 00:01:00: The process of an agent crashed.',
    lastLine(asked('1/x', work), failed('1/x', 'agent.crash')),
  ],
  [
    'warn',
    'parked; resume at or after 00:01:00: The provider is rate limiting the agent.',
    lastLine(asked('1/x', work), { ...failed('1/x', 'agent.rate-limit'), parks: true } as NewEntry),
  ],
  ['warn', 'denied: ../x (outside)', lastLine(noted('agent.denied', { path: '../x', why: 'outside' }, '1/x'))],
  ['warn', 'kept the work under refs/y', lastLine(asked('1/x', work), noted('work.kept', { ref: 'refs/y' }, '1/x'))],
  ['warn', 'stopping, requested by ada', lastLine({ type: 'stopping', by: 'ada' })],
  ['good', 'ended: done', lastLine(ended('done'))],
  ['bad', 'ended: failed', lastLine(ended('failed'))],
])('prints (%s) %s', (mark, text, found) => {
  expect(found.text).toBe(text);
  expect(found.line?.mark).toBe(mark);
});

test('prints the reason of a stop by the engine', () => {
  const because = { code: 'run.runaway', params: { moves: 1_000, at: 'spinning' } } as const;
  expect(lastLine({ type: 'stopping', by: 'engine', because }).text).toContain(
    '1000 moves without waiting for anything (now spinning)',
  );
});

test.each<[string, readonly NewEntry[]]>([
  ['a move', [moved('checking')]],
  ['an upgrade', [{ type: 'upgraded', version: 2, state: { at: 'a' } }]],
  ['a check request', [asked('1/x', npmTest)]],
  ['the colour of a proof', [asked('1/x', proving), answered('1/x', report(false, 1))]],
  ['a proof that never finished', [asked('1/x', proving), answered('1/x', sampleFailure('check.timed-out'))]],
  ['the start of a try', [asked('1/x', work), noted('agent.started', {}, '1/x')]],
  ['the start of a process', [asked('1/x', npmTest), noted('process.started', { pid: 1 }, '1/x')]],
  ['the kept ref of a checkpoint', [asked('1/x', saving), noted('work.kept', { ref: 'refs/y' }, '1/x')]],
  ['the end of a sleep', [asked('1/x', sleep(1)), answered('1/x', ok('slept'))]],
  ['a second answer', [asked('1/x', npmTest), answered('1/x', report(true, 0)), answered('1/x', report(false, 1))]],
  ['an answer without a request', [answered('1/x', ok(1))]],
])('does not print %s', (_, facts) => {
  expect(lastLine(...facts).line).toBeUndefined();
});

test('marks a negative verdict as bad and a positive one as good', () => {
  const judging = agent(validator, workplace, { feature: 'F-1', round: 1, task: diff, green: [], cwd: '.' });
  const lineFor = (passed: boolean) =>
    answer(judging, ok({ passed, item: 'F-1', pass: 1, fail: passed ? 0 : 1, issues: [], said: '', line: 'x' })).line;
  expect([lineFor(true)?.mark, lineFor(false)?.mark]).toEqual(['good', 'bad']);
  const kept = { ...diff, file: 'features.json' };
  const reviewing = agent(planReviewer, workplace, { spec: null, features: kept, contract: kept });
  expect(answer(reviewing, ok('reject')).line?.mark).toBe('bad');
  expect(answer(reviewing, ok('accept-with-notes')).line?.mark).toBe('good');
});

test("prints a worker's line without its name", () => {
  const told = { is: 'new' } as const;
  const input = { feature: 'F-1', round: 1, task: diff, checks: [], told, ruling: '', cwd: '.' };
  const line = 'WORKER F-1: blocked — a key';
  const { line: printed, text } = answer(agent(worker, workplace, input), ok({ is: 'blocked', line }));
  expect([printed?.mark, text]).toEqual(['bad', 'mission.worker: blocked — a key · 1.0 s · 101 tokens · $0.01']);
});

test('leaves start and success of a lane to its mission, but prints its failure', () => {
  const own = { ...started(), machine: 'lane' } as NewEntry;
  expect([lastLine(own).line, lastLine(own, ended('done')).line]).toEqual([undefined, undefined]);
  expect(lastLine(own, ended('failed')).line).toMatchObject({ mark: 'bad', item: 'a title' });
});

test('folds the journal into the log', () => {
  const entries = toEntries([
    started(),
    asked('1/x', npmTest),
    answered('1/x', report(true, 0)),
    moved('a'),
    ended('done'),
  ]);
  const log = emptyFold();
  for (const entry of entries) toLogLines(log, entry);
  expect(log).toEqual(foldJournal(entries));
});

test('prints a question among several waits, and no answer if another wait came first', () => {
  const either = asked('0/one', first({ ask: question('passes', { passes: 3 }), nap: sleep(1) }));
  const codes = (...facts: readonly NewEntry[]) => {
    const log = emptyFold();
    return toEntries(facts).map((entry) => toLogLines(log, entry)[0]?.code);
  };
  expect(codes(either, answered('0/one', ok({ of: 'ask', value: stop })))).toEqual([
    'question.asked',
    'question.answered',
  ]);
  expect(codes(either, answered('0/one', ok({ of: 'nap', value: 'slept' })))).toEqual(['question.asked', undefined]);
});

test('a clock that was set back causes no negative duration', () => {
  const log = emptyFold();
  const [asking, answering] = toEntries([asked('1/x', npmTest), answered('1/x', report(true, 0))]);
  if (asking) toLogLines(log, asking);
  const [line] = answering ? toLogLines(log, { ...answering, atMs: -3_600_000 }) : [];
  expect(line && formatLine(line, en)).toBe('npm test is green · 0.0 s');
});

test('the end of the checks on the base has no line: the run itself continues', () => {
  const lastOf = (end: NewEntry) => lastLine(started('base-checks'), end).text;
  expect([lastOf(ended('done')), lastOf(ended('failed'))]).toEqual(['', 'ended: failed']);
});
