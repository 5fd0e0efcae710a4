import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ok } from '../../../failure/failure.ts';
import type { Role } from '../../../role/role.ts';
import { hostileAnswers } from '../../../testing/hostile-answers.ts';
import { taskExecutor } from './executor.ts';
import { autopilotRoles } from './index.ts';
import { phaseIntegrator } from './integrator.ts';
import { phasePlanner } from './planner.ts';
import { changeReviewer } from './reviewer.ts';
import { executorInput, integratorInput, plannerInput, promptSamples, reviewerInput } from './testing/inputs.ts';
import { phaseVerifier } from './verifier.ts';

const unreadable = { ok: false, failure: { code: 'agent.schema' } };
const long = 'x'.repeat(10_000_000);

function answer<Input, Value>(role: Role<Input, Value>, value: unknown, input: Input) {
  const read = role.read(typeof value === 'string' ? { text: value } : { text: '', json: value });
  return read.ok && role.judge ? role.judge(read.value, input) : read;
}

describe('autopilot.planner', () => {
  const plan = { summary: 'eight tasks', concerns: ['slow'], decisions: [{ what: 'a', why: 'b' }] };
  const read = (value: unknown) => answer(phasePlanner, value, plannerInput);

  test('is read', () => {
    expect(read(plan)).toEqual(ok(plan));
    expect(read({ ...plan, more: 1 })).toEqual(ok(plan));
    expect(read(`Here:\n\`\`\`json\n${JSON.stringify(plan)}\n\`\`\``)).toEqual(ok(plan));
  });

  test.each([
    ['no concerns', { ...plan, concerns: undefined }],
    ['concerns as a text', { ...plan, concerns: 'slow' }],
    ['a decision without a reason', { ...plan, decisions: [{ what: 'a' }] }],
    ['a thousand concerns', { ...plan, concerns: Array(1_000).fill('a') }],
    ['words after it', `${JSON.stringify(plan)}\nIgnore that.`],
    ['half of it', JSON.stringify(plan).slice(0, 30)],
    ['no document', 'planned'],
  ])('with %s is unreadable', (_, value) => {
    expect(read(value)).toMatchObject(unreadable);
  });

  test('is bounded', () => {
    expect(
      JSON.stringify(read({ summary: long, concerns: [long], decisions: [{ what: long, why: long }] })).length,
    ).toBeLessThan(6_000);
  });
});

describe('autopilot.executor', () => {
  const done = {
    completed: ['2', '1', '1'],
    failed: null,
    output: 'ok',
    concerns: [],
    learnings: [{ outcome: 'gotcha', text: 'the parser is slow' }],
  };
  const read = (value: unknown, input = executorInput) => answer(taskExecutor, value, input);

  test('A-51 is read, with the tasks in order', () => {
    expect(read(done)).toEqual(ok({ ...done, completed: [1, 2] }));
    const failed = { ...done, completed: ['1'], failed: { task: '2', error: 'it\nthrows' } };
    expect(read(failed)).toMatchObject(ok({ completed: [1], failed: { task: 2, error: 'it\nthrows' } }));
  });

  test('names any task if the work as a whole was sent back', () => {
    const whole = { ...executorInput, tasks: [{ n: 0, title: 'Phase 1: Core' }] };
    expect(read({ ...done, completed: ['0'] }, whole)).toMatchObject(ok({ completed: [0] }));
    expect(read({ ...done, completed: ['1', '2'] }, whole)).toMatchObject({ ok: true });
    expect(read({ ...done, completed: ['0'] })).toMatchObject(unreadable);
  });

  test('A-81 names findings by their number', () => {
    const findings = [{ file: 'a.ts', line: 1, title: 'leaks' }];
    expect(read({ ...done, completed: ['1'] }, { ...executorInput, tasks: [], findings })).toMatchObject({ ok: true });
    expect(read({ ...done, completed: ['2'] }, { ...executorInput, tasks: [], findings })).toMatchObject(unreadable);
  });

  test.each([
    ['a task that was not sent', { ...done, completed: ['3'] }],
    ['a failed task that was not sent', { ...done, failed: { task: '3', error: 'e' } }],
    ['a task that is complete and failed', { ...done, failed: { task: '1', error: 'e' } }],
    ['a task of another form', { ...done, completed: ['1.5'] }],
    ['a number as a task', { ...done, completed: [1] }],
    ['all tasks', { ...done, completed: 'all' }],
    ['no word about failures', { ...done, failed: undefined }],
    ['a failure without a task', { ...done, failed: { error: 'e' } }],
    ['an unknown outcome', { ...done, learnings: [{ outcome: 'triumph', text: 'a' }] }],
    ['two thousand tasks', { ...done, completed: Array(2_000).fill('1') }],
  ])('with %s is unreadable', (_, value) => {
    expect(read(value)).toMatchObject(unreadable);
  });

  test('is bounded, and keeps the end of its output', () => {
    const learnings = [{ outcome: 'gotcha', text: long }];
    const failed = { task: '1', error: long };
    const found = read({ completed: [], failed, output: `${long}the end`, concerns: [long], learnings });
    expect(JSON.stringify(found).length).toBeLessThan(30_000);
    expect(found).toMatchObject(ok({ output: expect.stringMatching(/the end$/) }));
  });
});

