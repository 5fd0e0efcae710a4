/** Tests the session that is computed from journals: its state, decisions, history and retries. */
import { describe, expect, test } from 'vitest';
import { sessionDocumentText } from '../../sessions/session-document.ts';
import { listFindings } from '../../views/findings.ts';
import { phaseReports } from './record/reports.ts';
import { sessionSummary } from './record/summary.ts';
import { autopilotJob } from './testing/jobs.ts';
import { oneTask } from './testing/one-task.ts';
import { type ChosenAnswers, rehearse, wait } from './testing/rehearsal.ts';
import { type SessionView, sessionView } from './view.ts';

function viewOf(chosen: ChosenAnswers = {}, job = autopilotJob): SessionView {
  const view = sessionView(rehearse(job, { ...oneTask, ...chosen }));
  if (!view) throw new Error('the session is not open');
  return view;
}

const finding = (title: string) => ({
  file: 'src/a.ts',
  line: 3,
  severity: 'critical' as const,
  title,
  rationale: 'it leaks',
});

test('A-12 A-71 A-97 a session that is done has its history, its automatic approvals and DONE', () => {
  const { document, phases } = viewOf();
  expect(document).toMatchObject({
    currentState: 'DONE',
    currentPhase: 1,
    startingCommit: 'b0',
    sessionDir: '.harness/sessions/spec/',
    finalReview: { status: 'passed', findings: [], retryCount: 0 },
    retryBudget: { maxAttempts: 3, currentTask: null },
  });
  expect(document.phases.map(({ status }) => status)).toEqual(['complete', 'complete']);
  expect(document.history).toMatchObject([
    { phase: 0, name: 'Core', tasksCompleted: 1, retriesUsed: 0, verificationPassed: true, integrationPassed: true },
    { phase: 1, name: 'Report' },
  ]);
  expect(document.decisions.map(({ phase, decision, signals }) => [phase, decision, signals?.taskCount])).toEqual([
    [0, 'auto_approved_plan', 1],
    [1, 'auto_approved_plan', 1],
  ]);
  expect(phases[0]?.startedAtMs).toBeLessThan(phases[0]?.endedAtMs ?? 0);
});

test('A-21 A-23 A-33 a fresh state has version 5, ASSESS, the first phase, and the stored flags', () => {
  const settings = { ...autopilotJob.settings, reviewPlans: true };
  const { document } = viewOf({ 'assess-phase': [wait] }, { ...autopilotJob, settings });
  expect(JSON.parse(sessionDocumentText(document))).toMatchObject({
    schemaVersion: 5,
    currentState: 'ASSESS',
    currentPhase: 0,
    reviewPlans: true,
    rigorLevel: 'standard',
    phases: [
      { name: 'Core', complexity: 'low', status: 'pending' },
      { name: 'Report', complexity: 'medium', status: 'pending' },
    ],
  });
  expect(viewOf({ 'autopilot.planner': [wait] }).document.currentState).toBe('PLAN');
});

describe('A-13 the state of a session that waits', () => {
  test.each<readonly [string, ChosenAnswers, readonly [string, number, string]]>([
    ['the plan', { Plan: [wait], 'read-plan': [withConcern()] }, ['APPROVE_PLAN', 0, 'awaiting_approval']],
    ['the executor', { 'autopilot.executor': [wait] }, ['EXECUTE', 0, 'executing']],
    ['the verifier', { 'autopilot.verifier': [wait] }, ['VERIFY', 0, 'verifying']],
    ['the integrator', { 'autopilot.integrator': [wait] }, ['INTEGRATE', 0, 'integrating']],
    ['the reviewer', { 'autopilot.reviewer': [wait] }, ['REVIEW', 0, 'reviewing']],
    ['the next phase', { 'Next phase': [wait] }, ['PHASE_COMPLETE', 0, 'complete']],
    ['the pull request', { PR: [wait] }, ['FINAL_REVIEW', 1, 'complete']],
  ])('for %s', (_, chosen, [state, phase, status]) => {
    const { document } = viewOf(chosen);
    expect([document.currentState, document.currentPhase, document.phases[phase]?.status]).toEqual([
      state,
      phase,
      status,
    ]);
  });
});

function withConcern() {
  return { ...(oneTask['read-plan']?.[0] as object), concerns: ['no tests'] };
}

test('A-33 AO-08 a phase of high complexity without a plan is PLAN, and says where the plan belongs', () => {
  const survey = {
    assessment: {
      raisedTo: 'high',
      reasons: ['blast-radius'],
      blastRadius: { modules: 20, files: [] },
      failures: null,
      cml: null,
      pesl: null,
    },
    planPath: null,
    newPlanPath: 'docs/plans/today-core-plan.md',
  };
  const { document, phases } = viewOf({ 'assess-phase': [survey] });
  expect(document).toMatchObject({ currentState: 'PLAN', currentPhase: 0, decisions: [] });
  expect(phases[0]).toMatchObject({
    status: 'awaiting_plan',
    complexity: 'low',
    awaitedPlan: 'docs/plans/today-core-plan.md',
    assessment: { raisedTo: 'high' },
  });
});

