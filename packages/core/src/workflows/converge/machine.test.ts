import { describe, expect, test } from 'vitest';
import type { Finding } from '../../answer-contracts/finding.ts';
import type { AgentInput } from '../../effects/agent.ts';
import type { CallInput } from '../../effects/call.ts';
import type { OperationInput } from '../../effects/operation.ts';
import type { Choice, QuestionInput } from '../../effects/question.ts';
import { fail, ok, sampleFailure } from '../../failure/failure.ts';
import { endOfState, type Machine } from '../../machine/machine.ts';
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
/** The input of the need with this name. */
const asked = <Input>(state: ConvergeState, name: string) =>
  converge.steps.get(state.at)?.needs(state)[name]?.input as Input;

describe('an existing branch', () => {
  const plans = { implement: 'plans.implementer', repair: 'plans.fixer', review: [] } as const;
  const existing = { ...job, branch: 'task/x', from: 'main', continues: true, roles: plans } as const;

  test('D-23 is opened at its current commit', () => {
    expect(asked<OperationInput>(converge.start(existing), 'lane')).toEqual({
      op: 'open-lane',
      args: { slug: job.slug, branch: 'task/x', from: 'main', continues: true },
    });
  });

  test('D-23, D-27 with findings gives the fixer the change and the findings first', () => {
    const found = { ...existing, mend: { is: 'findings', findings: [leak] } } as const;
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

  test('D-23 is committed after green checks if there are no reviewers', () => {
    expect(after([...pass, {}], existing)).toMatchObject({ at: 'committing' });
  });
});

const e2e = { command: 'npm run e2e', timeoutMs: 9, artifactDirs: ['report'], keepIn: 'kept/e2e-verify' };

describe('the end-to-end gate', () => {
  const withE2e = { ...job, e2e };
  const clean = [...pass, review(low)];

  test('D-35, D-38 runs after a review without blocking findings and keeps its artifacts', () => {
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

  test('D-36 commits if green; if red, findings from the log use a pass', () => {
    expect(after([...clean, green], withE2e)).toMatchObject({ at: 'committing', followUps: [low] });
    const again = after([...clean, red('not ok 1 - shows the page')], withE2e);
    const finding = { severity: 'high', file: 'e2e', line: null, text: 'end to end: shows the page' };
    expect(again).toMatchObject({ at: 'implementing', passesLeft: 0, repair: { findings: [finding] } });
    const spent = after([...clean, red(), ...clean, red()], { ...withE2e, whenSpent: 'fail' });
    expect(spent).toMatchObject({ at: 'closing', over: { at: 'spent' } });
  });

  test('treats a timeout as red; a command that cannot start ends the run', () => {
    const slow = { report: fail('check.timed-out', { command: 'x', timeoutMs: 9, tail: 'not ok 1 - waits' }) };
    expect(after([...clean, slow], withE2e)).toMatchObject({ repair: { findings: [{ text: 'end to end: waits' }] } });
    const broken = { report: fail('check.unstartable', { command: 'x' }) };
    expect(after([...clean, broken], withE2e)).toMatchObject({ over: { at: 'failed' } });
  });
});

describe('a continued branch', () => {
  const brought = { ...lane, branch: 'task/x', brought: { commit: 'b1', merged: 'm0' } };
  const continued = (conflicts: readonly string[] = []) => ({ opened: ok({ lane: brought, conflicts }) });
  const base: ConvergeJob = { ...job, branch: 'task/x', whenSpent: 'fail', mend: { is: 'base', bring: 'b1' } };
  const findings: ConvergeJob = { ...base, mend: { is: 'findings', findings: [leak] } };
  const from = (input: ConvergeJob, rounds: readonly Round[]) => replay(converge, input, rounds);

  test('with findings starts with the fixer, which uses a pass', () => {
    expect(asked<OperationInput>(from(findings, []), 'opened').args).toEqual({ branch: 'task/x' });
    const change = { change: ok({ head: 'c1', from: 'b0', diff: log }) };
    const state = from(findings, [{ opened: ok({ lane, conflicts: [] }) }, change]);
    expect(state).toMatchObject({ at: 'implementing', passesLeft: 1, checkpoint: 'b0', made: log });
    expect(state).toMatchObject({ repair: { because: 'findings', findings: [leak] } });
    const none = from({ ...findings, passes: 0 }, [{ opened: ok({ lane, conflicts: [] }) }]);
    expect(none).toMatchObject({ at: 'closing', over: { at: 'spent' } });
  });

  test('with a moved base is proved by the checks and committed as a merge, without using a pass', () => {
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

  test('D-36 repeats the end-to-end run with the new base', () => {
    expect(from({ ...base, e2e }, [continued(), green])).toMatchObject({ at: 'e2e' });
    expect(from({ ...base, e2e, checks: [] }, [continued()])).toMatchObject({ at: 'e2e' });
    expect(from({ ...base, checks: [] }, [continued()])).toMatchObject({ at: 'committing' });
  });

  test('that is red with its base goes to the fixer and through all steps', () => {
    const repairing = from(base, [continued(), red()]);
    expect(repairing).toMatchObject({ at: 'implementing', passesLeft: 1, repair: { because: 'checks' } });
    expect(from(base, [continued(), red(), changed, saved, green])).toMatchObject({ at: 'reviewing' });
    const unstartable = { report: sampleFailure('check.unstartable') };
    expect(from(base, [continued(), unstartable])).toMatchObject({ at: 'closing', over: { at: 'failed' } });
  });

  test('with conflicts goes to the fixer with the files', () => {
    const state = from(base, [continued(['src/a.ts'])]);
    expect(state).toMatchObject({ at: 'implementing', repair: { because: 'conflict', files: ['src/a.ts'] } });
    const { role, input } = asked<AgentInput>(state, 'change');
    const prompt = roles[role]?.prompt(input as never, () => '') ?? '';
    expect(prompt).toMatch(/conflict[\s\S]*src\/a\.ts/);
    expect(from({ ...base, passes: 0 }, [continued(['src/a.ts'])])).toMatchObject({ over: { at: 'spent' } });
  });

  describe('with a proof', () => {
    const trust = { witness: 'ask', mutants: { count: 0, budgetMs: 0, leastKilled: 0 } } as const;
    const decided = { promised: ['p1'], unwitnessed: [{ code: 'no-test', names: [] }] } as const;
    const passed = [changed, saved, green];
    const proofOf = (state: ConvergeState) => asked<CallInput>(state, 'proof').input;

    test('is proved as a whole after a repair of findings: against the commit that it started from', () => {
      const change = { change: ok({ head: 'c1', from: 'b0', diff: log }) };
      const opened = { opened: ok({ lane: { ...lane, base: 'c1' }, conflicts: [] }) };
      const state = from({ ...findings, trust, given: [], decided }, [opened, change, ...passed]);
      expect(state.at).toBe('witnessing');
      const accepted = decided.unwitnessed;
      expect(proofOf(state)).toMatchObject({ base: 'b0', change: 'c1', given: [], allowed: ['p1'], accepted });
    });

    test('is proved as a whole after a conflict: against the new base', () => {
      const state = from({ ...base, trust }, [continued(['src/a.ts']), ...passed]);
      expect(proofOf(state)).toMatchObject({ base: 'b1', change: 'c1' });
    });

    test('without a conflict is not proved again, and keeps what a person decided', () => {
      const state = from({ ...base, trust, decided }, [continued(), green, committed, closed]);
      expect(state).toMatchObject({ at: 'converged', ...decided });
    });
  });

  test('that cannot be opened ends the run', () => {
    expect(from(base, [{ opened: fail('git.failed') }])).toMatchObject({ at: 'failed' });
  });
});

describe('a manual step', () => {
  const needing = { change: ok('I need a licence to continue: somebody has to accept it (1 minute)') };
  const done = { answer: { choice: 'Done', note: 'accepted' } };

  test('D-03 becomes a question after a checkpoint, with what, why and duration', () => {
    const state = after([needing, saved]);
    expect(state).toMatchObject({ at: 'asking-errand', checkpoint: 'c1' });
    expect(asked<QuestionInput>(state, 'answer')).toMatchObject({
      params: { what: 'a licence', why: 'somebody has to accept it (1 minute)' },
      evidence: [log],
    });
  });

  test('D-03 uses no pass, and the agent continues with the step done', () => {
    const state = after([needing, saved, done]);
    expect(state).toMatchObject({ at: 'implementing', passesLeft: 1, checkpoint: 'c1' });
    const { role, input } = asked<AgentInput>(state, 'change');
    const prompt = roles[role]?.prompt(input as never, () => '') ?? '';
    expect(prompt).toContain('a licence');
  });

  test('can end the run with Stop', () => {
    expect(after([needing, saved, { answer: { choice: 'Stop', note: '' } }])).toMatchObject({
      over: { at: 'stopped' },
    });
  });
});

describe('converge', () => {
  test.each<[string, readonly Round[], object]>([
    ['commits after a clean review', [...pass, review()], { at: 'committing', checkpoint: 'c1' }],
    [
      'closes the lane after the commit, before it converges',
      [...pass, review(), committed],
      { at: 'closing', over: { at: 'converged', commit: 'd1' } },
    ],
    [
      'converges after a clean review',
      [...pass, review(), committed, closed],
      { at: 'converged', commit: 'd1', followUps: [] },
    ],
    [
      'converges without a commit if nothing changed',
      [...pass, review(), { done: ok({ commit: null }) }, closed],
      { at: 'converged', commit: null },
    ],
    [
      'sends a red check back with its output, without a review',
      [changed, saved, red()],
      {
        at: 'implementing',
        passesLeft: 0,
        repair: { because: 'checks', red: [{ command: 'npm test', tail: '1 test failed', log }] },
      },
    ],
    [
      'sends a check without tests back with a note',
      [changed, saved, { report: ok({ green: false, exitCode: 0, tail: '# tests 0', log }) }],
      {
        at: 'implementing',
        repair: { red: [{ tail: '# tests 0\n(exit code 0, but no test was executed)' }] },
      },
    ],
    [
      'treats a timed-out check as red',
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
      'sends blocking findings back, without the low ones',
      [...pass, review(leak, low)],
      { at: 'implementing', repair: { because: 'findings', findings: [leak] } },
    ],
    ['sends no low findings back', [...pass, review(low)], { at: 'committing', followUps: [low] }],
    [
      'collects low findings of all passes as follow-ups, without duplicates',
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
      'asks a person after the last pass',
      [...pass, review(leak), ...pass, review(leak)],
      { at: 'deciding', repair: { because: 'findings' } },
    ],
    [
      'uses a pass for a red check',
      [changed, saved, red(), changed, saved, red()],
      { at: 'deciding', repair: { because: 'checks' } },
    ],
    [
      'keeps the reason for one more pass',
      [changed, saved, red(), changed, saved, red('again'), more],
      { at: 'implementing', passesLeft: 0, repair: { because: 'checks', red: [{ tail: 'again' }] } },
    ],
    [
      'grants exactly one more pass',
      [...pass, review(leak), ...pass, review(leak), more, ...pass, review(leak)],
      { at: 'deciding' },
    ],
    [
      'closes the lane after "stop"',
      [...pass, review(leak), ...pass, review(leak), stop],
      { at: 'closing', over: { at: 'spent' } },
    ],
    [
      'ends as spent after "stop"',
      [...pass, review(leak), ...pass, review(leak), stop, closed],
      { at: 'spent', repair: { findings: [leak] } },
    ],
    [
      'fails with an unreadable review',
      [...pass, { 'converge.reviewer': fail('agent.schema') }, closed],
      { at: 'failed', because: { code: 'agent.schema' } },
    ],
    [
      'closes the lane after a failure',
      [{ change: fail('agent.crash') }],
      { at: 'closing', lane, over: { at: 'failed', because: { code: 'agent.crash' } } },
    ],
    [
      'fails if a check cannot start, because no repair would help',
      [changed, saved, { report: sampleFailure('check.unstartable') }],
      { at: 'closing', over: { because: { code: 'check.unstartable' } } },
    ],
    [
      'closes the lane after a failed checkpoint',
      [changed, { saved: fail('git.failed') }],
      { at: 'closing', over: { because: { code: 'git.failed' } } },
    ],
    [
      'does not commit on a branch that moved',
      [...pass, review(), { done: sampleFailure('git.branch-moved') }],
      { at: 'closing', over: { because: { code: 'git.branch-moved' } } },
    ],
    ['inspects a checkpoint that changes guarded files', [changed, touching], { at: 'inspecting', checkpoint: 'c1' }],
    ['continues if no test is weakened', [changed, touching, inspected()], { at: 'checking', left: ['npm test'] }],
    ['asks about weakened tests', [changed, touching, inspected(gone)], { at: 'asking-tests', weakened: [gone] }],
    [
      'does not ask again about an allowed weakening',
      [changed, touching, inspected(gone), allow, green, review(leak), changed, touching, inspected(gone)],
      { at: 'checking', allowed: [gone] },
    ],
    [
      'asks again if the same file is weakened in another way',
      [changed, touching, inspected(gone), allow, green, review(leak), changed, touching, inspected(fewer, gone)],
      { at: 'asking-tests', weakened: [fewer] },
    ],
    [
      'uses a pass to send weakened tests back',
      [changed, touching, inspected(gone), sendBack],
      { at: 'implementing', passesLeft: 0, repair: { because: 'tests', weakened: [gone] } },
    ],
    [
      'asks about passes if none is left to send back',
      [changed, touching, inspected(gone), sendBack, changed, touching, inspected(gone), sendBack],
      { at: 'deciding', repair: { because: 'tests' } },
    ],
    [
      'ends as stopped if a person stops because of tests',
      [changed, touching, inspected(gone), stopTests, closed],
      { at: 'stopped' },
    ],
    [
      'fails if tests cannot be inspected',
      [changed, touching, { inspected: fail('git.failed') }],
      { at: 'closing', over: { because: { code: 'git.failed' } } },
    ],
    [
      'keeps its result if the lane cannot be closed',
      [...pass, review(), committed, { closed: fail('git.failed') }],
      { at: 'converged', commit: 'd1' },
    ],
  ])('%s', (_, rounds, expected) => {
    expect(after(rounds)).toMatchObject(expected);
  });

  test('runs all checks and sends all red ones back in one repair', () => {
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

  test('goes straight to the review without checks', () => {
    expect(after([changed, saved], { ...job, checks: [] })).toMatchObject({ at: 'reviewing' });
  });

  test('fails at once after the last pass if no one is to be asked', () => {
    const input = { ...job, passes: 1, whenSpent: 'fail' } as const;
    expect(after([...pass, review(leak), closed], input)).toMatchObject({ at: 'spent' });
  });

  test('fails without a release if the lane cannot be opened', () => {
    const failed = replay(converge, job, [{ lane: fail('git.failed') }]);
    expect(failed).toEqual({ at: 'failed', because: { code: 'git.failed', params: {} } });
    expect(converge.release(failed)).toEqual({});
  });

  test('ends as done, limit-reached or by its failure; the result has follow-ups and commit', () => {
    const states = [
      after([...pass, review(low), committed, closed]),
      after([...pass, review(leak), ...pass, review(leak), stop, closed]),
      after([...pass, { 'converge.reviewer': fail('agent.schema') }, closed]),
    ];
    expect(states.map((state) => endOfState(converge as Machine, state))).toEqual([
      'done',
      'limit-reached',
      'unreadable',
    ]);
    expect(states.map((state) => converge.result(state))).toMatchObject([
      { at: 'converged', followUps: [low], commit: 'd1' },
      { at: 'spent' },
      { at: 'failed' },
    ]);
  });
});

describe('the needs of converge', () => {
  test('the implementer works in the lane from the last checkpoint and gets the reason of a repair', () => {
    const call = asked<AgentInput>(after([changed, saved, red()]), 'change');
    expect(call).toMatchObject({ role: 'converge.implementer', workplace: { cwd: lane.path, checkpoint: 'c1' } });
    expect((call.input as ImplementerInput).repair?.because).toBe('checks');
  });

  test('the question names the number of passes and the reason', () => {
    const { code, params } = asked<QuestionInput>(after([...pass, review(leak), ...pass, review(leak)]), 'answer');
    expect({ code, params }).toEqual({ code: 'passes', params: { passes: 2, because: 'findings' } });
  });

  test('the question about tests names the files, with the diff as evidence', () => {
    const { params, evidence } = asked<QuestionInput>(after([changed, touching, inspected(gone, fewer)]), 'answer');
    expect(params).toEqual({ files: 'a.test.ts (deleted), a.test.ts (fewer-tests: 2 → 1)', count: 2 });
    expect(evidence).toEqual([log]);
  });

  test('tests are inspected with the checks of the run and the configured globs', () => {
    const { args } = asked<OperationInput>(after([changed, touching], { ...job, testFiles: ['x/*'] }), 'inspected');
    expect(args).toEqual({ lane, checkpoint: 'c1', checks: ['npm test'], testFiles: ['x/*'] });
  });

  test('the implementer gets the names of the weakened files', () => {
    const { input, role } = asked<AgentInput>(after([changed, touching, inspected(gone), sendBack]), 'change');
    expect(roles[role]?.prompt(input as never, () => '')).toContain('a.test.ts (deleted)');
  });

  test.each([
    ['the first line of the task', 'Add a page\n\nwith a form', 'Add a page'],
    ['cut at the length of a subject', 'x'.repeat(80), `${'x'.repeat(71)}…`],
  ])('the commit subject is %s', (_, task, message) => {
    const { args } = asked<OperationInput>(after([...pass, review()], { ...job, task }), 'done');
    expect(args).toEqual({ lane, checkpoint: 'c1', message });
  });
});

describe('the diffs of later reviews', () => {
  const artifact = (name: string) => ({ path: `artifacts/${name}.diff`, sha256: name, bytes: 10 });
  const saving = (commit: string, since?: string) => ({
    saved: ok({ commit, changedFiles: 1, diff: artifact(commit), ...(since ? { since: artifact(since) } : {}) }),
  });
  const steps = { ...job, passes: 3, stepDiffs: true } as const;
  const first = [changed, saving('c1'), green, review(leak)];
  const second = [changed, saving('c2', 'c1..c2'), green, review(leak)];
  const reviewed = (rounds: readonly Round[], input: ConvergeJob = steps) =>
    asked<AgentInput>(after(rounds, input), 'converge.reviewer').input;

  test('a checkpoint after a review also saves the changes since', () => {
    expect(asked<OperationInput>(after([changed], steps), 'saved').args).toEqual({ lane });
    expect(asked<OperationInput>(after([...first, changed], steps), 'saved').args).toEqual({ lane, since: 'c1' });
    const unreviewed = [...first, changed, saving('c2', 'c1..c2'), red(), changed];
    expect(asked<OperationInput>(after(unreviewed, steps), 'saved').args).toEqual({ lane, since: 'c1' });
  });

  test('each review repeats the diffs of the one before and adds its own', () => {
    expect(reviewed(first.slice(0, 3))).toEqual({ task: job.task, diff: artifact('c1') });
    const again = { task: job.task, diff: artifact('c2'), steps: [artifact('c1'), artifact('c1..c2')] };
    expect(reviewed([...first, ...second.slice(0, 3)])).toEqual(again);
  });

  test('steps longer than twice the change are replaced by the whole change, from which later steps continue', () => {
    const third = [changed, saving('c3', 'c2..c3'), green];
    expect(reviewed([...first, ...second, ...third])).toEqual({ task: job.task, diff: artifact('c3') });
  });

  test('a run of an older version always gets the whole change', () => {
    const rounds = [...first, changed, saving('c2'), green];
    expect(reviewed(rounds, { ...job, passes: 3 })).toEqual({ task: job.task, diff: artifact('c2') });
  });
});
