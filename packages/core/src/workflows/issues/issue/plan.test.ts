/** Planning: the specs first, one correction, and questions instead of guesses. */
import { describe, expect, test } from 'vitest';
import { ok } from '../../../failure/failure.ts';
import { sampleArtifact } from '../../../journal/artifact.ts';
import { issueJob, lane, settings } from '../testing/jobs.ts';
import {
  agentIn,
  argsIn,
  current,
  failing,
  group,
  indexed,
  made,
  opened,
  person,
  planned,
  plannerBlocked,
  promptIn,
  questionIn,
  resolved,
  saved,
  takenOut,
  toWorker,
  unresolved,
  walkIssue,
  worked,
  written,
} from '../testing/rounds.ts';
import { issueWork } from './machine.ts';

const alone = { settings: { ...settings, attended: [] } };

test('I-22 I-24 the specs of the commit are read before the planner, which works inside the run', () => {
  const indexing = walkIssue({}, opened);
  expect(argsIn(issueWork, indexing, 'index-subsystems')).toEqual({ commit: 'b0', issue: issueJob.issue.text });
  const { role, input } = agentIn(issueWork, walkIssue({}, opened, indexed));
  expect(role).toBe('issues.planner');
  expect(input).toMatchObject({ issue: 'APP-1', specs: sampleArtifact, problems: [], notes: [] });
});

test('I-27 I-40 the plan is resolved against the same commit, which is recorded for a reset', () => {
  const resolving = walkIssue({}, opened, indexed, planned(group({ invariants: ['INV-1'] })));
  expect(argsIn(issueWork, resolving, 'resolve-plan')).toMatchObject({
    commit: 'b0',
    groups: [{ files: ['src/a.ts'], invariants: ['INV-1'] }],
  });
  expect(walkIssue({}, ...toWorker())).toMatchObject({ at: 'working', record: { before: 'b0', ends: [] } });
});

test('I-28 I-31 warnings of the specs become risks, and skills reach the worker', () => {
  const working = walkIssue({}, opened, indexed, planned(group()), resolved(1, ['src/a.ts was fixed last week']));
  expect(working).toMatchObject({ record: { plan: { risks: ['src/a.ts was fixed last week'] } } });
  expect(agentIn(issueWork, working)).toMatchObject({
    role: 'issues.worker',
    input: { skills: ['money'], n: 1, of: 1 },
  });
});

test('a plan that does not fit is corrected once, then the issue fails without a commit', () => {
  const [plan, problems] = [planned(group()), unresolved('no subsystem app/x')];
  const again = walkIssue({}, opened, indexed, plan, problems);
  expect(agentIn(issueWork, again).input).toMatchObject({ problems: ['no subsystem app/x'] });
  const failed = walkIssue({}, opened, indexed, plan, problems, plan, problems);
  expect(failed).toMatchObject({ at: 'commenting-failure', failure: { type: 'structural' } });
  expect(argsIn(issueWork, failed, 'comment-issue')).toMatchObject({
    body: expect.stringContaining('the plan does not fit the subsystems: no subsystem app/x'),
  });
});

describe('I-72 a blocked plan', () => {
  const blocked = [opened, indexed, plannerBlocked('Which file?')];

  test('IO-03 is skipped with its questions if no person can be asked', () => {
    const commenting = walkIssue(alone, ...blocked);
    expect(argsIn(issueWork, commenting, 'comment-issue')).toMatchObject({
      issue: 'APP-1',
      body: expect.stringContaining('1. Which file?'),
    });
    expect(walkIssue(alone, ...blocked, written)).toEqual({ at: 'skipped', friction: [] });
  });

  test('is asked about, and the note of a person reaches the planner as data', () => {
    const asking = walkIssue({}, ...blocked);
    expect(questionIn(issueWork, asking)).toMatchObject({
      header: 'Blocked',
      choices: ['go on', 'skip', 'stop'],
      params: { questions: 'Which file?' },
    });
    const again = walkIssue({}, ...blocked, person('go on', 'the new one'), indexed);
    expect(agentIn(issueWork, again).input).toMatchObject({ notes: ['the new one'] });
    expect(walkIssue({}, ...blocked, person('skip'), written).at).toBe('skipped');
    expect(walkIssue({}, ...blocked, person('stop'), written)).toMatchObject({ at: 'paused', record: { plan: null } });
  });

  test('is planned at most three times more: then a person can only skip or stop', () => {
    const again = [person('go on', 'x'), indexed, plannerBlocked('Which file?')];
    const asking = walkIssue({}, ...blocked, ...again, ...again, ...again);
    expect(questionIn(issueWork, asking).choices).toEqual(['skip', 'stop']);
  });
});