test('A-68 show lists the findings of reviews: fixed, overridden and left as a follow-up', () => {
  const nit = { ...finding('A nit'), severity: 'suggestion' as const };
  const found = (...findings: readonly object[]) => ({ findings, assessment: 'comment' });
  const tree = rehearse(autopilotJob, {
    ...oneTask,
    'autopilot.reviewer': [
      found(finding('It leaks'), nit),
      found(nit),
      found({ ...finding('It stalls'), severity: 'important' }),
      found(),
    ],
    Review: ['stop', 'fix'],
    signal: [{ name: 'command', word: 'resume' }],
  });
  expect(listFindings(tree)).toEqual([
    { file: 'src/a.ts', line: 3, severity: 'critical', text: 'It leaks', status: 'fixed' },
    { file: 'src/a.ts', line: 3, severity: 'low', text: 'A nit', status: 'follow-up' },
    { file: 'src/a.ts', line: 3, severity: 'high', text: 'It stalls', status: 'open' },
  ]);
});

test('A-97 each decision of a person is recorded with its time, phase and note', () => {
  const gap = { verdict: 'fail', gaps: [{ what: 'no test', level: 'exists', file: null }] };
  const red = { verdict: 'fail', failures: [{ taskRef: '1', issue: 'nothing calls it', fix: '' }] };
  const { document, phases, overridden } = viewOf({
    'read-plan': [withConcern()],
    Plan: ['revise', ['yes', 'fine'], 'skip phase'],
    'autopilot.verifier': [gap],
    Verification: ['skip verification'],
    'autopilot.integrator': [{ wire: red, materialize: null, update: null, adrs: [] }],
    Integration: ['skip integration'],
    'autopilot.reviewer': [{ findings: [finding('It leaks')], assessment: 'request-changes' }],
    Review: [['override', 'a known limit']],
    'Final review': [['override', 'accepted']],
  });
  const decided = document.decisions.map(({ phase, decision, note }) => [phase, decision, note]);
  expect(decided, 'A-44, A-58, A-66, A-69, A-82').toEqual([
    [0, 'revised_plan', undefined],
    [0, 'approved_plan', 'fine'],
    [0, 'skipped_verification', undefined],
    [0, 'skipped_integration', undefined],
    [0, 'overrode_review', 'a known limit'],
    [1, 'skipped_phase', undefined],
    [1, 'overrode_final_review', 'accepted'],
  ]);
  expect(document.decisions.map(({ timestamp }) => timestamp)).toEqual(
    document.decisions.map(({ timestamp }) => timestamp).toSorted(),
  );
  expect(document.decisions[1]?.signals).toMatchObject({ plannerConcerns: ['no tests'], taskThreshold: 15 });
  expect(document.phases.map(({ status }) => status)).toEqual(['complete', 'skipped']);
  expect(document.history[0]).toMatchObject({ verificationPassed: false, integrationPassed: false, reviewFindings: 1 });
  expect(phases[0]?.verification).toMatchObject({ verdict: 'fail', isSkipped: true });
  expect(document.finalReview).toMatchObject({ status: 'overridden', findings: [{ title: 'It leaks' }] });
  expect(overridden.map(({ title }) => title)).toEqual(['It leaks']);
});

test('A-75 a stop is recorded, and the session continues in the same state', () => {
  const stopped = viewOf({ 'read-plan': [withConcern()], Plan: ['stop'] });
  expect(stopped.document).toMatchObject({
    currentState: 'APPROVE_PLAN',
    phases: [{ status: 'awaiting_approval', planPath: 'docs/plans/p.md' }, { status: 'pending' }],
    decisions: [{ phase: 0, decision: 'stopped' }],
  });
  const resumed = viewOf({ 'read-plan': [withConcern()], Plan: ['stop', 'yes', 'skip phase'], signal: ['resume'] });
  expect(resumed.document.decisions.map(({ decision }) => decision)).toEqual([
    'stopped',
    'approved_plan',
    'skipped_phase',
  ]);
  expect(resumed.document.history[0]).toMatchObject({ tasksCompleted: 1 });
});

test('A-47 A-48 a passed checkpoint is recorded with its task, a decision with its option', () => {
  const segment = (kind: string, options: readonly string[]) => ({
    tasks: [{ n: 1, title: 'Choose a store' }],
    checkpoint: { kind, options },
    isLast: true,
  });
  const { document } = viewOf({
    'read-segment': [segment('human-verify', []), segment('decision', ['SQLite', 'a file'])],
    'Human verify': ['yes'],
    Decision: [['SQLite', 'we know it']],
  });
  expect(document.decisions.map(({ decision, note }) => [decision, note])).toEqual([
    ['auto_approved_plan', undefined],
    ['checkpoint_passed', 'Choose a store'],
    ['auto_approved_plan', undefined],
    ['checkpoint_decision', 'Choose a store: SQLite: we know it'],
  ]);
});

