import { describe, expect, test } from 'vitest';
import { decideApproval, estimatedMinutes, highestComplexity, overrideByPlan, type PlanFacts } from './approval.ts';

const facts: PlanFacts = {
  rigor: 'standard',
  reviewPlans: false,
  complexity: 'low',
  complexityOverride: null,
  concerns: [],
  tasks: 8,
  taskThreshold: 15,
  knowledgeGaps: 0,
};

describe('the approval of a plan', () => {
  test('A-43 is automatic without a signal, with all signals recorded', () => {
    expect(decideApproval(facts)).toEqual({
      is: 'automatic',
      decision: 'auto_approved_plan',
      signals: {
        reviewPlans: false,
        highComplexity: false,
        complexityOverride: null,
        plannerConcerns: [],
        taskCount: 8,
        taskThreshold: 15,
        knowledgeGaps: 0,
      },
    });
    expect(decideApproval({ ...facts, complexity: 'medium', tasks: 15, knowledgeGaps: null }).is).toBe('automatic');
  });

  test.each<[string, Partial<PlanFacts>, string[]]>([
    ['reviewPlans', { reviewPlans: true }, ['review-plans']],
    ['a high complexity', { complexity: 'high' }, ['high-complexity']],
    ['an override', { complexityOverride: 'medium' }, ['complexity-override']],
    ['a concern', { concerns: ['slow'] }, ['concerns']],
    ['sixteen tasks', { tasks: 16 }, ['many-tasks']],
    ['a knowledge gap', { knowledgeGaps: 1 }, ['knowledge-gaps']],
    ['several signals', { tasks: 99, concerns: ['a'] }, ['concerns', 'many-tasks']],
  ])('A-42 is asked for because of %s', (_, changes, because) => {
    expect(decideApproval({ ...facts, ...changes })).toMatchObject({ is: 'asked', because });
  });

  test('A-41 is always asked for in thorough, with the signals beside it', () => {
    expect(decideApproval({ ...facts, rigor: 'thorough' })).toMatchObject({ is: 'asked', because: ['thorough'] });
    expect(decideApproval({ ...facts, rigor: 'thorough', tasks: 16 })).toMatchObject({
      because: ['thorough', 'many-tasks'],
    });
  });

  test('A-40 is automatic in fast, without signals', () => {
    expect(decideApproval({ ...facts, rigor: 'fast', reviewPlans: true, tasks: 99 })).toEqual({
      is: 'automatic',
      decision: 'auto_approved_plan_fast',
      signals: null,
    });
  });

  test('AO-15 shows three minutes per task', () => {
    expect(estimatedMinutes(8)).toBe(24);
  });
});

test.each([
  ['low', 10, 3, null],
  ['low', 11, 0, 'medium'],
  ['low', 1, 4, 'medium'],
  ['low', 20, 6, 'medium'],
  ['low', 21, 0, 'high'],
  ['low', 1, 7, 'high'],
  ['medium', 99, 99, null],
  ['high', 99, 99, null],
] as const)(
  'A-37, AO-11 a %s phase with %i tasks and %i checkpoints is raised to %s',
  (annotated, tasks, checkpoints, to) => {
    expect(overrideByPlan(annotated, { tasks, checkpoints })).toBe(to);
  },
);

test.each([
  ['low', ['medium', null], 'medium'],
  ['high', ['medium'], 'high'],
  ['low', [null, 'high', 'medium'], 'high'],
  ['medium', [], 'medium'],
] as const)('A-97 the complexity %s is never lowered', (annotated, raised, highest) => {
  expect(highestComplexity(annotated, ...raised)).toBe(highest);
});
