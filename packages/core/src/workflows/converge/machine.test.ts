import { describe, expect, test } from 'vitest';
import type { Finding } from '../../answer-contracts/findings.ts';
import type { AgentInput } from '../../effects/agent.ts';
import type { OperationInput } from '../../effects/operation.ts';
import type { Choice, QuestionInput } from '../../effects/question.ts';
import { fail, ok, sampleFailure } from '../../failure/failure.ts';
import { endOf, type Machine } from '../../machine/machine.ts';
import type { WeakenedTest } from '../../test-guard/weakened-tests.ts';
import { job } from '../../testing/jobs.ts';
import { replay } from '../../testing/replay.ts';
import { roles } from '../loaded.ts';
import type { ImplementerInput } from './implementer.ts';
import type { ConvergeJob, ConvergeState } from './job.ts';
import { converge } from './machine.ts';

const lane = { path: '.harness/worktrees/x', branch: 'harness/x', base: 'b0' };
const log = { path: 'artifacts/x.log', sha256: 'x', bytes: 1 };
const low: Finding = { severity: 'low', file: 'a.ts', line: 1, text: 'a nit' };
const leak: Finding = { severity: 'high', file: 'a.ts', line: 3, text: 'leaks the token' };

const opened = { lane: ok(lane) };
const changed = { change: ok('changed 3 files') };
const saved = { saved: ok({ commit: 'c1', changedFiles: 3, diff: log }) };
const green = { report: ok({ green: true, exitCode: 0, tail: '', log }) };
const red = (tail = '1 test failed') => ({ report: ok({ green: false, exitCode: 1, tail, log }) });
const review = (...findings: readonly Finding[]) => ({ 'converge.reviewer': ok(findings) });
const committed = { done: ok({ commit: 'd1' }) };
const closed = { closed: ok({ kept: null, branchRemoved: false }) };
const more = { answer: { choice: 'one more pass' } };
const stop = { answer: { choice: 'stop' } };
const touching = { saved: ok({ commit: 'c1', changedFiles: 3, diff: log, touched: 1 }) };
const gone: WeakenedTest = { file: 'a.test.ts', how: 'deleted', detail: '' };
const fewer: WeakenedTest = { file: 'a.test.ts', how: 'fewer-tests', detail: '2 → 1' };
const inspected = (...weakened: readonly WeakenedTest[]) => ({ inspected: ok({ weakened }) });
const choosing = (choice: Choice<'tests'>) => ({ answer: { choice } });
const [allow, sendBack, stopTests] = [choosing('Allow'), choosing('Send back'), choosing('Stop')];
const pass = [changed, saved, green];

type Round = Readonly<Record<string, unknown>>;
const after = (rounds: readonly Round[], input = job) => replay(converge, input, [opened, ...rounds]);
/** What the state asks for under this name. */
const asked = <Input>(state: ConvergeState, name: string) =>
  converge.steps.get(state.at)?.needs(state)[name]?.input as Input;

describe('a branch that is gone on with', () => {
  const plans = { implement: 'plans.implementer', repair: 'plans.fixer', review: [] } as const;
  const goingOn = { ...job, branch: 'task/x', from: 'main', continues: true, roles: plans } as const;

  test('D-23 is opened where it stands', () => {
    expect(asked<OperationInput>(converge.start(goingOn), 'lane')).toEqual({
      op: 'open-lane',
      args: { slug: job.slug, branch: 'task/x', from: 'main', continues: true },
    });
  });

  test('D-23, D-27 begins with what was found on it: the fixer hears that first, and is shown the change', () => {
    const found = { ...goingOn, mend: { is: 'findings', findings: [leak] } } as const;
    const opened = { opened: ok({ lane, conflicts: [] }) };
    expect(asked<OperationInput>(replay(converge, found, [opened]), 'change')).toMatchObject({
      op: 'read-change',
      args: { branch: lane.branch, base: 'main' },
    });
    const state = replay(converge, found, [opened, { change: ok({ head: 'c1', from: 'b0', diff: log }) }]);
    expect(asked<AgentInput>(state, 'change')).toMatchObject({
      role: 'plans.fixer',
      input: { made: log, repair: { because: 'findings', findings: [leak] } },
    });
  });

  test('D-23 is committed on when the checks are green, where nobody is to review', () => {
    expect(after([...pass, {}], goingOn)).toMatchObject({ at: 'committing' });
  });
});