test('AO-03 A-55 the retry budget shows the attempts of a task until it is complete', () => {
  const failed = { completed: [], failed: { task: 1, error: 'it throws' }, output: '', concerns: [], learnings: [] };
  const { document } = viewOf({ 'autopilot.executor': [failed], Retries: [wait] });
  const { currentTask } = document.retryBudget;
  expect(currentTask).toMatchObject({ name: 'Add', attemptsUsed: 3 });
  expect(currentTask?.attempts.map(({ error, fix, result }) => [error, fix, result])).toEqual([
    ['it throws', 'obvious fix', 'failed'],
    ['it throws', 'related files and learnings', 'failed'],
    ['it throws', 'test output, imports and plan', 'failed'],
  ]);
  const repaired = viewOf({ 'autopilot.executor': [failed, oneTask['autopilot.executor']?.[0]] });
  expect(repaired.document.retryBudget.currentTask).toBeNull();
  expect(repaired.document.history.map(({ retriesUsed }) => retriesUsed)).toEqual([1, 0]);
});

test('A-81 A-90 a final review that is out of rounds keeps its findings and its count', () => {
  const reviewed = { findings: [finding('It leaks')], assessment: 'no' };
  const clean = { findings: [], assessment: 'yes' };
  const { document } = viewOf({
    'autopilot.reviewer': [clean, clean, reviewed],
    'Final review': ['fix'],
  });
  expect(document).toMatchObject({
    currentState: 'FINAL_REVIEW',
    finalReview: { status: 'in_progress', retryCount: 3, findings: [{ title: 'It leaks' }] },
  });
});

test('A-18 an imported session keeps what its file said, and finished phases never run again', () => {
  const before = viewOf({ Plan: ['skip phase'], 'read-plan': [withConcern()], 'Next phase': [wait] });
  const { document, foreign, phases } = viewOf(
    {},
    {
      ...autopilotJob,
      phases: [
        { name: 'Core', complexity: 'low', isOver: 'skipped' },
        { name: 'Report', complexity: 'medium' },
      ],
      imported: {
        from: 'x',
        document: { ...before.document, startingCommit: 'old' },
        foreign: { fields: { own: 1 }, phases: [], history: [], decisions: [] },
      },
    },
  );
  expect(document.startingCommit).toBe('old');
  expect(document.phases.map(({ status }) => status)).toEqual(['skipped', 'complete']);
  expect(document.decisions.map(({ phase, decision }) => [phase, decision])).toEqual([
    [0, 'skipped_phase'],
    [1, 'auto_approved_plan'],
  ]);
  expect(document.history.map(({ name }) => name)).toEqual(['Core', 'Report']);
  expect(phases[0]?.startedAtMs).toBeNull();
  expect(foreign.fields).toEqual({ own: 1 });
});

test('AO-30 A-68 the reports of a phase show verdicts, failures and what the tier did not require', () => {
  const passed = { verdict: 'pass', failures: [] };
  const [phase] = viewOf({
    'autopilot.integrator': [{ wire: passed, materialize: null, update: null, adrs: [] }],
  }).phases;
  const reports = phase ? phaseReports(autopilotJob, phase) : [];
  expect(reports.map(({ name }) => name)).toEqual([
    'phase-1-verification.json',
    'integration-wiring.json',
    'phase-1-integration.json',
    'phase-1-review.json',
  ]);
  expect(reports[2]?.document).toMatchObject({
    tier: 'small',
    subPhases: {
      wire: { verdict: 'pass', reportPath: '.harness/sessions/spec/integration-wiring.json' },
      materialize: null,
      update: null,
    },
    verdict: 'pass',
    failures: [],
  });
});

test('A-70 A-74 the summary shows the measures of a phase that is complete, before the next one', () => {
  const { keyContext } = sessionSummary(viewOf({ 'Next phase': [wait] }));
  expect(keyContext).toMatch(
    /^Phase 1: Core \| 1 task \| 0 retries \| verification pass \| integration pass \(small\) \| 0 findings \| \d+:\d\d\. Reports: \.harness\/sessions\/spec\/phase-1-integration\.json/,
  );
  expect(keyContext).toMatch(/1 of 2 phases finished, rigor standard, 1 decision\.$/);
  expect(sessionSummary(viewOf({ 'autopilot.verifier': [wait] })).keyContext).toMatch(/^0 of 2 phases finished/);
});

test('A-94 a phase that a person skipped stays skipped, and its place in the order is kept', () => {
  const job = { ...autopilotJob, phases: [...autopilotJob.phases, { name: 'Gifts', complexity: 'low' as const }] };
  const { document } = viewOf({ 'read-plan': [withConcern()], Plan: ['skip phase', 'yes', 'yes'] }, job);
  expect(document.phases.map(({ status }) => status)).toEqual(['skipped', 'complete', 'complete']);
  expect(document.history.map(({ phase }) => phase)).toEqual([0, 1, 2]);
});

test('A-74 the summary names the next command until the session is done', () => {
  expect(sessionSummary(viewOf({ 'Next phase': [wait] }))).toMatchObject({
    skill: 'harness-autopilot',
    phase: '1: Core',
    status: 'PHASE_COMPLETE',
    nextStep: 'harness autopilot docs/spec.md',
  });
  expect(sessionSummary(viewOf())).toMatchObject({ status: 'DONE', nextStep: 'None: the session is done.' });
});
