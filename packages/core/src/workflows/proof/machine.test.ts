import { describe, expect, test } from 'vitest';
import type { CheckReport } from '../../effects/check.ts';
import { compareRuns, type ProofPlan, prepareProof } from '../../effects/proof.ts';
import type { QuestionInput } from '../../effects/question.ts';
import { ok, sampleFailure } from '../../failure/failure.ts';
import { sampleArtifact } from '../../journal/artifact.ts';
import { replay } from '../../testing/replay.ts';
import type { ProofFacts } from '../../trust/facts.ts';
import type { ProofJob, ProofState } from './job.ts';
import { changeProof } from './machine.ts';
import { proofProgress } from './progress.ts';
import { job, pause, promisePause } from './testing/job.ts';

const [changed, empty] = prepareProof.samples as readonly [ProofPlan, ProofPlan];
const [found, unproved] = compareRuns.samples as readonly [ProofFacts, ProofFacts];
const whole = { 'whole-base': 'w0', 'whole-change': 'w1' } as const;
const plan: ProofPlan = { ...changed, commits: { change: 'v1', base: 'v2', emptied: 'v3', ...whole }, mutants: [] };
const nothing: ProofFacts = { ...unproved, promises: [] };

const prepared = (value: ProofPlan) => ({ plan: ok(value) });
const report = (green: boolean, more: Partial<CheckReport> = {}) => ({
  report: ok({
    green,
    exitCode: green ? 0 : 1,
    tail: '',
    log: sampleArtifact,
    results: sampleArtifact,
    listed: 1,
    ...more,
  }),
});
/** One run of a variant. */
const ran = (green: boolean) => ({ first: report(green).report });
/** A command that runs no tests. */
const plain = (green: boolean, more: Partial<CheckReport> = {}) => ({
  report: ok({ green, exitCode: green ? 0 : 1, tail: '', log: sampleArtifact, ...more }),
});
const facts = (value: ProofFacts) => ({ facts: ok(value) });
const choosing = (choice: string) => ({ answer: { choice, note: '' } });
const after = (rounds: readonly Readonly<Record<string, unknown>>[], more: Partial<ProofJob> = {}) =>
  replay(changeProof, { ...job, ...more }, rounds);
const needsOf = (state: ProofState) => changeProof.steps.get(state.at)?.needs(state) ?? {};
const runs = [ran(true), ran(false), ran(false)];

test('runs each variant in a clean room, reports every test, and ends with the witness', () => {
  const running = after([prepared(plan), ran(true)]);
  expect(needsOf(running)['first']?.input).toEqual({
    command: 'npm test',
    cwd: job.path,
    timeoutMs: 1_000,
    commit: 'v2',
    isProof: true,
    lists: true,
  });
  expect(after([prepared(plan), ...runs, facts(found)])).toEqual({
    at: 'proved',
    by: 'witness',
    witnesses: [{ name: 'adds', file: 'a.test.ts' }],
    tried: 0,
    survived: 0,
    flaky: [],
    unsupported: [],
  });
});

test('makes two independent runs at once, in two rooms', () => {
  const commits = { ...plan.commits, 'old-tests': 'v5', 'old-tests-base': 'v6' };
  const { first, second } = needsOf(after([prepared({ ...plan, commits }), ran(true)]));
  expect(first?.input).toMatchObject({ commit: 'v2' });
  expect(first?.input).not.toHaveProperty('isSecond');
  expect(second?.input).toMatchObject({ commit: 'v5', isSecond: true });
});

test('repeats everything with all tests if those concerned are red alone', () => {
  const again = after([prepared(plan), ran(false)]);
  expect(again).toMatchObject({ at: 'preparing', isIsolated: false });
  expect(after([prepared(plan), ran(false), prepared(plan), ran(false)]).at).toBe('comparing');
});