const e2e = { command: 'npm run e2e', timeoutMs: 9, artifactDirs: ['report'], keepIn: 'kept/e2e-verify' };

describe('the end-to-end gate', () => {
  const withE2e = { ...job, e2e };
  const clean = [...pass, review(low)];

  test('D-35, D-38 is asked after a review in which nothing blocks, and keeps what it leaves', () => {
    const state = after(clean, withE2e);
    expect(state).toMatchObject({ at: 'e2e' });
    expect(asked(state, 'report')).toEqual({
      command: 'npm run e2e',
      cwd: lane.path,
      timeoutMs: 9,
      keep: { folders: ['report'], in: 'kept/e2e-verify' },
    });
    expect(after([...pass, review(leak)], withE2e)).toMatchObject({ at: 'implementing' });
  });

  test('D-36 green, it is committed; red, its findings are made from the log and spend a pass', () => {
    expect(after([...clean, green], withE2e)).toMatchObject({ at: 'committing', followUps: [low] });
    const again = after([...clean, red('not ok 1 - shows the page')], withE2e);
    const finding = { severity: 'high', file: 'e2e', line: null, text: 'end to end: shows the page' };
    expect(again).toMatchObject({ at: 'implementing', passesLeft: 0, repair: { findings: [finding] } });
    const spent = after([...clean, red(), ...clean, red()], { ...withE2e, whenSpent: 'fail' });
    expect(spent).toMatchObject({ at: 'closing', over: { at: 'spent' } });
  });

  test('a run that takes too long is red; one that cannot be started ends it', () => {
    const slow = { report: fail('check.timed-out', { command: 'x', timeoutMs: 9, tail: 'not ok 1 - waits' }) };
    expect(after([...clean, slow], withE2e)).toMatchObject({ repair: { findings: [{ text: 'end to end: waits' }] } });
    const broken = { report: fail('check.unstartable', { command: 'x' }) };
    expect(after([...clean, broken], withE2e)).toMatchObject({ over: { at: 'failed' } });
  });
});

describe('a branch that is gone on with', () => {
  const brought = { ...lane, branch: 'task/x', brought: { commit: 'b1', merged: 'm0' } };
  const continued = (conflicts: readonly string[] = []) => ({ opened: ok({ lane: brought, conflicts }) });
  const base: ConvergeJob = { ...job, branch: 'task/x', whenSpent: 'fail', mend: { is: 'base', bring: 'b1' } };
  const findings: ConvergeJob = { ...base, mend: { is: 'findings', findings: [leak] } };
  const from = (input: ConvergeJob, rounds: readonly Round[]) => replay(converge, input, rounds);

  test('because of findings goes to the fixer first, which is a pass', () => {
    expect(asked<OperationInput>(from(findings, []), 'opened').args).toEqual({ branch: 'task/x' });
    const change = { change: ok({ head: 'c1', from: 'b0', diff: log }) };
    const state = from(findings, [{ opened: ok({ lane, conflicts: [] }) }, change]);
    expect(state).toMatchObject({ at: 'implementing', passesLeft: 1, checkpoint: 'b0', made: log });
    expect(state).toMatchObject({ repair: { because: 'findings', findings: [leak] } });
    const none = from({ ...findings, passes: 0 }, [{ opened: ok({ lane, conflicts: [] }) }]);
    expect(none).toMatchObject({ at: 'closing', over: { at: 'spent' } });
  });

  test('because its base moved on is proved by the checks alone, and committed as a merge; no pass is spent', () => {
    expect(asked<OperationInput>(from(base, []), 'opened').args).toEqual({ branch: 'task/x', bring: 'b1' });
    const proving = from(base, [continued()]);
    expect(proving).toMatchObject({ at: 'proving', checkpoint: 'm0', passesLeft: 2, left: ['npm test'] });
    const committing = from(base, [continued(), green]);
    expect(asked<OperationInput>(committing, 'done').args).toMatchObject({ lane: brought, checkpoint: 'm0' });
    expect(from(base, [continued(), green, committed, closed])).toMatchObject({
      at: 'converged',
      commit: 'd1',
      branch: 'task/x',
      passesLeft: 2,
    });
  });

  test('D-36 what is run end to end is run again with the base in it', () => {
    expect(from({ ...base, e2e }, [continued(), green])).toMatchObject({ at: 'e2e' });
    expect(from({ ...base, e2e, checks: [] }, [continued()])).toMatchObject({ at: 'e2e' });
    expect(from({ ...base, checks: [] }, [continued()])).toMatchObject({ at: 'committing' });
  });

  test('and is red with its base goes to the fixer, and then the whole way', () => {
    const repairing = from(base, [continued(), red()]);
    expect(repairing).toMatchObject({ at: 'implementing', passesLeft: 1, repair: { because: 'checks' } });
    expect(from(base, [continued(), red(), changed, saved, green])).toMatchObject({ at: 'reviewing' });
    const unstartable = { report: sampleFailure('check.unstartable') };
    expect(from(base, [continued(), unstartable])).toMatchObject({ at: 'closing', over: { at: 'failed' } });
  });

  test('and conflicts goes to the fixer with the files', () => {
    const state = from(base, [continued(['src/a.ts'])]);
    expect(state).toMatchObject({ at: 'implementing', repair: { because: 'conflict', files: ['src/a.ts'] } });
    const { role, input } = asked<AgentInput>(state, 'change');
    const prompt = roles[role]?.prompt(input as never, () => '') ?? '';
    expect(prompt).toMatch(/conflict[\s\S]*src\/a\.ts/);
    expect(from({ ...base, passes: 0 }, [continued(['src/a.ts'])])).toMatchObject({ over: { at: 'spent' } });
  });

  test('and cannot be opened ends it', () => {
    expect(from(base, [{ opened: fail('git.failed') }])).toMatchObject({ at: 'failed' });
  });
});

