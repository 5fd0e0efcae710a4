/** Tests the proof of new tests: they must fail without the feature. */
import { describe, expect, test } from 'vitest';
import { ok, sampleFailure } from '../../../failure/failure.ts';
import { sampleArtifact } from '../../../journal/artifact.ts';
import { messagesFor } from '../../../messages/index.ts';
import { lineText } from '../../../messages/lookup.ts';
import { replay } from '../../../testing/replay.ts';
import { laneJob } from '../testing/jobs.ts';
import type { LaneState } from './job.ts';
import { lane } from './machine.ts';
import { laneProgress } from './progress.ts';

const input = { ...laneJob, proof: ['npm test'] };
const opened = { path: '.harness/worktrees/F-1', branch: 'harness/F-1', base: 'b0' };
const report = (green: boolean) => ok({ green, exitCode: green ? 0 : 1, tail: '', log: sampleArtifact });
const built = [
  { brief: ok({ title: 't', task: sampleArtifact, commands: [], setback: null }) },
  { lane: ok(opened) },
  { worked: ok({ is: 'implemented', line: '' }) },
  { saved: ok({ commit: 'c1', changedFiles: 2, diff: sampleArtifact, touched: 0 }) },
  { report: report(true) },
];
const proof = (test: string) => ({ tests: [test], beside: [] });
const found = { found: ok({ proofs: [proof('a.test.ts'), proof('b.test.ts')] }) };
const rewound = { rewound: ok('rewound') };
const restored = { restored: ok('restored') };
const after = (...rounds: readonly Readonly<Record<string, unknown>>[]) => replay(lane, input, [...built, ...rounds]);

test('verification is verified: a new test that is red on the base is proved', () => {
  const red = { report: report(false) };
  expect(after(found)).toMatchObject({ at: 'rewinding', proofs: [{ tests: ['a.test.ts'] }, { tests: ['b.test.ts'] }] });
  expect(after(found, rewound, red, rewound, red)).toMatchObject({ at: 'restoring', found: null });
  expect(after(found, rewound, red, rewound, red, restored)).toMatchObject({
    at: 'over',
    result: { is: 'implemented' },
  });
});

test('verification is verified: a test that is green without the feature sends the lane back, and the worker learns which', () => {
  const [red, green] = [{ report: report(false) }, { report: report(true) }];
  const probing = after(found, rewound, red, rewound, green);
  expect(probing).toMatchObject({ at: 'rewinding', isProbe: true, proofs: [{ tests: ['b.test.ts'] }] });
  const back = after(found, rewound, red, rewound, green, rewound, red, restored);
  const said = expect.stringContaining('- b.test.ts') as string;
  expect(back).toMatchObject({ at: 'setting-back', because: 'unproven', said });
});

test('verification is verified: a test that the command does not run has no consequence', () => {
  const green = { report: report(true) };
  const next = after(found, rewound, green, rewound, green);
  expect(next).toMatchObject({ at: 'rewinding', isProbe: false, proofs: [{ tests: ['b.test.ts'] }] });
  const all = after(found, rewound, green, rewound, green, rewound, green, rewound, green, restored);
  expect(all).toMatchObject({ at: 'over', result: { is: 'implemented' } });
});

test('a change without tests needs no proof; a test that hangs on the base counts as red', () => {
  expect(after({ found: ok({ proofs: [] }) })).toMatchObject({ at: 'over', result: { is: 'implemented' } });
  const one = { found: ok({ proofs: [proof('a.test.ts')] }) };
  expect(after(one, rewound, { report: sampleFailure('check.timed-out') })).toMatchObject({
    at: 'restoring',
    found: null,
  });
});

test('W1 a failure during the proof restores the saved lane', () => {
  const broken = after(found, rewound, { report: sampleFailure('check.unstartable') });
  expect(broken).toMatchObject({ at: 'restoring', found: { code: 'check.unstartable' } });
  expect(after(found, rewound, { report: sampleFailure('check.unstartable') }, restored)).toMatchObject({
    result: { is: 'broken' },
  });
});

describe('progress messages', () => {
  const [red, green] = [{ report: report(false) }, { report: report(true) }];
  /** The message after the last of these rounds, in English. */
  const reported = (...rounds: readonly Readonly<Record<string, unknown>>[]) => {
    const [from, to] = [after(...rounds.slice(0, -1)), after(...rounds)] as readonly [LaneState, LaneState];
    const messages = messagesFor('en');
    return laneProgress(from, to).map(({ code, params, mark }) => `${mark}: ${lineText(messages, { code, params })}`);
  };

  test('red on the base is good, green is bad', () => {
    expect(reported(found, rewound, red)).toEqual([
      'good: the new tests fail without the feature, as expected: a.test.ts',
    ]);
    expect(reported(found, rewound, green)).toEqual([]); // first checks whether the command runs the test
    expect(reported(found, rewound, green, rewound, red)).toEqual([
      'bad: the new tests are green without the feature, so they prove nothing: a.test.ts',
    ]);
    expect(reported(found, rewound, green, rewound, green)).toEqual([
      'warn: the test command does not run these tests, so they prove nothing: a.test.ts',
    ]);
  });

  test('of several commands only the last is reported, and a failure has no message', () => {
    const two = { ...input, proof: ['npm run build', 'npm test'] };
    const rounds = [...built, found, rewound, green];
    const [from, to] = [replay(lane, two, rounds.slice(0, -1)), replay(lane, two, rounds)];
    expect(to).toMatchObject({ at: 'proving', left: ['npm test'] });
    expect(laneProgress(from, to)).toEqual([]);
    expect(reported(found, rewound, { report: sampleFailure('check.unstartable') })).toEqual([]);
    expect(reported(found, rewound, { report: sampleFailure('check.timed-out') })).toHaveLength(1);
  });
});
