/** Tests the planning of a phase: the call of the planner, the plan that it leaves, and its size. */
import { describe, expect, test } from 'vitest';
import { phaseJob } from '../testing/jobs.ts';
import {
  assessed,
  newPlanPath,
  noPlan,
  planned,
  planRead,
  until,
  walkPhase,
  walkPhaseOf,
} from '../testing/phase-rounds.ts';
import { agentIn, operationIn, person, questionIn } from '../testing/seen.ts';
import { autopilotPhase } from './machine.ts';

describe('the planner', () => {
  const { state } = walkPhase({}, assessed());

  test('A-34 gets the phase, the spec, the session, the rigor, and the paths of plan and handoff', () => {
    const call = agentIn(autopilotPhase, state);
    expect(call).toMatchObject({ role: 'autopilot.planner', persona: 'harness-planner', mode: 'review', item: '1' });
    expect(call.sent).toContain('Phase 1: Core');
    expect(call.sent.split('\n')).toEqual(
      expect.arrayContaining([
        'Spec: docs/spec.md',
        'Session: spec',
        'Rigor: standard',
        `Plan: ${newPlanPath}`,
        'Handoff: .harness/sessions/spec/handoff.json',
      ]),
    );
    expect(call.whole).toContain('Write one JSON document to the path behind `Handoff:`.');
  });

  test('A-24 A-103 gets the spec and the gathered context as data, and the name of its skill', () => {
    const { sent } = agentIn(autopilotPhase, state);
    expect(sent).toContain('<data name="context" trust="data">\ntext of context.json\n</data>');
    expect(sent).toContain('<data name="spec" trust="data">');
    expect(sent).toContain('Skill: harness-planning');
  });

  test('A-35 A-106 writes its plan where the plans of this spec are', () => {
    expect(state).toMatchObject({ newPlanPath });
    expect(agentIn(autopilotPhase, state).sent).toContain(`Plan: ${newPlanPath}`);
  });

  test.each([
    ['fast', 'skip'],
    ['standard', 'default'],
    ['thorough', 'approve'],
  ] as const)('A-07 in the rigor %s is told about the skeleton: %s', (rigor, word) => {
    const { state: planning } = walkPhase({ rigor }, assessed());
    expect(agentIn(autopilotPhase, planning).sent).toContain(`Skeleton: ${word}`);
  });
});

describe('A skeleton', () => {
  const asked = walkPhase({ rigor: 'thorough' }, assessed(), planned()).state;

  test('A-07 is approved by a person in the rigor thorough, before the plan is written', () => {
    expect(questionIn(autopilotPhase, asked)).toMatchObject({
      header: 'Skeleton',
      choices: ['yes', 'revise', 'stop'],
      evidence: [{ file: newPlanPath }],
    });
    const { state } = walkPhase({ rigor: 'thorough' }, assessed(), planned(), person('yes'));
    expect(agentIn(autopilotPhase, state).sent).toContain('Skeleton: approved');
  });

  test('A-07 that is revised is written again, with the note of the person', () => {
    const { state } = walkPhase({ rigor: 'thorough' }, assessed(), planned(), person('revise', 'smaller'));
    const { sent } = agentIn(autopilotPhase, state);
    expect(sent).toContain('Skeleton: approve\n');
    expect(sent).toContain('<data name="requested change" trust="data">\nsmaller\n</data>');
  });
});

describe('the plan', () => {
  test('A-36 is read where the planner was sent, and the path that its handoff names is stored', () => {
    const reading = walkPhase({}, ...until.toPlan).state;
    expect(operationIn(autopilotPhase, reading, 'read-plan')).toMatchObject({
      planPath: newPlanPath,
      said: { summary: 'a plan', concerns: [] },
    });
    const { state } = walkPhase({}, ...until.toPlan, planRead({ planPath: 'docs/plans/other.md' }));
    expect(state).toMatchObject({ plan: { planPath: 'docs/plans/other.md' } });
  });

  test.each([
    [10, 3, null, 'working'],
    [11, 0, 'medium', 'asking-plan'],
    [1, 4, 'medium', 'asking-plan'],
    [21, 0, 'high', 'asking-plan'],
    [1, 7, 'high', 'asking-plan'],
  ] as const)(
    'A-37 of a low phase with %i tasks and %i checkpoints overrides the complexity: %s',
    (tasks, checkpoints, complexityOverride, at) => {
      const { state } = walkPhase({ taskThreshold: 99 }, ...until.toPlan, planRead({ tasks, checkpoints }));
      expect(state).toMatchObject({ at, complexityOverride });
    },
  );

  test('A-37 of a medium phase overrides nothing', () => {
    const job = { ...phaseJob, complexity: 'medium' } as const;
    expect(walkPhaseOf(job, ...until.toPlan, planRead({ tasks: 12, checkpoints: 7 })).state).toMatchObject({
      at: 'working',
      complexityOverride: null,
    });
  });
});

describe('a planner that wrote no plan with a task', () => {
  test('A-93 is reported: retry or stop, and a retry gets the note', () => {
    const { state } = walkPhase({}, ...until.toPlan, noPlan);
    const question = questionIn(autopilotPhase, state);
    expect(question).toMatchObject({ header: 'No output', choices: ['retry', 'stop'], item: '1' });
    expect(question.text).toContain(newPlanPath);
    const again = walkPhase({}, ...until.toPlan, noPlan, person('retry', 'two tasks')).state;
    expect(agentIn(autopilotPhase, again).sent).toContain('two tasks');
    expect(walkPhase({}, ...until.toPlan, noPlan, person('stop')).state).toMatchObject({
      at: 'stopped',
      stop: { at: 'asking-no-output' },
    });
  });
});