describe('without a test as a witness', () => {
  const without = [prepared(plan), ran(true), ran(true), facts(nothing)];
  test('compares all tests with those of the base, and then the given commands', () => {
    expect(after(without)).toMatchObject({ at: 'running', runs: [{ name: 'whole-base' }] });
    const given = ['node check.js', 'npm test'];
    const trying = after([...without, ran(true), facts(nothing)], { given });
    expect(trying).toMatchObject({ at: 'trying-base', left: ['node check.js', 'npm test'] });
    expect(needsOf(trying)['report']?.input).toMatchObject({ command: 'node check.js', commit: 'w0', isProof: true });
  });

  const tried = [prepared(empty), facts(nothing)];
  const given = ['test -f x'];
  const emptyPlan = { ...empty, isEmpty: false, others: ['x'], commits: whole };
  const start = [prepared(emptyPlan), facts(nothing)];
  test('a given command that is red on the base is the witness', () => {
    expect(after([...start, plain(false), plain(true)], { given })).toMatchObject({
      at: 'proved',
      witnesses: [{ command: 'test -f x' }],
    });
    expect(after([...start, plain(true)], { given }).at).toBe('back');
    expect(after([...start, plain(false), plain(false)], { given }).at).toBe('back');
  });
  test('a command whose program is missing on the base is none', () => {
    expect(after([...start, plain(false, { isToolMissing: true })], { given }).at).toBe('back');
  });
  test('a command that runs tests is none: its tests are judged by name', () => {
    expect(after([...start, plain(false, { listed: 0 })], { given }).at).toBe('back');
    expect(after([...start, plain(false), plain(true, { listed: 1 })], { given }).at).toBe('back');
  });
  test('end-to-end tests may be the witness, with their server', () => {
    const server = { command: 'npm start', url: 'http://127.0.0.1:1', readyTimeoutMs: 1 };
    const e2e = { command: 'npm run e2e', timeoutMs: 5, server };
    const preparing = after(without, { e2e });
    expect(preparing).toMatchObject({ at: 'preparing', isE2e: true });
    expect(needsOf(preparing)['plan']?.input).toMatchObject({ args: { e2e: 'npm run e2e' } });
    const running = after([...without, prepared({ ...plan, command: 'npm run e2e' })], { e2e });
    expect(needsOf(running)['first']?.input).toMatchObject({ command: 'npm run e2e', server, timeoutMs: 5 });
    expect(after([...without, prepared(plan), ...runs, facts(found)], { e2e })).toMatchObject({
      at: 'proved',
      by: 'witness',
    });
    expect(after([...without, prepared(plan), ran(true), ran(true), facts(nothing)], { e2e })).toMatchObject({
      at: 'running',
      runs: [{ name: 'whole-base' }],
    });
  });
  test('a person who accepted the same reasons before is not asked again', () => {
    const accepted = [{ code: 'empty', names: [] }] as const;
    expect(after(tried, { accepted })).toMatchObject({ at: 'proved', by: 'person', without: accepted });
    expect(after(tried, { accepted: [{ code: 'no-test', names: [] }] }).at).toBe('back');
    expect(after(tried, { accepted: [{ code: 'empty', names: ['x'] }] }).at).toBe('back');
    expect(after(tried, { accepted, trust: { ...job.trust, witness: 'required' } }).at).toBe('back');
  });
  test('the work is sent back once, and then a person decides', () => {
    expect(after(tried)).toEqual({ at: 'back', reasons: [{ code: 'empty', names: [] }] });
    const asking = after(tried, { isReturned: true });
    expect(needsOf(asking)['answer']?.input as QuestionInput).toMatchObject({
      header: 'Witness',
      choices: ['Accept without', 'Send back', 'Stop'],
      params: { why: 'empty' },
    });
    expect(after([...tried, choosing('Accept without')], { isReturned: true })).toMatchObject({
      at: 'proved',
      by: 'person',
      without: [{ code: 'empty' }],
    });
    expect(after([...tried, choosing('Send back')], { isReturned: true }).at).toBe('back');
    expect(after([...tried, choosing('Stop')], { isReturned: true }).at).toBe('stopped');
  });
  test('W3 no person can accept it if a witness is required', () => {
    const trust = { ...job.trust, witness: 'required' } as const;
    const asking = after(tried, { isReturned: true, trust });
    expect(needsOf(asking)['answer']?.input as QuestionInput).toMatchObject({ choices: ['Send back', 'Stop'] });
  });
});

