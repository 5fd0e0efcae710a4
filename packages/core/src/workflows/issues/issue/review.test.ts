/** The review of all groups, one fix, the reset, and the record in the tracker. */
import { describe, expect, test } from 'vitest';
import { ok } from '../../../failure/failure.ts';
import { settings } from '../testing/jobs.ts';
import {
  agentIn,
  argsIn,
  checkIn,
  created,
  current,
  evidence,
  failing,
  finished,
  green,
  made,
  person,
  questionIn,
  red,
  reset,
  reviewed,
  scoped,
  takenOut,
  toReview,
  toWorker,
  unchanged,
  walkIssue,
  worked,
  written,
} from '../testing/rounds.ts';
import { issueWork } from './machine.ts';

const alone = { settings: { ...settings, attended: [] } };
const done = [...toWorker(), ...made()];
const passed = [...done, ...toReview, reviewed('PASS'), evidence()];

test('I-41 I-42 all files since the commit before the issue are mapped, and all invariants are checked', () => {
  expect(argsIn(issueWork, walkIssue({}, ...done), 'scope-review')).toEqual({ base: 'b0', head: 'd1' });
  expect(checkIn(issueWork, walkIssue({}, ...done, scoped()))).toMatchObject({ command: 'npm run sums', commit: 'd1' });
  expect(agentIn(issueWork, walkIssue({}, ...done, ...toReview))).toMatchObject({
    role: 'issues.reviewer',
    input: { scope: 'issue', invariants: [{ id: 'app/core#INV-2' }], facts: ['tier1: PASS'] },
  });
});

test('I-43 IO-16 the second tier stops at its first red command', () => {
  const tiers = scoped({ tier1: ['npm run one', 'npm run two'] });
  const state = walkIssue({}, ...done, tiers, green, red);
  expect(state).toMatchObject({ at: 'reviewing', tier1: 'FAIL', red: [{ command: 'npm run one' }] });
});

test('I-45 a red second tier is a warning, unless it blocks', () => {
  const tier = [...done, scoped(), green, red, reviewed('PASS'), evidence()];
  expect(walkIssue({}, ...tier)).toMatchObject({
    at: 'commenting-success',
    reviewed: { tier1: 'FAIL', warnings: ['tier1 is red'] },
  });
  expect(walkIssue({ settings: { ...settings, tier1Blocks: true } }, ...tier)).toMatchObject({
    at: 'working',
    fault: { is: 'review' },
  });
});

test('I-49 I-50 I-77 a success is commented with its facts, then the status is set', () => {
  const commenting = walkIssue({}, ...passed);
  expect(argsIn(issueWork, commenting, 'comment-issue')).toMatchObject({
    issue: 'APP-1',
    body: [
      'Completed in iteration 1.',
      'Files changed: 1 (src/a.ts)',
      'Change groups: 1/1',
      'Invariants: 2/2 verified',
      'Tests: tier0 PASS, tier1 PASS',
      'Commits: d1',
    ].join('\n'),
  });
  const finishing = walkIssue({}, ...passed, written);
  expect(argsIn(issueWork, finishing, 'finish-issue')).toMatchObject({ issue: 'APP-1', scope: { doneStatus: 'Done' } });
  expect(walkIssue({}, ...passed, written, finished)).toMatchObject({ at: 'completed', commits: ['d1'] });
});

test('I-51 each spec gap becomes an issue, once', () => {
  const gap = { subsystem: 'app/core', description: 'no unit of money' };
  const found = [...done, ...toReview, reviewed('PASS', { gaps: [gap, gap] }), evidence(), written, finished];
  const creating = walkIssue({}, ...found);
  expect(argsIn(issueWork, creating, 'create-issue')).toMatchObject({ title: 'Spec gap: no unit of money' });
  expect(walkIssue({}, ...found, created)).toMatchObject({ at: 'completed', opened: ['APP-9'] });
  const known = { created: ok({ issue: 'APP-7', isNew: false }) };
  expect(walkIssue({}, ...found, known), 'an open issue of a person has the title').not.toHaveProperty('opened');
});