describe('what only a person can do', () => {
  const needing = { change: ok('I need a licence to continue: somebody has to accept it (1 minute)') };
  const done = { answer: { choice: 'Done', note: 'accepted' } };

  test('D-03 is asked for when what was written is saved, with what, why and for how long', () => {
    const state = after([needing, saved]);
    expect(state).toMatchObject({ at: 'asking-errand', checkpoint: 'c1' });
    expect(asked<QuestionInput>(state, 'answer')).toMatchObject({
      params: { what: 'a licence', why: 'somebody has to accept it (1 minute)' },
      evidence: [log],
    });
  });

  test('D-03 costs no pass, and the note reaches the agent', () => {
    const state = after([needing, saved, done]);
    expect(state).toMatchObject({ at: 'implementing', passesLeft: 1, checkpoint: 'c1' });
    const { role, input } = asked<AgentInput>(state, 'change');
    const prompt = roles[role]?.prompt(input as never, () => '') ?? '';
    expect(prompt).toContain('a licence');
    expect(prompt).toContain('accepted');
  });

  test('who stops there ends the run', () => {
    expect(after([needing, saved, { answer: { choice: 'Stop', note: '' } }])).toMatchObject({
      over: { at: 'stopped' },
    });
  });
});

describe('converge', () => {
  test.each<[string, readonly Round[], object]>([
    ['a clean review is committed', [...pass, review()], { at: 'committing', checkpoint: 'c1' }],
    [
      'what is committed is closed, and only then converged',
      [...pass, review(), committed],
      { at: 'closing', over: { at: 'converged', commit: 'd1' } },
    ],
    [
      'a clean review ends it',
      [...pass, review(), committed, closed],
      { at: 'converged', commit: 'd1', followUps: [] },
    ],
    [
      'a change that is empty converges without a commit',
      [...pass, review(), { done: ok({ commit: null }) }, closed],
      { at: 'converged', commit: null },
    ],
    [
      'a red check goes back with its tail, unreviewed',
      [changed, saved, red()],
      {
        at: 'implementing',
        passesLeft: 0,
        repair: { because: 'checks', red: [{ command: 'npm test', tail: '1 test failed', log }] },
      },
    ],
    [
      'a check that tested nothing goes back, and says so',
      [changed, saved, { report: ok({ green: false, exitCode: 0, tail: '# tests 0', log }) }],
      {
        at: 'implementing',
        repair: { red: [{ tail: '# tests 0\n(exit code 0, but no test was executed)' }] },
      },
    ],
    [
      'a check that timed out is red',
      [changed, saved, { report: fail('check.timed-out', { command: 'npm test', timeoutMs: 1_000 }) }],
      {
        at: 'implementing',
        repair: {
          because: 'checks',
          red: [{ command: 'npm test', tail: '(did not finish within 1000 ms)', log: null }],
        },
      },
    ],
    [
      'a blocking finding goes back with the finding, without the lows',
      [...pass, review(leak, low)],
      { at: 'implementing', repair: { because: 'findings', findings: [leak] } },
    ],
    ['lows alone do not go back', [...pass, review(low)], { at: 'committing', followUps: [low] }],
    [
      'lows of all passes end as follow-ups, without doubles',
      [
        ...pass,
        review(leak, low),
        ...pass,
        review({ ...low, line: 9 }, { ...low, text: 'another' }),
        committed,
        closed,
      ],
      { at: 'converged', followUps: [low, { ...low, text: 'another' }] },
    ],
    [
      'spent passes ask',
      [...pass, review(leak), ...pass, review(leak)],
      { at: 'deciding', repair: { because: 'findings' } },
    ],
    [
      'a red check spends a pass as a finding does',
      [changed, saved, red(), changed, saved, red()],
      { at: 'deciding', repair: { because: 'checks' } },
    ],
    [
      'one more pass takes along why',
      [changed, saved, red(), changed, saved, red('again'), more],
      { at: 'implementing', passesLeft: 0, repair: { because: 'checks', red: [{ tail: 'again' }] } },
    ],
    [
      'one more pass allows exactly one',
      [...pass, review(leak), ...pass, review(leak), more, ...pass, review(leak)],
      { at: 'deciding' },
    ],
    [
      'stop closes the lane',
      [...pass, review(leak), ...pass, review(leak), stop],
      { at: 'closing', over: { at: 'spent' } },
    ],
    [
      'stop ends it as spent',
      [...pass, review(leak), ...pass, review(leak), stop, closed],
      { at: 'spent', repair: { findings: [leak] } },
    ],
    [
      'an unreadable review fails, it is never clean',
      [...pass, { 'converge.reviewer': fail('agent.schema') }, closed],
      { at: 'failed', because: { code: 'agent.schema' } },
    ],
    [
      'a failure gives the lane back before the run ends',
      [{ change: fail('agent.crash') }],
      { at: 'closing', lane, over: { at: 'failed', because: { code: 'agent.crash' } } },
    ],
    [
      'a check that cannot start fails: no repair would help',
      [changed, saved, { report: sampleFailure('check.unstartable') }],
      { at: 'closing', over: { because: { code: 'check.unstartable' } } },
    ],
    [
      'a checkpoint that fails gives the lane back',
      [changed, { saved: fail('git.failed') }],
      { at: 'closing', over: { because: { code: 'git.failed' } } },
    ],
    [
      'a branch that moved is not committed on',
      [...pass, review(), { done: sampleFailure('git.branch-moved') }],
      { at: 'closing', over: { because: { code: 'git.branch-moved' } } },
    ],
    [
      'a checkpoint that touches the base is looked at before it is judged',
      [changed, touching],
      { at: 'inspecting', checkpoint: 'c1' },
    ],
    ['tests that are whole lead on', [changed, touching, inspected()], { at: 'checking', left: ['npm test'] }],
    [
      'tests that vanished are asked about',
      [changed, touching, inspected(gone)],
      { at: 'asking-tests', weakened: [gone] },
    ],
    [
      'what is allowed goes on, and is not asked about again',
      [changed, touching, inspected(gone), allow, green, review(leak), changed, touching, inspected(gone)],
      { at: 'checking', allowed: [gone] },
    ],
    [
      'what is allowed in one way is asked about in another',
      [changed, touching, inspected(gone), allow, green, review(leak), changed, touching, inspected(fewer, gone)],
      { at: 'asking-tests', weakened: [fewer] },
    ],
    [
      'tests that vanished can be sent back, which spends a pass',
      [changed, touching, inspected(gone), sendBack],
      { at: 'implementing', passesLeft: 0, repair: { because: 'tests', weakened: [gone] } },
    ],
    [
      'sent back without a pass that is left asks about passes',
      [changed, touching, inspected(gone), sendBack, changed, touching, inspected(gone), sendBack],
      { at: 'deciding', repair: { because: 'tests' } },
    ],
    [
      'a person who stops it because of its tests ends it as stopped',
      [changed, touching, inspected(gone), stopTests, closed],
      { at: 'stopped' },
    ],
    [
      'tests that cannot be looked at are not taken for whole',
      [changed, touching, { inspected: fail('git.failed') }],
      { at: 'closing', over: { because: { code: 'git.failed' } } },
    ],
    [
      'a lane that cannot be closed does not change how it ended',
      [...pass, review(), committed, { closed: fail('git.failed') }],
      { at: 'converged', commit: 'd1' },
    ],
  ])('%s', (_, rounds, expected) => {
    expect(after(rounds)).toMatchObject(expected);
  });

  test('all checks run, and all that are red go back in one repair', () => {
    const input = { ...job, checks: ['build', 'lint', 'test'] };
    const rounds = [changed, saved, red('no build'), green, red('no test')];
    expect(after(rounds.slice(0, 3), input)).toMatchObject({ at: 'checking', left: ['lint', 'test'] });
    expect(after(rounds, input)).toMatchObject({
      at: 'implementing',
      repair: {
        red: [
          { command: 'build', tail: 'no build' },
          { command: 'test', tail: 'no test' },
        ],
      },
    });
  });

  test('without a check the review decides alone', () => {
    expect(after([changed, saved], { ...job, checks: [] })).toMatchObject({ at: 'reviewing' });
  });

  test('spent passes fail at once when nobody is to be asked', () => {
    const input = { ...job, passes: 1, whenSpent: 'fail' } as const;
    expect(after([...pass, review(leak), closed], input)).toMatchObject({ at: 'spent' });
  });

  test('a lane that could not be opened ends it: there is nothing to give back', () => {
    const failed = replay(converge, job, [{ lane: fail('git.failed') }]);
    expect(failed).toEqual({ at: 'failed', because: { code: 'git.failed', params: {} } });
    expect(converge.release(failed)).toEqual({});
  });

  test('it ends as done, as limit reached, or by its failure; a parent is told the follow-ups and the commit', () => {
    const states = [
      after([...pass, review(low), committed, closed]),
      after([...pass, review(leak), ...pass, review(leak), stop, closed]),
      after([...pass, { 'converge.reviewer': fail('agent.schema') }, closed]),
    ];
    expect(states.map((state) => endOf(converge as Machine, state))).toEqual(['done', 'limit-reached', 'unreadable']);
    expect(states.map((state) => converge.result(state))).toMatchObject([
      { at: 'converged', followUps: [low], commit: 'd1' },
      { at: 'spent' },
      { at: 'failed' },
    ]);
  });
});

