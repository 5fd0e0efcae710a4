/** Tests how a phase is assessed, and which way its complexity sends it. */
import { describe, expect, test } from 'vitest';
import { phaseStanding } from '../record/state-name.ts';
import { phaseJob } from '../testing/jobs.ts';
import { assessed, newPlanPath, planRead, walkPhase, walkPhaseOf } from '../testing/phase-rounds.ts';
import { operationIn } from '../testing/seen.ts';
import { autopilotPhase } from './machine.ts';

const start = autopilotPhase.start(phaseJob);

describe('before a phase is planned', () => {
  test('A-24 the context of its session is gathered', () => {
    expect(operationIn(autopilotPhase, start, 'gather-context')).toMatchObject({
      specPath: 'docs/spec.md',
      slug: 'spec',
      phase: { n: 1, name: 'Core' },
    });
  });

  test('A-27 A-28 A-29 its signals are computed with the annotation and the threshold of the settings', () => {
    expect(operationIn(autopilotPhase, start, 'assess-phase')).toMatchObject({
      phase: { n: 1, name: 'Core' },
      complexity: 'low',
      moduleThreshold: 15,
    });
  });
});

describe('the route of a phase', () => {
  test('A-31 of low or medium complexity is automatic planning', () => {
    for (const complexity of ['low', 'medium'] as const)
      expect(walkPhaseOf({ ...phaseJob, complexity }, assessed()).state.at).toBe('planning');
  });

  test('A-30 without any known signal is the one of its annotation', () => {
    const { state, lines } = walkPhase({}, assessed());
    expect(state).toMatchObject({ at: 'planning', complexity: 'low', assessment: { cml: null, failures: null } });
    expect(lines).toEqual([]);
  });

  test('A-32 of high complexity is a pause: a person writes the plan, and the phase is assessed again', () => {
    const { state, lines } = walkPhaseOf({ ...phaseJob, complexity: 'high' }, assessed());
    expect(state).toMatchObject({ at: 'stopped', waitsFor: 'plan', stop: { at: 'assessing' }, newPlanPath });
    expect(lines).toEqual([expect.stringContaining(newPlanPath)]);
  });

  test('A-33 of a paused phase is the state PLAN', () => {
    const { state } = walkPhaseOf({ ...phaseJob, complexity: 'high' }, assessed());
    expect(phaseStanding(state, null)).toEqual({ state: 'PLAN', status: 'awaiting_plan' });
  });

  test('A-38 of a paused phase leads to the approval once the plan exists, and to a reminder before', () => {
    const job = { ...phaseJob, complexity: 'high' } as const;
    const { state } = walkPhaseOf(job, assessed());
    if (state.at !== 'stopped') throw new Error(state.at);
    const again = { ...job, stoppedAt: state.stop };
    expect(walkPhaseOf(again, assessed()).state).toMatchObject({ at: 'stopped', waitsFor: 'plan' });
    const { state: found, lines } = walkPhaseOf(again, assessed({ planPath: 'docs/plans/core.md' }), planRead());
    expect(found).toMatchObject({ at: 'asking-plan', approval: { because: ['high-complexity'] } });
    expect(lines).toContain('Found plan: docs/plans/core.md');
  });

  test('A-26 with an existing plan leads straight to its approval, without a planner', () => {
    const job = { ...phaseJob, planPath: 'docs/plans/core.md' };
    expect(operationIn(autopilotPhase, autopilotPhase.start(job), 'assess-phase')).toMatchObject({
      planPath: 'docs/plans/core.md',
    });
    expect(walkPhaseOf(job, assessed({ planPath: 'docs/plans/core.md' })).state).toMatchObject({
      at: 'reading-plan',
      planPath: 'docs/plans/core.md',
      said: null,
    });
  });
});

describe('a signal raises the complexity', () => {
  test('A-27 A-29 by one level: the phase is still planned automatically, and the annotation stays', () => {
    const reasons = ['failures', 'risk'] as const;
    const { state, lines } = walkPhase({}, assessed({}, { raisedTo: 'medium', reasons }));
    expect(state).toMatchObject({ at: 'planning', complexity: 'medium', job: { complexity: 'low' } });
    expect(lines).toEqual([expect.stringMatching(/low to medium.*failures, risk/)]);
  });

  test('A-28 to high, if many modules are affected: the phase waits for the plan of a person', () => {
    const blastRadius = { modules: 16, files: [] };
    const { state, lines } = walkPhase({}, assessed({}, { raisedTo: 'high', reasons: ['blast-radius'], blastRadius }));
    expect(state).toMatchObject({ at: 'stopped', waitsFor: 'plan', assessment: { blastRadius } });
    expect(lines[0]).toMatch(/low to high.*blast-radius/);
  });

  test('A-97 and so a low phase with a plan needs an approval', () => {
    const found = assessed({ planPath: 'p.md' }, { raisedTo: 'high', reasons: ['blast-radius'] });
    expect(walkPhase({}, found, planRead()).state).toMatchObject({
      at: 'asking-plan',
      approval: { because: ['high-complexity'], signals: { highComplexity: true } },
    });
  });
});