describe('a review that fails', () => {
  const failed = (isFixable: boolean) => [...done, ...toReview, reviewed('FAIL', { isFixable }), evidence()];

  test('I-44 I-46 is fixed once in a group of its own, and reviewed again', () => {
    const fixing = walkIssue({}, ...failed(true));
    expect(agentIn(issueWork, fixing)).toMatchObject({
      role: 'issues.worker',
      input: { n: 2, of: 2, files: ['src/a.ts'], fault: expect.stringContaining('INV-2') },
    });
    const again = walkIssue(
      {},
      ...failed(true),
      ...made('d2'),
      ...toReview,
      reviewed('FAIL', { isFixable: true }),
      evidence(),
    );
    expect(again).toMatchObject({ at: 'resetting' });
    expect(walkIssue({}, ...failed(true), ...made('d2'), ...toReview, reviewed('PASS'), evidence()).at).toBe(
      'commenting-success',
    );
  });

  test('I-47 I-48 I-68 and cannot be fixed is reset to the recorded commit, with its own commits', () => {
    expect(argsIn(issueWork, walkIssue({}, ...failed(false)), 'reset-issue')).toMatchObject({
      to: 'b0',
      own: ['d1'],
      lane: { base: 'd1' },
    });
  });

  test('a fix that fails is no reason for a second one', () => {
    const twice = [worked(), current, { ...unchanged, saved: ok({ commit: 'd1', isUnchanged: true }) }];
    const state = walkIssue({}, ...failed(true), ...twice, ...twice, takenOut(null));
    expect(state).toMatchObject({
      at: 'resetting',
      failure: { reason: expect.stringContaining('the fix of the review failed') },
    });
  });

  test('I-52 I-53 I-78 is explained, and the status stays', () => {
    const commenting = walkIssue({}, ...failed(false), reset());
    expect(argsIn(issueWork, commenting, 'comment-issue')).toMatchObject({
      body: expect.stringMatching(
        /^Failed in iteration 1\.\nFailure type: structural\nReason: .*INV-2.*\nChange groups completed: 1\/1\nPartial work: refs\/harness\/kept\/r\/2\nRequires manual intervention\.$/,
      ),
    });
    expect(walkIssue({}, ...failed(false), reset(), written)).toMatchObject({ at: 'gave-up' });
  });

  const foreign = reset({ is: 'foreign', commits: ['o1'], files: ['notes.md'] });

  test('asks before it resets the work of others, and keeps it unless a person agrees', () => {
    const asking = walkIssue({}, ...failed(false), foreign);
    expect(questionIn(issueWork, asking)).toMatchObject({
      header: 'Reset',
      choices: ['Reset', 'Keep', 'Stop'],
      params: { commits: 'o1', files: 'notes.md' },
    });
    const agreed = walkIssue({}, ...failed(false), foreign, person('Reset'));
    expect(argsIn(issueWork, agreed, 'reset-issue')).toMatchObject({
      despite: { commits: ['o1'], files: ['notes.md'] },
    });
    const kept = walkIssue({}, ...failed(false), foreign, person('Keep'));
    expect(argsIn(issueWork, kept, 'comment-issue')).toMatchObject({
      body: expect.stringContaining('Partial work: commit d1'),
    });
    expect(walkIssue({}, ...failed(false), foreign, person('Stop'), written).at).toBe('paused');
  });

  test('if no person can answer, the pause is commented before the question waits', () => {
    const pausing = walkIssue(alone, ...failed(false), foreign);
    expect(pausing.at).toBe('commenting-pause');
    expect(walkIssue(alone, ...failed(false), foreign, written).at).toBe('asking-reset');
  });
});

test('IO-02 I-68 a review that cannot be read undoes the issue, and another start may succeed', () => {
  const unread = [...done, ...toReview, failing('reviewed', 'agent.schema')];
  expect(argsIn(issueWork, walkIssue({}, ...unread), 'reset-issue')).toMatchObject({ to: 'b0', own: ['d1'] });
  expect(argsIn(issueWork, walkIssue({}, ...unread, reset()), 'comment-issue')).toMatchObject({
    body: expect.stringMatching(
      /Failure type: retryable\nReason: the review failed: the answer of the reviewer could not be read/,
    ),
  });
  const broke = walkIssue({}, ...done, ...toReview, failing('reviewed', 'budget.cap-reached'));
  expect(broke, 'the next start reviews again').toMatchObject({ at: 'failed' });
});

describe('IO-01 three warnings', () => {
  const warned = [...done, ...toReview, reviewed('PASS_WITH_WARNINGS', { warnings: ['a', 'b', 'c'] }), evidence()];

  test('are a question: accept, revert or stop', () => {
    expect(questionIn(issueWork, walkIssue({}, ...warned))).toMatchObject({
      header: 'Warnings',
      choices: ['accept', 'revert', 'stop'],
      params: { count: 3 },
    });
    expect(walkIssue({}, ...warned, person('accept')).at).toBe('commenting-success');
    expect(walkIssue({}, ...warned, person('revert')).at).toBe('resetting');
    expect(walkIssue({}, ...warned, person('stop')).at).toBe('commenting-pause');
  });

  test('I-45 two of them are only told', () => {
    const two = [...done, ...toReview, reviewed('PASS_WITH_WARNINGS', { warnings: ['a', 'b'] }), evidence()];
    expect(argsIn(issueWork, walkIssue({}, ...two), 'comment-issue')).toMatchObject({
      body: expect.stringContaining('\nWarnings: a; b\n'),
    });
  });
});

test('Id-04 the review covers the committed groups without the others, and says so', () => {
  const twice = [worked(), current, unchanged, worked(), current, unchanged, takenOut(null)];
  const state = walkIssue({}, ...toWorker(2), ...twice, ...made(), ...toReview, reviewed('PASS'), evidence());
  expect(argsIn(issueWork, state, 'comment-issue')).toMatchObject({
    body: expect.stringMatching(/Change groups: 1\/2\n.*\n.*\nWarnings: change group 1 was not made \(failed\)/),
  });
});

test('the work stays if a person closes or deletes the issue during it', () => {
  const gone = { commented: ok({ is: 'changed', how: 'gone' }) };
  const closed = { finished: ok({ is: 'changed', how: 'closed' }) };
  expect(walkIssue({}, ...passed, gone, closed).at).toBe('completed');
});
