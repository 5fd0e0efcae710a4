import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAutopilotState } from './autopilot-state.ts';
import { type SessionDocument, sessionDocumentText } from './session-document.ts';
import { importSession } from './session-import.ts';

const defaults = { sessionDir: '.harness/sessions/a/', specPath: 'docs/a.md', startingCommit: 'f'.repeat(40) };
const signals = {
  reviewPlans: false,
  highComplexity: false,
  complexityOverride: null,
  plannerConcerns: [],
  taskCount: 8,
  taskThreshold: 15,
  knowledgeGaps: null,
} as const;

const phase = (status: string, more: object = {}) => ({
  name: 'Core',
  complexity: 'low',
  complexityOverride: null,
  planPath: null,
  status,
  assessment: null,
  ...more,
});
const document = {
  ...defaults,
  reviewPlans: true,
  rigorLevel: 'thorough',
  currentState: 'EXECUTE',
  currentPhase: 1,
  phases: [phase('complete', { planPath: 'docs/plans/a.md' }), phase('executing', { complexityOverride: 'high' })],
  retryBudget: {
    maxAttempts: 3,
    currentTask: { name: 'Scan', attemptsUsed: 1, attempts: [{ timestamp: 't', error: 'e', fix: 'f', result: 'r' }] },
  },
  history: [
    {
      phase: 0,
      name: 'Core',
      startedAt: 'a',
      completedAt: 'b',
      tasksCompleted: 8,
      retriesUsed: 1,
      verificationPassed: true,
      integrationPassed: true,
      reviewFindings: 2,
    },
  ],
  decisions: [
    { phase: 0, decision: 'auto_approved_plan', timestamp: 't', signals },
    { phase: 0, decision: 'overrode_review', timestamp: 't', signals: null, note: 'by design' },
  ],
  finalReview: {
    status: 'in_progress',
    retryCount: 1,
    findings: [{ file: 'a.ts', line: 1, severity: 'critical', title: 't', rationale: 'r' }],
  },
} as unknown as SessionDocument;

const old = (fields: object) => ({ currentState: 'PLAN', phases: [phase('pending')], ...fields });
function imported(value: object | string) {
  const read = importSession(typeof value === 'string' ? value : JSON.stringify(value), defaults);
  return read.is === 'read' ? read.document : read;
}

describe('the state of a session', () => {
  test('A-21, AO-01 is written with exactly its fields, in order, and read again', () => {
    const text = sessionDocumentText(document);
    expect(Object.keys(JSON.parse(text) as object)).toEqual([
      ...['schemaVersion', 'sessionDir', 'specPath', 'startingCommit', 'reviewPlans', 'rigorLevel', 'currentState'],
      ...['currentPhase', 'phases', 'retryBudget', 'history', 'decisions', 'finalReview'],
    ]);
    expect(JSON.parse(text)).toEqual({ schemaVersion: 5, ...document });
    expect(imported(text)).toEqual(document);
    expect(readAutopilotState(text).ok).toBe(true);
  });

  test('AO-02 a phase is written with exactly its fields', () => {
    const [first] = (JSON.parse(sessionDocumentText(document)) as { phases: object[] }).phases;
    expect(Object.keys(first ?? {})).toEqual([
      ...['name', 'complexity', 'complexityOverride', 'planPath', 'status', 'assessment'],
    ]);
  });
});