describe('the running product, if no test and no command is a witness', () => {
  const smoke = { command: 'npm start', waitMs: 1, urls: [{ url: 'http://h/', expectStatus: 200 }] };
  const screens = { server: { command: 'npm start', url: 'http://h/', readyTimeoutMs: 1 }, paths: [] };
  const untested = { ...empty, isEmpty: false, others: ['x'] };
  const start = [prepared(untested), facts(nothing)];
  const showing = (right: object, wrong: object = {}) => ({ looked: ok({ is: 'seen', look: { right, wrong } }) });
  const [one, two] = [showing({ 'http://h/': 'a' }), showing({ 'http://h/': 'b' })];
  const missing = showing({}, { 'http://h/': '404' });
  const both = { product: { smoke, screens } };
  const pages = { product: { screens } };

  test('is requested on the base and on the change, each twice, in clean rooms', () => {
    const commits = [0, 1, 2, 3].map((n) => {
      const state = after([...start, ...[missing, two, missing].slice(0, n)], both);
      return [state.at, needsOf(state)['looked']?.input];
    });
    expect(commits).toEqual(
      ['b0', 'c1', 'b0', 'c1'].map((commit) => [
        'requesting',
        { op: 'smoke-test', args: { ...smoke, cwd: job.path, commit, isProof: true } },
      ]),
    );
    expect(after([...start, missing, two, missing, two], both)).toMatchObject({
      at: 'proved',
      by: 'witness',
      witnesses: [{ address: 'http://h/' }],
    });
  });
  test('shows its pages if its answers do not differ, after the checks of each commit', () => {
    const viewing = after([...start, one, one], both);
    const view = { ...screens, cwd: job.path, after: ['npm test'], isProof: true };
    expect(needsOf(viewing)['looked']?.input).toMatchObject({ op: 'take-screens', args: { ...view, commit: 'b0' } });
    const second = needsOf(after([...start, one], pages))['looked']?.input;
    expect(second).toMatchObject({ args: { ...view, commit: 'c1', isSecond: true } });
    expect(after([...start, one, two, one, two], pages)).toMatchObject({ at: 'proved' });
  });
  test.each([
    ['shows the same', [one, one]],
    ['changes by itself', [one, two, two]],
    ['changes by itself with the change', [one, two, one, one]],
    ['does not start on the base', [{ looked: sampleFailure('server.died') }]],
    ['is late with the change', [one, { looked: sampleFailure('server.late') }]],
    ['is wrong with the change', [one, missing]],
    ['cannot be seen', [{ looked: ok({ is: 'skipped', why: 'no Chromium' }) }]],
  ])('is no witness if it %s', (_, looks) => {
    expect(after([...start, ...looks], pages).at).toBe('back');
  });
  test('stays off for a change without code, for other kinds of work, and beside another witness', () => {
    expect(after([prepared({ ...untested, others: [] }), facts(nothing)], both).at).toBe('back');
    expect(after(start, { ...both, kind: 'refactor' }).at).toBe('proved');
    expect(after(start, { ...both, kind: 'config' }).at).toBe('requesting');
    const given = ['test -f x'];
    expect(after([...start, plain(false), plain(true)], { ...both, given })).toMatchObject({ at: 'proved' });
    expect(after([...start, plain(true)], { ...both, given }).at).toBe('requesting');
    expect(after([prepared(plan), ...runs, facts(found)], both).at).toBe('proved');
  });
  test('ends the smoke test if its port is in use, because no commit is to blame; pages are not seen then', () => {
    const used = { looked: sampleFailure('server.port-in-use') };
    expect(after([...start, used], both)).toMatchObject({ at: 'failed' });
    expect(after([...start, used], pages).at).toBe('back');
  });
});

describe('a broken promise', () => {
  const broken = [prepared(plan), ...runs, facts({ ...found, promises: ['subtracts'] })];
  test('is asked about with its names and the diff', () => {
    expect(needsOf(after(broken))['answer']?.input as QuestionInput).toMatchObject({
      header: 'Promise',
      choices: ['Allow', 'Send back', 'Stop'],
      params: { tests: 'subtracts', count: 1 },
      evidence: [sampleArtifact],
    });
  });
  test('Allow counts for exactly these tests and this diff', () => {
    const allowed = after([...broken, choosing('Allow')]);
    expect(allowed).toMatchObject({ at: 'proved', allowed: '\nsubtracts' });
    expect(after(broken, { allowed: ['\nsubtracts'] }).at).toBe('proved');
    expect(after(broken, { allowed: ['\nadds'] }).at).toBe('asking-promise');
    expect(after([...broken, choosing('Send back')])).toMatchObject({ at: 'back', reasons: [{ code: 'promise' }] });
  });
});

describe('mutants', () => {
  const mutants = ['m1', 'm2', 'm3'].map((commit) => ({ commit, edit: `a.ts:1: ${commit}` }));
  const mutating = [prepared({ ...plan, mutants }), ...runs, facts(found)];
  test('are tried one by one; survivors go back with their edits', () => {
    expect(after([...mutating, report(false), report(true), report(true)])).toMatchObject({
      at: 'back',
      reasons: [{ code: 'survivors', names: ['a.ts:1: m2', 'a.ts:1: m3'] }],
    });
    expect(after([...mutating, report(true), report(false), report(false)])).toMatchObject({
      at: 'proved',
      tried: 3,
      survived: 1,
    });
  });
  test('end as soon as enough are noticed', () => {
    expect(after([...mutating, report(false), report(false)])).toMatchObject({ at: 'proved', tried: 2 });
  });
  test('end with their time', () => {
    expect(after([...mutating, report(false, { tookMs: 200 })])).toMatchObject({ at: 'proved', tried: 1 });
  });
});

