/** One change group: its gates, one more try, and its way out of the checkout. */
import { describe, expect, test } from 'vitest';
import { ok } from '../../../failure/failure.ts';
import { sampleArtifact } from '../../../journal/artifact.ts';
import { reason } from '../../../trust/reason.ts';
import { settings } from '../testing/jobs.ts';
import {
  agentIn,
  argsIn,
  checkIn,
  committed,
  created,
  current,
  evidence,
  failing,
  green,
  hooksGreen,
  inspected,
  late,
  linesAfter,
  made,
  moved,
  person,
  proof,
  proofIn,
  questionIn,
  type Round,
  red,
  reviewed,
  saved,
  takenOut,
  toCommit,
  toWorker,
  unchanged,
  walkIssue,
  worked,
  written,
} from '../testing/rounds.ts';
import { issueWork } from './machine.ts';

const alone = { settings: { ...settings, attended: [] } };
const begun = [...toWorker(), worked(), current, saved()];

test('I-30 I-34 the commands of invariants and the first tier run on the saved files, in a clean room', () => {
  const first = checkIn(issueWork, walkIssue({}, ...begun, inspected()));
  const second = checkIn(issueWork, walkIssue({}, ...begun, inspected(), green));
  expect([first, second]).toMatchObject([
    { command: 'npm run sums', commit: 'c1' },
    { command: 'npm test', commit: 'c1', after: ['npm run sums'] },
  ]);
});

test('files without a test tier are tested by the configured checks', () => {
  const none = { ...settings, checks: ['npm run check'] };
  const groups = [{ files: ['x'], subsystems: [], invariants: [], tier0: [] }];
  const resolved: Round = { resolved: ok({ is: 'resolved', subsystems: [], groups, warnings: [] }) };
  const work = [...toWorker().slice(0, 3), resolved, worked(), current, saved(), inspected()];
  expect(checkIn(issueWork, walkIssue({ settings: none }, ...work)).command).toBe('npm run check');
});

test('I-33 only invariants without a command are judged, and their evidence is checked in the commit', () => {
  const judging = [...begun, inspected(), green, green];
  expect(agentIn(issueWork, walkIssue({}, ...judging))).toMatchObject({
    role: 'issues.reviewer',
    input: { scope: 'group', invariants: [{ id: 'app/core#INV-2' }] },
  });
  expect(argsIn(issueWork, walkIssue({}, ...judging, reviewed('PASS')), 'check-evidence')).toEqual({
    commit: 'c1',
    claims: [{ id: 'app/core#INV-2', evidence: 'src/a.ts:1 it holds' }],
  });
});

test('I-35 I-36 I-67 exactly the saved files are committed, with the message that the hooks accepted', () => {
  const hooks = walkIssue({}, ...toWorker(), worked(), current, ...toCommit().slice(0, -2));
  expect(argsIn(issueWork, hooks, 'run-commit-hooks')).toMatchObject({
    checkpoint: 'c1',
    files: ['src/a.ts'],
    message: expect.stringMatching(
      /^feat: group 1\n\nIssue: APP-1\nChange-Group: 1\/1\nSubsystems: app\/core\nInvariants: 2\/2 verified\n\nCo-Authored-By: claude opus /,
    ),
  });
  const committing = walkIssue({}, ...toWorker(), worked(), current, ...toCommit().slice(0, -1));
  expect(argsIn(issueWork, committing, 'publish')).toMatchObject({
    checkpoint: 'c1',
    message: 'feat: add a total',
    as: 'commit',
  });
});

test('I-65 files that the hooks rewrote are checked again before the commit, and the hooks do not run twice', () => {
  const rewritten = [...toWorker(), worked(), current, ...toCommit().slice(0, -2), hooksGreen('c2', 'feat: x')];
  const checking = walkIssue({}, ...rewritten, inspected());
  expect(checkIn(issueWork, checking).commit).toBe('c2');
  const committing = walkIssue({}, ...rewritten, inspected(), green, green);
  expect(argsIn(issueWork, committing, 'publish')).toMatchObject({ checkpoint: 'c2', message: 'feat: x' });
  expect(walkIssue({}, ...rewritten, inspected(), red, green)).toMatchObject({ at: 'checking', rerunsLeft: 0 });
});

