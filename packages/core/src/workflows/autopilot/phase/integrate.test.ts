/** Tests the integration of a phase: its tier, its sub-phases, its decision records, and what a person may answer. */
import { describe, expect, test } from 'vitest';
import { decisionOf } from '../record/decision.ts';
import {
  draft,
  failing,
  integrated,
  planRead,
  surveyed,
  until,
  verified,
  walkPhase,
  worked,
} from '../testing/phase-rounds.ts';
import { agentIn, callIn, operationIn, person, questionIn } from '../testing/seen.ts';
import type { SessionPhaseState } from './job.ts';
import { autopilotPhase } from './machine.ts';

/** Up to the integration of a phase with this planned tier and this change. */
const ofTier = (tier: 'small' | 'medium' | 'large', change = {}) =>
  walkPhase({}, ...until.toPlan, planRead({ tier }), worked(), verified('pass'), surveyed(change));

/** In the rigor thorough a person has approved the plan and its skeleton. */
const thorough = [
  ...until.toPlan,
  person('yes'),
  ...until.toPlan.slice(1),
  planRead({ tier: 'large' }),
  person('yes'),
  worked(),
  verified('pass'),
  surveyed(),
];

describe('the tier', () => {
  test('A-59 is the planned one, if the change is not larger', () => {
    const { state, lines } = ofTier('medium', { newExports: 2 });
    expect(state).toMatchObject({ at: 'integrating', tier: { planned: 'medium', tier: 'medium', raisedBy: null } });
    expect(lines.join('\n')).not.toContain('Tier');
  });

  test.each([
    [{ newPackages: ['packages/x'] }, 'Tier escalated from small to large: new packages: packages/x.'],
    [{ newExports: 6 }, 'Tier escalated from small to large: 6 new public exports.'],
    [
      { changedFiles: 16, newExports: 1 },
      'Tier escalated from small to medium: 16 changed files with 1 new public exports.',
    ],
  ])('A-59 A-60 is raised by %j, and the person is told', (change, line) => {
    expect(ofTier('small', change).lines.at(-1)).toBe(line);
  });

  test('A-59 compares the phase with the commit before it', () => {
    expect(operationIn(autopilotPhase, walkPhase({}, ...until.toSurvey).state, 'survey-phase')).toEqual({
      base: 'b0',
      head: 'b1',
    });
  });
});

describe('the integrator', () => {
  test('A-61 A-103 gets the phase, the session, the tier, the plan and its skill, and may only read', () => {
    const call = agentIn(autopilotPhase, ofTier('medium').state);
    expect(call).toMatchObject({
      role: 'autopilot.integrator',
      persona: 'harness-verifier',
      mode: 'review',
      item: '1',
    });
    expect(call.sent).toContain('Phase 1: Core');
    expect(call.sent.split('\n')).toEqual(
      expect.arrayContaining([
        'Plan: docs/plans/2026-01-01-core-plan.md',
        'Tier: medium',
        'Session: spec',
        'Skill: harness-integration',
      ]),
    );
  });

  test.each([
    ['small', 'wire'],
    ['medium', 'wire, update'],
    ['large', 'wire, materialize, update'],
  ] as const)('A-63 of the tier %s checks %s', (tier, names) => {
    expect(agentIn(autopilotPhase, ofTier(tier).state).sent).toContain(`Sub-phases: ${names}\n`);
  });

  test('A-11 A-62 checks only the wiring in the rigor fast, and drafts no decision record', () => {
    const fast = [...until.toPlan, planRead({ tier: 'large' }), worked(), surveyed()];
    const { state } = walkPhase({ rigor: 'fast' }, ...fast);
    expect(agentIn(autopilotPhase, state).sent).toContain('Sub-phases: wire\n');
    expect(walkPhase({ rigor: 'fast' }, ...fast, integrated({ adrs: [draft('Use files')] })).state.at).toBe(
      'reviewing',
    );
  });

  test('A-11 A-64 checks everything in the rigor thorough, and also the knowledge', () => {
    const { sent } = agentIn(autopilotPhase, walkPhase({ rigor: 'thorough' }, ...thorough).state);
    expect(sent).toContain('Sub-phases: wire, materialize, update\nKnowledge: yes\n');
    expect(agentIn(autopilotPhase, ofTier('large').state).sent).toContain('Knowledge: no\n');
  });
});