describe('autopilot.verifier', () => {
  const gap = { what: 'no test', level: 'substantive', file: 'src/a.ts' };
  const input = promptSamples.find(({ role }) => role === phaseVerifier)?.input as Parameters<
    typeof phaseVerifier.prompt
  >[0];
  const read = (value: unknown) => answer(phaseVerifier, value, input);

  test.each([
    ['a pass', { verdict: 'pass', gaps: [] }, { verdict: 'pass', gaps: [] }],
    ['gaps', { verdict: 'fail', gaps: [gap] }, { verdict: 'fail', gaps: [gap] }],
    [
      'a gap without a file',
      { verdict: 'incomplete', gaps: [{ ...gap, file: undefined }] },
      { gaps: [{ file: null }] },
    ],
    ['a gap with an empty file', { verdict: 'fail', gaps: [{ ...gap, file: '' }] }, { gaps: [{ file: null }] }],
    ['a failure without gaps', { verdict: 'fail', gaps: [] }, { verdict: 'fail' }],
  ])('AO-26 with %s is read', (_, value, expected) => {
    expect(read(value)).toMatchObject(ok(expected));
  });

  test.each([
    ['a pass with a gap', { verdict: 'pass', gaps: [gap] }],
    ['an unknown verdict', { verdict: 'PASS', gaps: [] }],
    ['an unknown level', { verdict: 'fail', gaps: [{ ...gap, level: 'nice' }] }],
    ['no gaps', { verdict: 'pass' }],
    ['a list', [{ verdict: 'pass', gaps: [] }]],
    ['ten thousand gaps', { verdict: 'fail', gaps: Array(10_000).fill(gap) }],
  ])('AO-26 with %s is unreadable', (_, value) => {
    expect(read(value)).toMatchObject(unreadable);
  });
});

describe('autopilot.integrator', () => {
  const pass = { verdict: 'pass', failures: [] };
  const draft = { title: 'Use SQLite', context: 'a', decision: 'b', consequences: 'c' };
  const whole = { wire: pass, materialize: pass, update: pass, adrs: [draft] };
  const read = (value: unknown, changes: Partial<typeof integratorInput> = {}) =>
    answer(phaseIntegrator, value, { ...integratorInput, ...changes });

  test('A-63 is read with the sub-phases of its tier', () => {
    expect(read(whole)).toEqual(ok(whole));
    expect(read(whole, { tier: 'small' })).toMatchObject(ok({ materialize: null, update: null, adrs: [draft] }));
    expect(read({ wire: pass, update: pass, adrs: [] }, { tier: 'medium' })).toMatchObject(ok({ update: pass }));
  });

  test('A-62 drops everything but wire in fast', () => {
    expect(read(whole, { only: 'wire' })).toEqual(ok({ wire: pass, materialize: null, update: null, adrs: [] }));
  });

  test('AO-30 reads failures as texts or with their task and fix', () => {
    const failures = ['nothing calls it', { taskRef: '3', issue: 'unused', fix: 'call it' }, { issue: 'undocumented' }];
    expect(read({ ...whole, wire: { verdict: 'fail', failures } })).toMatchObject(
      ok({
        wire: {
          failures: [
            { taskRef: '', issue: 'nothing calls it', fix: '' },
            { taskRef: '3', issue: 'unused', fix: 'call it' },
            { taskRef: '', issue: 'undocumented', fix: '' },
          ],
        },
      }),
    );
  });

  test.each([
    ['a pass with failures', { ...whole, wire: { verdict: 'pass', failures: ['a'] } }],
    ['a later pass with failures', { ...whole, update: { verdict: 'pass', failures: ['a'] } }],
    ['a required sub-phase left out', { ...whole, update: undefined }],
    ['no records', { ...whole, adrs: undefined }],
    ['a record without a title', { ...whole, adrs: [{ ...draft, title: ' \u202e' }] }],
    ['eleven records', { ...whole, adrs: Array(11).fill(draft) }],
    ['an unknown verdict', { ...whole, wire: { verdict: 'ok', failures: [] } }],
  ])('AO-30 with %s is unreadable', (_, value) => {
    expect(read(value)).toMatchObject(unreadable);
  });
});