describe('a red group is tried once more', () => {
  const twice: readonly (readonly [string, readonly Round[], RegExp])[] = [
    ['without a change', [worked(), current, unchanged], /no file was changed/i],
    ['I-66 with a change outside of its files', [worked(), current, saved(), inspected(['README.md'])], /README\.md/],
    ['with a weakened test', [worked(), current, saved(), inspected([], ['test/a.test.ts'])], /test\/a\.test\.ts/],
    [
      'with a check that does not finish',
      [worked(), current, saved(), inspected(), green, late],
      /npm test did not finish in time/,
    ],
    [
      'with a refused invariant',
      [worked(), current, saved(), inspected(), green, green, reviewed('FAIL'), evidence()],
      /INV-2/,
    ],
    [
      'with evidence that does not exist',
      [worked(), current, saved(), inspected(), green, green, reviewed('PASS'), evidence('app/core#INV-2')],
      /INV-2/,
    ],
    [
      'without a witness',
      [...toCommit().slice(0, 6), proof({ at: 'back', reasons: [reason('no-test')] })].toSpliced(
        0,
        0,
        worked(),
        current,
      ),
      /no witness/,
    ],
    [
      'I-65 with a red commit hook',
      [
        worked(),
        current,
        ...toCommit().slice(0, 7),
        { hooks: ok({ is: 'red', hook: 'pre-commit', log: sampleArtifact }) },
      ],
      /pre-commit/,
    ],
    ['with a call that crashes', [failing('worked', 'agent.crash'), current, saved()], /agent\.crash/],
  ];

  test.each(twice)('I-37 I-38 %s, then it leaves the checkout', (_, attempt, summary) => {
    const second = walkIssue({}, ...toWorker(), ...attempt);
    expect(second).toMatchObject({ at: 'working', attempt: 2 });
    const out = walkIssue({}, ...toWorker(), ...attempt, ...attempt);
    expect(out).toMatchObject({ at: 'taking-out', end: { is: 'failed', because: expect.stringMatching(summary) } });
    expect(argsIn(issueWork, out, 'take-out-group')).toMatchObject({ lane: { base: 'b0' } });
  });

  test('the second try gets the reason as data', () => {
    const state = walkIssue({}, ...toWorker(), worked(), current, saved(), inspected(['README.md']));
    expect(agentIn(issueWork, state).input).toMatchObject({ fault: expect.stringContaining('README.md') });
  });

  test('IO-02 a red check is first repeated without a change, because it may be flaky', () => {
    const repeated = walkIssue({}, ...begun, inspected(), red, green);
    expect(checkIn(issueWork, repeated)).toMatchObject({ command: 'npm run sums', after: ['npm test'] });
    expect(walkIssue({}, ...begun, inspected(), red, green, green).at).toBe('judging');
    expect(walkIssue({}, ...begun, inspected(), red, green, red)).toMatchObject({ at: 'working', attempt: 2 });
  });
});

test('I-38 IO-01 the loop continues with the next group; if none is committed, the issue failed', () => {
  const twice = [worked(), current, unchanged, worked(), current, unchanged, takenOut(null)];
  expect(walkIssue({}, ...toWorker(2), ...twice)).toMatchObject({ at: 'working', attempt: 1, record: { ends: [{}] } });
  const all = walkIssue({}, ...toWorker(2), ...twice, ...twice);
  expect(all).toMatchObject({ at: 'commenting-failure', failure: { type: 'structural' } });
  const crash = [failing('worked', 'agent.crash'), current, saved()];
  const transient = walkIssue({}, ...toWorker(), ...crash, ...crash, takenOut());
  expect(transient).toMatchObject({ at: 'commenting-failure', failure: { type: 'retryable' } });
});

describe('a group that the worker calls blocked', () => {
  const blocked = [worked({ blocked: 'Which currency?' }), current, saved(), takenOut()];

  test('I-39 is skipped if no person can be asked, and the issue too if nothing else is committed', () => {
    expect(walkIssue(alone, ...toWorker(2), ...blocked).at).toBe('working');
    expect(walkIssue(alone, ...toWorker(), ...blocked)).toMatchObject({
      at: 'commenting-blocked',
      questions: ['Which currency?'],
    });
  });

  test('I-72 is asked about, and the rest is planned again with the note', () => {
    const asking = walkIssue({}, ...toWorker(2), ...made(), ...blocked);
    expect(questionIn(issueWork, asking)).toMatchObject({
      header: 'Blocked',
      params: { questions: 'Which currency?' },
    });
    const again = walkIssue({}, ...toWorker(2), ...made(), ...blocked, person('go on', 'Euro'), toWorker()[1] ?? {});
    expect(agentIn(issueWork, again).input).toMatchObject({
      notes: ['Euro'],
      finished: [{ title: 'group 1', commit: 'd1' }],
    });
    expect(walkIssue({}, ...toWorker(2), ...made(), ...blocked, person('skip')).at).toBe('scoping');
  });

  test('IO-02 opens an issue if a dependency is missing', () => {
    const missing = [worked({ blocked: 'missing dependency: a parser' }), current, saved(), takenOut()];
    const opening = walkIssue({}, ...toWorker(2), ...missing);
    expect(argsIn(issueWork, opening, 'create-issue')).toMatchObject({ title: 'Missing dependency: a parser' });
    expect(walkIssue({}, ...toWorker(2), ...missing, created).at).toBe('working');
  });
});

