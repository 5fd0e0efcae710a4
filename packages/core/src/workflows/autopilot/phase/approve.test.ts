/** Tests which plans are approved without a person, and what a person may answer about the others. */
import { describe, expect, test } from 'vitest';
import { decisionOf } from '../record/decision.ts';
import { phaseJob } from '../testing/jobs.ts';
import { assessed, newPlanPath, planned, planRead, until, walkPhase, walkPhaseOf } from '../testing/phase-rounds.ts';
import { agentIn, callIn, operationIn, person, questionIn } from '../testing/seen.ts';
import { autopilotPhase } from './machine.ts';

const signals = {
  reviewPlans: false,
  highComplexity: false,
  complexityOverride: null,
  plannerConcerns: [],
  taskCount: 8,
  taskThreshold: 15,
  knowledgeGaps: null,
};

describe('a plan without a signal', () => {
  const before = walkPhase({}, ...until.toPlan).state;
  const { state, lines } = walkPhase({}, ...until.toWork);

  test('A-43 A-100 is approved automatically, with one line', () => {
    expect(lines).toEqual(['Auto-approved Phase 1: Core | auto | low | no concerns | 8 tasks.']);
  });

  test('A-43 A-97 is recorded with all signals', () => {
    expect(decisionOf(before, planRead(), state)).toEqual({ decision: 'auto_approved_plan', signals });
  });

  test('A-43 A-88 is executed, with the text that was approved', () => {
    expect(callIn(autopilotPhase, state)).toMatchObject({
      machine: 'autopilot-work',
      input: { order: { is: 'plan', from: 1, plan: { path: 'plan' } } },
    });
  });
});

describe('A-42 the signals of the rigor standard', () => {
  test.each([
    ['review-plans', { reviewPlans: true }, {}, 'Review plans: yes triggered.'],
    ['concerns', {}, { concerns: ['no tests'] }, 'Concerns: 1 triggered.'],
    ['many-tasks', {}, { tasks: 16 }, 'Tasks: 16 triggered.'],
    ['knowledge-gaps', {}, { gaps: 2 }, 'Knowledge gaps: 2 triggered.'],
    ['complexity-override', {}, { checkpoints: 4 }, 'Complexity override: medium triggered.'],
  ] as const)('A-42 %s asks a person, and is shown', (because, settings, plan, line) => {
    const { state, lines } = walkPhase(settings, ...until.toPlan, planRead(plan));
    expect(state.at).toBe('asking-plan');
    expect(state).toMatchObject({ approval: { because: expect.arrayContaining([because]) as unknown } });
    expect(lines).toContain(line);
    expect(questionIn(autopilotPhase, state).text).toContain(because);
  });

  test('A-42 A-100 a high complexity asks a person, and is shown', () => {
    const job = { ...phaseJob, complexity: 'high' } as const;
    const { state, lines } = walkPhaseOf(job, assessed({ planPath: newPlanPath }), planRead());
    expect(state.at).toBe('asking-plan');
    expect(lines).toContain('Complexity: high triggered.');
  });

  test('A-39 fifteen tasks, no known gaps and no concerns are no signal', () => {
    const job = { ...phaseJob, complexity: 'medium' } as const;
    expect(walkPhaseOf(job, ...until.toPlan, planRead({ tasks: 15, checkpoints: 9, gaps: 0 })).state).toMatchObject({
      at: 'working',
      approval: { signals: { taskCount: 15, plannerConcerns: [], knowledgeGaps: 0 } },
    });
  });
});

describe('the rigor', () => {
  test('A-08 A-40 fast approves every plan without a look at its signals', () => {
    const rounds = [...until.toPlan, planRead({ tasks: 200, concerns: ['no tests'], gaps: 9 })];
    const before = walkPhase({ rigor: 'fast', reviewPlans: true }, ...until.toPlan).state;
    const { state } = walkPhase({ rigor: 'fast', reviewPlans: true }, ...rounds);
    expect(state.at).toBe('working');
    expect(decisionOf(before, {}, state)).toEqual({ decision: 'auto_approved_plan_fast', signals: null });
  });

  test('A-08 A-41 thorough asks about every plan, also without a signal', () => {
    const { state, lines } = walkPhase(
      { rigor: 'thorough' },
      assessed(),
      planned(),
      person('yes'),
      planned(),
      planRead(),
    );
    expect(state).toMatchObject({ at: 'asking-plan', approval: { because: ['thorough'], signals } });
    expect(lines).toContain('Thorough: yes triggered.');
  });
});

describe('the question about a plan', () => {
  const before = [...until.toPlan, planRead({ concerns: ['no tests'] })];
  const { state } = walkPhase({}, ...before);
  const answered = (choice: string, note = '') => walkPhase({}, ...before, person(choice, note)).state;

  test('A-39 A-44 shows the signals, the size and the concerns, with the plan as evidence', () => {
    const question = questionIn(autopilotPhase, state);
    expect(question).toMatchObject({
      header: 'Plan',
      choices: ['yes', 'revise', 'skip phase', 'stop'],
      evidence: [{ file: newPlanPath }],
      edits: 'revise',
      item: '1',
    });
    expect(question.text).toContain('8 tasks, about 24 minutes, complexity low');
    expect(question.text).toContain('because of: concerns. Concerns of the planner: no tests.');
  });

  test('A-104 ends with the four answers', () => {
    expect(questionIn(autopilotPhase, state).text).toMatch(/Approve\? \(yes \/ revise \/ skip phase \/ stop\)\.$/);
  });

  test('A-44 yes executes the plan', () => {
    expect(answered('yes').at).toBe('working');
  });

  test('A-44 revise reads the edited plan again; with a note the planner writes another one', () => {
    const edited = answered('revise');
    expect(operationIn(autopilotPhase, edited, 'read-plan')).toMatchObject({ planPath: newPlanPath, said: null });
    expect(agentIn(autopilotPhase, answered('revise', 'fewer tasks')).sent).toContain('fewer tasks');
  });

  test('A-44 skip phase executes nothing, and the phase ends as skipped', () => {
    expect(answered('skip phase')).toMatchObject({ at: 'closing', isSkipped: true });
  });

  test('A-44 stop keeps the question for the next command', () => {
    expect(answered('stop')).toMatchObject({ at: 'stopped', waitsFor: 'person', stop: { at: 'asking-plan' } });
  });

  test.each([
    ['yes', 'approved_plan'],
    ['revise', 'revised_plan'],
    ['skip phase', 'skipped_phase'],
    ['stop', 'stopped'],
  ])('A-44 A-97 the answer %s is recorded as %s', (choice, decision) => {
    expect(decisionOf(state, person(choice), answered(choice))).toMatchObject({
      decision,
      ...(choice === 'stop' ? {} : { signals: { plannerConcerns: ['no tests'] } }),
    });
  });
});