describe('a decision record', () => {
  const two = integrated({ adrs: [draft('Use files'), draft('Use rows')] });

  test('A-63 is written without a question in the rigor standard', () => {
    const { state } = walkPhase({}, ...until.toIntegrate, two);
    expect(operationIn(autopilotPhase, state, 'write-decisions')).toMatchObject({
      drafts: [{ title: 'Use files' }, { title: 'Use rows' }],
      specPath: 'docs/spec.md',
    });
  });

  test('A-64 is shown to a person in the rigor thorough, one after the other', () => {
    const { state } = walkPhase({ rigor: 'thorough' }, ...thorough, two);
    const question = questionIn(autopilotPhase, state);
    expect(question).toMatchObject({ header: 'ADR', choices: ['accept', 'reject', 'stop'] });
    expect(question.text).toMatch(/Use files[\s\S]*Context: c[\s\S]*Decision: d[\s\S]*Consequences: e/);
    const { state: next } = walkPhase({ rigor: 'thorough' }, ...thorough, two, person('reject'));
    expect(questionIn(autopilotPhase, next).text).toContain('Use rows');
    const { state: writing } = walkPhase({ rigor: 'thorough' }, ...thorough, two, person('reject'), person('accept'));
    expect(operationIn(autopilotPhase, writing, 'write-decisions')).toMatchObject({ drafts: [{ title: 'Use rows' }] });
  });

  test('A-64 that a person rejects is not written, and each answer is recorded', () => {
    const before = walkPhase({ rigor: 'thorough' }, ...thorough, two).state;
    const { state } = walkPhase({ rigor: 'thorough' }, ...thorough, two, person('reject'), person('reject'));
    expect(state.at).toBe('reviewing');
    expect(decisionOf(before, person('reject'), state)).toMatchObject({ decision: 'rejected_adr', note: 'Use files' });
    expect(decisionOf(before, person('accept'), state)).toMatchObject({ decision: 'accepted_adr', note: 'Use files' });
  });
});

describe('An integration', () => {
  const before = [...until.toIntegrate, integrated({ wire: failing('nothing calls it', 'no test runs') })];
  const answered = (choice: string) => walkPhase({}, ...before, person(choice));

  test('A-65 that passes leads to the review', () => {
    expect(walkPhase({}, ...until.toReview).state.at).toBe('reviewing');
  });

  test('A-65 that fails lists what is incomplete, and a person may fix, skip or stop', () => {
    expect(questionIn(autopilotPhase, walkPhase({}, ...before).state)).toMatchObject({
      header: 'Integration',
      choices: ['fix', 'skip integration', 'stop'],
      text: expect.stringContaining('2 items: nothing calls it; no test runs') as string,
      evidence: [{ file: '.harness/sessions/spec/phase-1-integration.json' }, { path: 'diff' }],
    });
  });

  test('A-66 is fixed with its own tasks, then verified and integrated again', () => {
    expect(callIn(autopilotPhase, answered('fix').state)).toMatchObject({
      machine: 'autopilot-work',
      input: { order: { is: 'fixes', because: 'integration', fixes: [{ title: 'nothing calls it' }, {}] } },
    });
    const again = [worked(), verified('pass'), surveyed()];
    const passed = again.map((_, at) => walkPhase({}, ...before, person('fix'), ...again.slice(0, at + 1)).state.at);
    expect(passed).toEqual(['verifying', 'surveying', 'integrating'] satisfies SessionPhaseState['at'][]);
  });

  test('A-66 A-89 is left out only by an answer, which is recorded', () => {
    const { state, lines } = answered('skip integration');
    expect(state.at).toBe('reviewing');
    expect(lines.at(-1)).toBe('A person skipped the integration');
    const from = walkPhase({}, ...before).state;
    expect(decisionOf(from, person('skip integration'), state)).toMatchObject({ decision: 'skipped_integration' });
  });

  test('A-66 waits for the next command after a stop', () => {
    expect(answered('stop').state).toMatchObject({ at: 'stopped', stop: { at: 'asking-integration' } });
  });
});