test('I-32 friction of the worker is kept', () => {
  const state = walkIssue({}, ...toWorker(), worked({ friction: ['slow tests'] }), current, saved());
  expect(state).toMatchObject({ record: { friction: ['slow tests'] } });
});

test('I-63 IO-06 a full context keeps finished groups, and the next start begins the same group again', () => {
  const full = [...toWorker(2), ...made(), failing('worked', 'agent.context'), current, saved('c9'), takenOut()];
  const pausing = walkIssue({}, ...full);
  expect(argsIn(issueWork, pausing, 'comment-issue')).toMatchObject({
    body: expect.stringMatching(/Change groups completed: 1\/2\nCommits: d1\nRemaining: group 2/),
  });
  const paused = walkIssue({}, ...full, written);
  if (paused.at !== 'paused' || paused.record === null) throw new Error(paused.at);
  const resumed = walkIssue({ progress: paused.record }, { opened: ok({ path: '.', branch: 'main', base: 'd1' }) });
  expect(resumed).toMatchObject({ at: 'working', attempt: 1, checkpoint: 'd1', record: { before: 'b0' } });
  expect(agentIn(issueWork, resumed).input).toMatchObject({ n: 2, of: 2, title: 'group 2' });
});

test('commits of others: the group is checked again on top of them, but not without end', () => {
  const synced = { synced: ok({ is: 'brought', lane: { path: '.', branch: 'main', base: 'o1' }, checkpoint: 'c5' }) };
  const again = [moved, synced];
  const first = walkIssue({}, ...toWorker(), worked(), current, ...toCommit().slice(0, -1), ...again);
  expect(first).toMatchObject({ at: 'inspecting', checkpoint: 'c5', lane: { base: 'o1' } });
  const round = [...toCommit().slice(1, -2), hooksGreen('c5')];
  const third = walkIssue(
    {},
    ...toWorker(),
    worked(),
    current,
    ...toCommit().slice(0, -1),
    ...again,
    ...round,
    ...again,
    ...round,
    moved,
  );
  expect(third).toMatchObject({ at: 'failed', because: { code: 'git.branch-moved' } });
});

test('a group leaves on top of the commits of others', () => {
  const out = [worked({ blocked: 'Which?' }), current, saved(), failing('out', 'git.branch-moved')];
  const synced = { synced: ok({ is: 'brought', lane: { path: '.', branch: 'main', base: 'o1' }, checkpoint: 'c5' }) };
  expect(walkIssue({}, ...toWorker(), ...out)).toMatchObject({ at: 'syncing-out' });
  const state = walkIssue({}, ...toWorker(), ...out, synced);
  expect(argsIn(issueWork, state, 'take-out-group')).toMatchObject({ lane: { base: 'o1' }, checkpoint: 'c5' });
});

test('an interrupted worker is called again from the saved files, and what it wrote is kept', () => {
  const restoring = walkIssue({}, ...toWorker(), failing('worked', 'agent.aborted'));
  expect(argsIn(issueWork, restoring, 'open')).toMatchObject({ base: 'main', saved: null, stays: false });
});

test('a proof is asked about the second time, and a person may stop the loop there', () => {
  const back = proof({ at: 'back', reasons: [reason('no-test')] });
  const second = [worked(), current, ...toCommit().slice(0, 6), back, worked(), current, ...toCommit().slice(0, 6)];
  const proving = walkIssue({}, ...toWorker(), ...second);
  expect(proving).toMatchObject({ at: 'proving', isReturned: true });
  expect(walkIssue({}, ...toWorker(), ...second, proof({ at: 'stopped' }), takenOut()).at).toBe('commenting-pause');
  const accepted = proof({ at: 'proved', by: 'person', witnesses: [], without: [reason('no-test')] });
  expect(walkIssue({}, ...toWorker(), ...second, accepted)).toMatchObject({
    record: { warnings: ['group 1: accepted without a witness'] },
  });
});