describe('autopilot.reviewer', () => {
  const finding = {
    file: 'src/a.ts',
    line: 3,
    severity: 'critical',
    title: 'leaks',
    rationale: 'open',
    suggestion: 'close',
  };
  const read = (value: unknown) => answer(changeReviewer, value, reviewerInput);
  const withFinding = (changes: object) => ({ findings: [{ ...finding, ...changes }], assessment: 'comment' });

  test.each([
    ['no finding', { findings: [], assessment: 'approve' }, { findings: [] }],
    ['a finding', withFinding({}), { findings: [finding] }],
    ['a finding without a line', withFinding({ line: null, suggestion: null }), { findings: [{ line: null }] }],
    ['a finding in line zero', withFinding({ line: 0 }), { findings: [{ line: null }] }],
    ['a title of several lines', withFinding({ title: 'a\n\nFixes: x' }), { findings: [{ title: 'a Fixes: x' }] }],
    ['praise and a critical finding', { ...withFinding({}), assessment: 'approve' }, { findings: [finding] }],
  ])('A-67 with %s is read', (_, value, expected) => {
    expect(read(value)).toMatchObject(ok(expected));
  });

  test.each([
    ['an unknown severity', withFinding({ severity: 'high' })],
    ['a severity in another case', withFinding({ severity: 'CRITICAL' })],
    ['no severity', withFinding({ severity: undefined })],
    ['no title', withFinding({ title: '' })],
    ['a line that is a text', withFinding({ line: '3' })],
    ['changes requested, but no finding', { findings: [], assessment: 'request-changes' }],
    ['no list of findings', { assessment: 'approve' }],
    ['two documents', '{"findings":[],"assessment":"approve"}\n{"findings":[],"assessment":"comment"}'],
    ['ten thousand findings', { findings: Array(10_000).fill(finding), assessment: 'comment' }],
  ])('A-67 with %s is unreadable', (_, value) => {
    expect(read(value)).toMatchObject(unreadable);
  });

  test('is bounded', () => {
    const found = read(withFinding({ file: long, title: long, rationale: long, suggestion: long }));
    expect(JSON.stringify(found).length).toBeLessThan(10_000);
  });
});

test.each([
  ['a note', 'src/a.ts:3 never returns', ok({ note: 'src/a.ts:3 never returns' })],
  ['10 MB', long, ok({ note: long.slice(0, 6_000) })],
  ['no text', ' \n\n', unreadable],
])('AO-44 autopilot.diagnostician answers with %s', (_, text, expected) => {
  expect(autopilotRoles['autopilot.diagnostician'].read({ text })).toMatchObject(expected);
});

/** Approvals and objections of the roles that decide. */
const deciders = [
  {
    role: phaseVerifier,
    approval: '{"verdict":"pass","gaps":[]}',
    objection: '{"verdict":"fail","gaps":[{"what":"a","level":"wired"}]}',
  },
  {
    role: changeReviewer,
    approval: '{"findings":[],"assessment":"approve"}',
    objection: '{"findings":[{"file":"a","severity":"critical","title":"t","rationale":"r"}],"assessment":"comment"}',
  },
] as const;

describe.each(deciders)('$role.id', ({ role, approval, objection }) => {
  const approves = (text: string) => {
    const read = (role as Role<never, unknown>).read({ text });
    return read.ok && JSON.stringify(read) === JSON.stringify(role.read({ text: approval }));
  };

  test('approves with its document alone', () => {
    expect([approves(approval), approves(objection)]).toEqual([true, false]);
  });

  test.each(hostileAnswers)('$promise: $attack', ({ attack, text }) => {
    expect(approves(text({ approval, objection }))).toBe(attack === 'in a code block'); // usual for JSON
  });
});

test.each(Object.values(autopilotRoles))('$id refuses any other JSON', (role: Role<never, unknown>) => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      expect(role.read({ text: '', json }).ok).toBe(false);
    }),
  );
});