describe('an imported state', () => {
  test.each([1, 2, 3, 4, undefined])('A-18, AO-05 of version %s gets the missing fields', (schemaVersion) => {
    expect(imported(old({ schemaVersion }))).toEqual({
      ...defaults,
      reviewPlans: false,
      rigorLevel: 'standard',
      currentState: 'PLAN',
      currentPhase: 0,
      phases: [phase('pending')],
      retryBudget: { maxAttempts: 3, currentTask: null },
      history: [],
      decisions: [],
      finalReview: { status: 'pending', findings: [], retryCount: 0 },
    });
  });

  test('AO-05 takes the earliest commit of its history', () => {
    const history = [{ phase: 0 }, { commit: 'abc1234' }, { commit: 'def5678' }];
    expect(imported(old({ history }))).toMatchObject({ startingCommit: 'abc1234' });
    expect(imported(old({ history, startingCommit: '0123456' }))).toMatchObject({ startingCommit: '0123456' });
    expect(imported(old({ startingCommit: '--upload-pack=x' }))).toMatchObject(defaults);
  });

  test('AO-10 of another tool keeps what it does not know', () => {
    const phases = [
      { n: 1, title: 'First', status: 'PHASE_COMPLETE' },
      { n: 2, title: 'Second', status: 'IN_PROGRESS' },
      { n: 3, title: 'Third', status: 'Pending' },
    ];
    const decisions = [{ decision: 'asked_the_cat' }];
    const text = JSON.stringify({ currentState: 'execute', currentPhase: 2, phases, owner: 'me', decisions });
    const read = importSession(text, defaults);
    if (read.is !== 'read') throw new Error(read.is);
    expect(read.document).toMatchObject({
      currentPhase: 1,
      phases: [{ name: 'First', status: 'complete' }, { status: 'executing' }, { status: 'pending' }],
      decisions: [],
    });
    const written = sessionDocumentText(read.document, read.foreign);
    expect(JSON.parse(written)).toMatchObject({ schemaVersion: 5, owner: 'me', phases: [{ n: 1 }, {}, {}], decisions });
    expect(imported(written)).toEqual(read.document);
  });

  test.each([
    ['completed', old({ currentPhase: 0, phases: [phase('complete'), phase('pending')] }), 1],
    ['skipped', old({ currentPhase: 1, phases: [phase('complete'), phase('skipped'), phase('pending')] }), 2],
    ['beyond the last', old({ currentPhase: 9, phases: [phase('complete'), phase('pending')] }), 1],
  ])('A-94 of a phase that is %s continues with the next one', (_, value, currentPhase) => {
    expect(imported(value)).toMatchObject({ currentPhase });
  });

  test('A-94 of a later phase that a person chose stays there', () => {
    expect(imported(old({ currentPhase: 1, phases: [phase('pending'), phase('pending')] }))).toMatchObject({
      currentPhase: 1,
    });
    const done = old({ currentState: 'DONE', currentPhase: 0, phases: [phase('complete'), phase('skipped')] });
    expect(imported(done)).toMatchObject({ currentState: 'DONE', currentPhase: 0 });
  });

  test.each([
    [
      'more attempts',
      { retryBudget: { maxAttempts: 99, currentTask: { name: 'a', attemptsUsed: -4 } } },
      { retryBudget: { maxAttempts: 3, currentTask: { attemptsUsed: 3 } } },
    ],
    ['more final reviews', { finalReview: { retryCount: -1 } }, { finalReview: { retryCount: 3 } }],
    [
      'a plan outside the repository',
      { phases: [phase('pending', { planPath: '../../etc/passwd' })] },
      { phases: [{ planPath: null }] },
    ],
    [
      'a plan of the harness',
      { phases: [phase('pending', { planPath: '.git/config' })] },
      { phases: [{ planPath: null }] },
    ],
    [
      'a lower override',
      { phases: [phase('pending', { complexityOverride: 'LOW' })] },
      { phases: [{ complexityOverride: null }] },
    ],
    ['another folder', { sessionDir: '/etc/' }, { sessionDir: defaults.sessionDir }],
    [
      'a long name',
      { phases: [phase('pending', { name: 'x\n'.repeat(1e6) })] },
      { phases: [{ name: expect.stringMatching(/^(x ){99}x$/) }] },
    ],
  ])('AO-10 never has %s', (_, fields, expected) => {
    expect(imported(old(fields))).toMatchObject(expected);
  });

  test.each([
    ['AO-01 a newer version', { schemaVersion: 6, phases: 'other' }, { is: 'newer', version: 6 }],
    [
      'A-91 half a file',
      sessionDocumentText(document).slice(0, 99),
      { is: 'corrupt', problems: [{ code: 'not-json' }] },
    ],
    [
      'A-91 an unknown status',
      old({ phases: [phase('lost')] }),
      { is: 'corrupt', problems: [{ key: 'phases.0.status' }] },
    ],
    ['A-91 no phase', old({ phases: [] }), { is: 'corrupt', problems: [{ key: 'phases' }] }],
    ['A-91 an empty file', '', { is: 'corrupt' }],
  ])('%s is not read', (_, value, expected) => {
    expect(imported(value)).toMatchObject(expected);
  });

  test('with any JSON in its fields is read or corrupt, and can be written and read again', () => {
    const name = fc.constantFrom(
      'retryBudget',
      'history',
      'decisions',
      'finalReview',
      'startingCommit',
      'x',
      '__proto__',
    );
    fc.assert(
      fc.property(fc.dictionary(name, fc.jsonValue()), (fields) => {
        const read = importSession(JSON.stringify(old(fields)), defaults);
        if (read.is === 'read')
          expect(imported(sessionDocumentText(read.document, read.foreign))).toEqual(read.document);
      }),
    );
  });
});