describe('mutants of Stryker', () => {
  const ranges = [{ path: 'a.ts', from: 1, to: 9 }];
  const stryker = { commit: 's1', command: 'node_modules/.bin/stryker run stryker.harness.json', ranges };
  const mutants = [{ commit: 'm1', edit: 'a.ts:1: m1' }];
  const starting = [prepared({ ...plan, mutants, stryker }), ...runs, facts(found)];
  const taken = plain(true, { taken: sampleArtifact, tookMs: 7 });
  const read = (value: unknown) => ({ mutants: ok(value) });

  test('run in a clean room, in half of the time', () => {
    const running = after(starting);
    expect(running.at).toBe('running-stryker');
    expect(needsOf(running)['report']?.input).toEqual({
      command: stryker.command,
      cwd: job.path,
      timeoutMs: 50,
      commit: 's1',
      isProof: true,
      takes: 'stryker.harness.report.json',
    });
    expect(needsOf(after([...starting, taken]))['mutants']?.input).toMatchObject({
      args: { report: sampleArtifact, ranges, count: 2 },
    });
  });
  test('replace those of the harness, and the result says so', () => {
    expect(after([...starting, taken, read({ tried: 2, survivors: ['a.ts:1: x'] })])).toMatchObject({
      at: 'proved',
      tried: 2,
      survived: 1,
      stryker: 'used',
    });
    expect(after([...starting, taken, read({ tried: 1, survivors: ['a.ts:1: x'] })])).toMatchObject({
      at: 'back',
      reasons: [{ code: 'survivors', names: ['a.ts:1: x'] }],
    });
  });
  test.each([
    ['failed', [plain(false, { taken: sampleArtifact, tookMs: 7 })], 7],
    ['failed', [plain(true, { tookMs: 7 })], 7],
    ['timed-out', [{ report: sampleFailure('check.timed-out') }], 50],
    ['unreadable', [taken, read(null)], 7],
  ])('are replaced by those of the harness if Stryker %s, in the time that is left', (why, rounds, spentMs) => {
    const state = after([...starting, ...rounds]);
    expect(state).toMatchObject({ at: 'mutating', stryker: why, spentMs });
    expect(proofProgress(state)).toMatchObject([{ code: 'proof.no-stryker', params: { why } }]);
    expect(after([...starting, ...rounds, report(false)])).toMatchObject({ at: 'proved', tried: 1, stryker: why });
  });
  test('are not made if the change could have replaced Stryker', () => {
    const without = [prepared({ ...plan, mutants, stryker: { problem: 'packages' } }), ...runs, facts(found)];
    expect(after(without)).toMatchObject({ at: 'mutating', stryker: 'packages' });
  });
});

describe('for an unattended issue', () => {
  const others = { ...empty, isEmpty: false, others: ['x'], commits: { 'whole-base': 'w0', 'whole-change': 'w1' } };
  const unproved = [prepared(others as ProofPlan), facts(nothing)];
  const asked = { isReturned: true, pause } as const;

  test('IO-06 a question that waits is explained in the tracker first, once', () => {
    const commenting = after(unproved, asked);
    expect(needsOf(commenting)['commented']?.input).toEqual({ op: 'comment-issue', args: pause.comment });
    expect(after([...unproved, { commented: ok({ is: 'written' }) }], asked)).toMatchObject({ at: 'asking-witness' });
    const down = { commented: sampleFailure('tracker.unavailable') };
    expect(after([...unproved, down], asked)).toMatchObject({ at: 'failed' });
  });

  test('a question that someone can answer now needs no comment', () => {
    expect(after(unproved, { ...asked, pause: promisePause })).toMatchObject({ at: 'asking-witness' });
  });

  test('the person who answered one question is there for the next', () => {
    const broken = [prepared(plan), ...runs, facts({ ...found, promises: ['subtracts'] })];
    const answered = [...broken, { commented: ok({ is: 'written' }) }, choosing('Allow')];
    expect(after(broken, asked)).toMatchObject({ at: 'commenting-pause', onto: { at: 'asking-promise' } });
    expect(after(answered, asked)).toMatchObject({ at: 'proved' });
  });
});

test('a check that cannot start ends the proof', () => {
  expect(after([prepared(plan), { first: sampleFailure('check.unstartable') }])).toMatchObject({ at: 'failed' });
  expect(after([{ plan: sampleFailure('git.failed') }])).toMatchObject({ at: 'failed' });
});