test('I-63 a full context of the planner pauses the issue', () => {
  const full = [opened, indexed, failing('planned', 'agent.context')];
  expect(walkIssue({}, ...full).at).toBe('commenting-pause');
  expect(walkIssue({}, ...full, written).at).toBe('paused');
});

describe('a planner without a plan', () => {
  const unread = [opened, indexed, failing('planned', 'agent.schema')];

  test('IO-02 I-52 fails its issue, with a comment, if its answer cannot be read', () => {
    const commenting = walkIssue({}, ...unread);
    expect(commenting).toMatchObject({ at: 'commenting-failure', failure: { type: 'retryable' } });
    expect(argsIn(issueWork, commenting, 'comment-issue')).toMatchObject({
      body: expect.stringMatching(/Failure type: retryable\nReason: the answer of the planner could not be read/),
    });
    expect(walkIssue({}, ...unread, written)).toMatchObject({ at: 'gave-up' });
    expect(walkIssue({}, opened, indexed, failing('planned', 'agent.timeout'))).toMatchObject({
      failure: { reason: 'the planner ended without an answer (agent.timeout)' },
    });
  });

  test('undoes the commits of an earlier plan', () => {
    const blocked = [worked({ blocked: 'Which?' }), current, saved(), takenOut(), person('go on'), indexed];
    const again = walkIssue({}, ...toWorker(2), ...made(), ...blocked, failing('planned', 'agent.schema'));
    expect(again).toMatchObject({ at: 'resetting', failure: { type: 'retryable' } });
  });

  test.each(['agent.network', 'agent.overloaded', 'agent.auth', 'agent.startup', 'budget.cap-reached'] as const)(
    'ends the loop with %s, which every issue would have',
    (code) => {
      expect(walkIssue({}, opened, indexed, failing('planned', code))).toMatchObject({ at: 'failed' });
    },
  );
});

test('files with changes of a person are named to the planner, and are never saved', () => {
  const dirty = { opened: ok({ ...lane, files: 'f1' }) };
  const survey = { survey: ok({ changed: ['notes.md'], outside: ['notes.md'], diff: sampleArtifact }) };
  expect(agentIn(issueWork, walkIssue({}, dirty, survey, indexed)).input).toMatchObject({ foreign: ['notes.md'] });
  const saving = walkIssue(
    {},
    dirty,
    survey,
    ...toWorker().slice(1),
    {
      worked: ok({ friction: [], blocked: null, said: '' }),
    },
    current,
  );
  expect(argsIn(issueWork, saving, 'save')).toMatchObject({ foreign: ['notes.md'] });
});

test('I-23 I-25 I-26 the planner reads the full specs before the issue, and source only inside the blast radius', () => {
  const specs = { specs: ok({ index: { path: 'specs', sha256: '', bytes: 0 }, count: 1 }) };
  const prompt = promptIn(issueWork, walkIssue({}, opened, specs));
  expect(prompt.indexOf('text of specs')).toBeGreaterThan(prompt.indexOf('Read the specs first'));
  expect(prompt.indexOf('text of specs')).toBeLessThan(prompt.indexOf(`text of ${issueJob.issue.text.path}`));
  expect(prompt).toContain('Read source only after that, and only files of the subsystems that the change can reach.');
  expect(prompt).toContain('Find the goal, the acceptance criteria and the constraints in the issue.');
});

test('I-29 I-80 the plan is no file and no command: it is an answer that stays in the run', () => {
  const working = walkIssue({}, ...toWorker());
  expect(working).toMatchObject({ record: { plan: { goal: 'a total', groups: [{ title: 'group 1' }] } } });
  expect(agentIn(issueWork, working).input).toMatchObject({ goal: 'a total', changes: 'adds total()' });
  expect(promptIn(issueWork, working)).not.toMatch(/\/(?:plan|work|review)\b/);
});

test('I-03 I-14 I-64 the protocol is in the instructions: gates, taxonomy, commits, no tool of the tracker', () => {
  const worker = promptIn(issueWork, walkIssue({}, ...toWorker()));
  for (const rule of [
    'Keep every invariant',
    'Do not commit, reset, push',
    'Change only the files',
    'BLOCKED: missing dependency',
  ])
    expect(worker).toContain(rule);
  expect(worker).toContain('You cannot reach the tracker');
});