describe('what converge asks for', () => {
  test('the implementer works in the lane, from the last checkpoint, and a repair is told why', () => {
    const call = asked<AgentInput>(after([changed, saved, red()]), 'change');
    expect(call).toMatchObject({ role: 'converge.implementer', workplace: { cwd: lane.path, checkpoint: 'c1' } });
    expect((call.input as ImplementerInput).repair?.because).toBe('checks');
  });

  test('the question says how many passes there were and why they did not do', () => {
    const { code, params } = asked<QuestionInput>(after([...pass, review(leak), ...pass, review(leak)]), 'answer');
    expect({ code, params }).toEqual({ code: 'passes', params: { passes: 2, because: 'findings' } });
  });

  test('the question about tests names the files, and the diff is its evidence', () => {
    const { params, evidence } = asked<QuestionInput>(after([changed, touching, inspected(gone, fewer)]), 'answer');
    expect(params).toEqual({ files: 'a.test.ts (deleted), a.test.ts (fewer-tests: 2 → 1)', count: 2 });
    expect(evidence).toEqual([log]);
  });

  test('tests are looked at with the checks of the run and the globs of the configuration', () => {
    const { args } = asked<OperationInput>(after([changed, touching], { ...job, testFiles: ['x/*'] }), 'inspected');
    expect(args).toEqual({ lane, checkpoint: 'c1', checks: ['npm test'], testFiles: ['x/*'] });
  });

  test('an implementer whose change was sent back is told which files', () => {
    const { input, role } = asked<AgentInput>(after([changed, touching, inspected(gone), sendBack]), 'change');
    expect(roles[role]?.prompt(input as never, () => '')).toContain('a.test.ts (deleted)');
  });

  test.each([
    ['the first line of the task', 'Add a page\n\nwith a form', 'Add a page'],
    ['cut where it is too long for a subject', 'x'.repeat(80), `${'x'.repeat(71)}…`],
  ])('the commit is named by %s', (_, task, message) => {
    const { args } = asked<OperationInput>(after([...pass, review()], { ...job, task }), 'done');
    expect(args).toEqual({ lane, checkpoint: 'c1', message });
  });
});
