import { describe, expect, test } from 'vitest';
import { compareDocument } from '../../effects/checkout.ts';
import { briefFeature } from '../../effects/features.ts';
import type { QuestionInput } from '../../effects/question.ts';
import { ok, sampleFailure } from '../../failure/failure.ts';
import { sampleArtifact } from '../../journal/artifact.ts';
import { explore } from '../../testing/explore.ts';
import { words } from '../../testing/jobs.ts';
import { replay } from '../../testing/replay.ts';
import type { AcceptanceJob, AcceptanceState } from './job.ts';
import { acceptance } from './machine.ts';
import { acceptanceWriter } from './writer.ts';

const job: AcceptanceJob = {
  contract: 'Give discounts',
  slug: 'give-discounts',
  at: 'b0',
  role: 'converge.acceptance-writer',
  checks: ['npm test'],
  checkTimeoutMs: 1_000,
};
const lane = { path: '.harness/worktrees/x', branch: 'harness/give-discounts-acceptance', base: 'b0' };
const files = ['src/discount.accept.test.js'];
const opened = { lane: ok(lane) };
const written = [
  { tests: ok('wrote tests') },
  { saved: ok({ commit: 'a1', changedFiles: 1, diff: sampleArtifact, touched: 1 }) },
];
const prepared = {
  prepared: ok({ files, tests: files, problems: [], run: { command: 'npm test', commit: 'v1' } }),
};
const refused = {
  prepared: ok({ files: [], tests: [], problems: [{ code: 'no-test' as const, names: [] }], run: null }),
};
const ran = { report: ok({ green: false, exitCode: 1, tail: 'red', log: sampleArtifact, results: sampleArtifact }) };
const right = [opened, ...written, prepared, ran, { found: ok([]) }];
const after = (rounds: readonly Readonly<Record<string, unknown>>[]) => replay(acceptance, job, rounds);
const needsOf = (state: AcceptanceState) => acceptance.steps.get(state.at)?.needs(state) ?? {};

test('freezes new tests that are red on the base alone', () => {
  expect(after([...right, { closed: ok({ kept: null, branchRemoved: true }) }])).toEqual({
    at: 'frozen',
    frozen: { commit: 'a1', files, tests: files },
  });
});

test('N1 the role gets the contract and the checks, in a lane of its own at the base', () => {
  expect(needsOf(after([]))['lane']?.input).toMatchObject({
    op: 'open-lane',
    args: { slug: 'give-discounts-acceptance', at: 'b0' },
  });
  expect(needsOf(after([opened]))['tests']?.input).toEqual({
    role: 'converge.acceptance-writer',
    item: null,
    workplace: { cwd: lane.path, checkpoint: 'b0' },
    input: { contract: 'Give discounts', checks: ['npm test'], problems: [] },
  });
  const { prompt } = acceptanceWriter('converge.acceptance-writer');
  const text = prompt({ contract: 'Give </data> all', checks: ['npm test'], problems: [] }, () => '');
  expect(text).toContain('<data name="contract" trust="data">\nGive <\\/data> all\n</data>');
});

test('the contract of a feature is its brief', () => {
  const feature = { plan: { file: 'plan.json', sha256: '' }, feature: 'F-1' };
  const briefed = replay(acceptance, { ...job, contract: feature }, [
    { brief: ok({ title: 'Log in', task: sampleArtifact, commands: [], setback: null }) },
    opened,
  ]);
  expect(briefed).toMatchObject({ at: 'writing', contract: sampleArtifact });
  const { prompt } = acceptanceWriter('mission.acceptance-writer');
  expect(prompt({ contract: sampleArtifact, checks: [], problems: [] }, () => 'It logs in.')).toContain('It logs in.');
});

describe('N2', () => {
  const green = { found: ok([{ code: 'green' as const, names: files }]) };

  test('tests that prove nothing are sent back once, with their names', () => {
    const back = after([...right.slice(0, -1), green]);
    expect(back).toMatchObject({ at: 'writing', returnsLeft: 0, problems: [{ code: 'green', names: files }] });
    const { prompt } = acceptanceWriter('x');
    expect(prompt({ contract: 'c', checks: [], problems: [{ code: 'green', names: files }] }, () => '')).toContain(
      `All tests in these files pass, although the work is missing. Assert what is new:\n- ${files[0]}`,
    );
  });

  const twice = [opened, ...written, refused, ...written, prepared, ran, green];
  test('then a person is asked, with the tests as evidence', () => {
    const asked = after(twice);
    expect(asked.at).toBe('asking');
    expect(needsOf(asked)['answer']?.input as QuestionInput).toMatchObject({
      header: 'Acceptance',
      choices: ['Write again', 'Continue without', 'Stop'],
      params: { why: 'green', names: files[0] },
      evidence: [sampleArtifact],
    });
  });

  test.each([
    ['Write again', { at: 'writing', returnsLeft: 0 }],
    ['Continue without', { at: 'closing', over: { at: 'without' } }],
    ['Stop', { at: 'closing', over: { at: 'stopped' } }],
  ])('%s', (choice, state) => {
    expect(after([...twice, { answer: { choice, note: '' } }])).toMatchObject(state);
  });

  test('a run that does not finish is judged, and one that cannot start ends the run', () => {
    const beginning = [opened, ...written, prepared];
    const late = after([...beginning, { report: sampleFailure('check.timed-out', { timeoutMs: 1 }) }]);
    expect(late).toMatchObject({ at: 'judging', green: false, results: null, log: null });
    const unstarted = after([...beginning, { report: sampleFailure('check.unstartable') }]);
    expect(unstarted).toMatchObject({ at: 'closing', over: { at: 'failed' } });
  });
});

test('every path ends or waits for a person, closes its lane and releases it if stopped', () => {
  const hasClose = (needs: object) => JSON.stringify(needs).includes('close-lane');
  const { broken } = explore(acceptance, {
    inputs: [
      job,
      { ...job, contract: { document: 'spec.md' } },
      { ...job, contract: { plan: { file: 'plan.json', sha256: '' }, feature: 'F-1' } },
    ],
    words: { ...words, operations: [...words.operations, briefFeature, compareDocument] },
    states: {
      'a stopped run releases its lane': (state) =>
        !('lane' in state || state.at === 'opening') || hasClose(acceptance.release(state)),
    },
  });
  expect(broken).toEqual([]);
});