test('IO-06 the proof comments the pause if no person can answer it, and asks at once if one can', () => {
  const before = [...toWorker(2), ...made(), worked(), current, ...toCommit().slice(0, 6)];
  const jobOf = (job: Parameters<typeof walkIssue>[0]) => proofIn(issueWork, walkIssue(job, ...before));
  expect(jobOf(alone).pause).toMatchObject({
    questions: ['promise', 'witness'],
    comment: { issue: 'APP-1', body: expect.stringMatching(/completed: 1\/2\nCommits: d1\nRemaining: group 2/) },
  });
  const script = { settings: { ...settings, attended: ['witness', 'blocked'] } };
  expect(jobOf(script).pause).toMatchObject({ questions: ['promise'] });
  expect(jobOf({})).not.toHaveProperty('pause');
});

test('Id-03 the second group is numbered on, and starts from the commit of the first', () => {
  const hooks = walkIssue({}, ...toWorker(2), ...made(), worked(), current, ...toCommit().slice(0, -2));
  expect(argsIn(issueWork, hooks, 'run-commit-hooks')).toMatchObject({
    lane: { base: 'd1' },
    message: expect.stringContaining('Change-Group: 2/2'),
  });
  expect(
    walkIssue(
      {},
      ...toWorker(2),
      ...made(),
      worked(),
      current,
      ...toCommit().slice(0, -2),
      hooksGreen(),
      committed('d2'),
    ),
  ).toMatchObject({ at: 'scoping', record: { ends: [{ commit: 'd1' }, { commit: 'd2' }] } });
});

test('the output names the commit with an edit of a person that looks like one of the worker', () => {
  expect(linesAfter({}, ...begun, inspected(['README.md']))).toEqual([
    'change group 1 is tried once more: files outside of the group were changed: README.md',
    'if you changed one of them, your version is kept: git restore --source=c1 <file>',
  ]);
});

test('IO-02 a group that the reviewer cannot judge leaves the checkout, and the next group follows', () => {
  const unread = [inspected(), green, green, failing('reviewed', 'agent.schema')];
  const out = walkIssue({}, ...toWorker(2), ...begun.slice(toWorker().length), ...unread);
  expect(out).toMatchObject({ at: 'taking-out', end: { is: 'failed', isTransient: true } });
  const next = walkIssue({}, ...toWorker(2), ...begun.slice(toWorker().length), ...unread, takenOut());
  expect(agentIn(issueWork, next)).toMatchObject({ role: 'issues.worker', input: { n: 2 } });
  const alone = walkIssue({}, ...begun, ...unread, takenOut());
  expect(argsIn(issueWork, alone, 'comment-issue')).toMatchObject({
    body: expect.stringMatching(/Failure type: retryable\nReason: .*the answer of the reviewer could not be read/),
  });
});

test('I-79 the group report has its heading, and a line per invariant', () => {
  expect(linesAfter({}, ...begun, inspected(), green, green, reviewed('PASS'), evidence())).toEqual([
    'Invariant Check — Group 1:',
    '- [PASS] app/core#INV-1 — `npm run sums`',
    '- [PASS] app/core#INV-2 — src/a.ts:1 it holds',
  ]);
  const failed = linesAfter({}, ...begun, inspected(), green, green, reviewed('FAIL'), evidence());
  expect(failed).toContain('- [FAIL] app/core#INV-2 — src/a.ts:1 it holds');
});

test('I-70 the issue explains that a person ended the run, with its commits, and the group leaves the checkout', () => {
  const released = issueWork.release(walkIssue({}, ...toWorker(2), ...made()));
  expect(released).toMatchObject({
    out: { input: { op: 'take-out-group' } },
    told: {
      input: { args: { body: expect.stringMatching(/Change groups completed: 1\/2\nPartial work: commit d1\n/) } },
    },
  });
  expect(issueWork.release(walkIssue({}))).toMatchObject({ told: { input: { op: 'comment-issue' } } });
});

test('a commit that a person makes during the call is no change of the group', () => {
  const synced = { synced: ok({ is: 'brought', lane: { path: '.', branch: 'main', base: 'p1' }, checkpoint: 'c7' }) };
  const saving = walkIssue({}, ...toWorker(), worked(), synced);
  expect(argsIn(issueWork, saving, 'save')).toMatchObject({ lane: { base: 'p1' }, before: 'p1' });
  expect(walkIssue({}, ...toWorker(), worked(), failing('synced', 'git.branch-moved'))).toMatchObject({ at: 'failed' });
});
