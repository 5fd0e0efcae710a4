/** Tests the 13 phases, their labels, and the names of version 1 (W-08, W-14, W-33, W-35). */
import { expect, test } from 'vitest';
import { task } from './machine.ts';
import { isAtOrAfter, nextStep, phaseLabel, readPhase, taskPhases, v1Names } from './phase.ts';
import type { SessionState } from './state.ts';
import { phaseOf } from './state-file.ts';
import { taskSession } from './testing/tasks.ts';

test('W-14, W-33, W-35 has thirteen phases in order, each with its label and next step', () => {
  expect(taskPhases.map((phase) => [phase, phaseLabel(phase), nextStep(phase)])).toEqual([
    ['plan_ready', 'Plan — ready', 'plan'],
    ['planning', 'Plan — in progress', 'plan'],
    ['plan_done', 'Plan — complete', 'generate'],
    ['generate_ready', 'Generate — ready', 'generate'],
    ['generating', 'Generate — in progress', 'generate'],
    ['generate_done', 'Generate — complete', 'verify'],
    ['verify_ready', 'Verify — ready', 'verify'],
    ['verifying', 'Verify — running checks', 'verify'],
    ['verify_done', 'Verify — complete', 'evaluate'],
    ['evaluate_ready', 'Evaluate — ready', 'evaluate'],
    ['evaluating', 'Evaluate — in progress', 'evaluate'],
    ['evaluate_done', 'Evaluate — complete', null],
    ['completed', 'Completed', null],
  ]);
  expect(isAtOrAfter('verify_done', 'generate_done')).toBe(true);
  expect(isAtOrAfter('planning', 'plan_done')).toBe(false);
});

test('W-35 asks a person after plan_done, and after evaluate_done if the verdict is negative', () => {
  const gates = { approving: 'plan_done', 'qa-gate': 'evaluate_done' } as const;
  for (const [at, phase] of Object.entries(gates)) {
    const state = { ...taskSession, at, layer: 'L3', summary: '' } as SessionState;
    expect(phaseOf(state)).toBe(phase);
    expect(task.steps.get(at)?.needs(state)['answer']?.kind).toBe('question');
  }
});

test('W-08 reads every phase name of version 1, two of which are its own', () => {
  expect([readPhase('gen_ready'), readPhase('eval_ready')]).toEqual(['generate_ready', 'evaluate_ready']);
  const written = [...new Set(Object.values(v1Names))];
  expect(written).toEqual([
    'plan_ready',
    'gen_ready',
    'verify_ready',
    'verifying',
    'verify_done',
    'eval_ready',
    'completed',
  ]);
  expect(written.map(readPhase)).not.toContain(undefined);
  expect([readPhase('done'), readPhase(null), readPhase(undefined)]).toEqual([undefined, undefined, undefined]);
});
