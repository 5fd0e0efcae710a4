/** Tests the call of the executor, and what its answer completes. */
import { describe, expect, test } from 'vitest';
import { fixJob, session, workJob } from '../testing/jobs.ts';
import { agentIn, artifact, operationIn } from '../testing/seen.ts';
import {
  checked,
  executed,
  failed,
  proved,
  saved,
  segment,
  started,
  unchanged,
  walkWork,
} from '../testing/work-rounds.ts';
import { autopilotWork } from './machine.ts';

describe('the executor', () => {
  const { state } = walkWork({}, segment());
  const call = agentIn(autopilotWork, state);

  test('A-45 gets the phase, the plan, the session and the rigor', () => {
    expect(call).toMatchObject({
      role: 'autopilot.executor',
      persona: 'harness-task-executor',
      mode: 'exec',
      item: '1',
    });
    expect(call.sent).toContain('Phase 1: Core');
    expect(call.sent.split('\n')).toEqual(
      expect.arrayContaining([
        'TASKS: 1-2',
        'Spec: docs/spec.md',
        'Plan: docs/plans/2026-01-01-core-plan.md',
        'Session: spec',
        'Rigor: standard',
        'Skill: harness-execution',
        'Handoff: .harness/sessions/spec/handoff.json',
      ]),
    );
  });

  test('A-46 must update the state of its tasks, and to leave a handoff when it is done or blocked', () => {
    expect(call.sent).toContain('Session folder: .harness/sessions/spec/');
    expect(call.whole).toContain('After each task, update the file `state.json`');
    expect(call.whole).toContain('Write it when you are done, and also if a task fails or something blocks you.');
  });

  test('A-46 leaves a handoff and the progress of its tasks, also if it wrote none', () => {
    const { state: saving } = walkWork({}, segment(), executed([1], { concerns: ['slow'], output: 'green' }));
    expect(operationIn(autopilotWork, saving, 'keep-handoff')).toMatchObject({
      phase: { n: 1 },
      completed: [1],
      handoff: { fromSkill: 'harness-execution', completed: ['1'], pending: ['2'], concerns: ['slow'] },
    });
  });

  test.each([
    ['fast', null],
    ['standard', 'Scratchpad: .harness/sessions/spec/scratchpad/1/ (from 500 words)'],
    ['thorough', 'Scratchpad: .harness/sessions/spec/scratchpad/1/ (from 500 words)'],
  ] as const)('A-09 in the rigor %s gets the line %j', (rigor, line) => {
    const { sent, whole } = agentIn(autopilotWork, walkWork({ session: { ...session, rigor } }, segment()).state);
    expect(sent.split('\n').filter((one) => one.startsWith('Scratchpad:'))).toEqual(line === null ? [] : [line]);
    expect(whole).toContain('In the rigor thorough, keep there also');
    expect(whole).toContain('Without that line, take no such notes.');
  });
});

describe('the tasks of a plan', () => {
  test('are read from the approved text, from the first open one on', () => {
    const order = {
      is: 'plan',
      phase: workJob.phase ?? { n: 1, name: '' },
      plan: artifact('approved'),
      from: 4,
    } as const;
    const { state } = walkWork({ order });
    expect(operationIn(autopilotWork, state, 'read-segment')).toMatchObject({ plan: { path: 'approved' }, from: 4 });
  });

  test('A-51 are complete only if all of them are, and lead to the proof and the commit of the phase', () => {
    const { state } = walkWork({}, segment(), executed([1, 2]), ...checked, proved);
    expect(operationIn(autopilotWork, state, 'publish')).toMatchObject({
      message: '[autopilot] Phase 1: Core',
      checkpoint: 'c1',
    });
  });

  test('A-51 that are left out have failed', () => {
    const { state } = walkWork({}, segment(), executed([1]), saved());
    expect(state).toMatchObject({ at: 'gathering', left: [{ n: 2 }], fault: { is: 'left-out' } });
  });

  test('A-51 that change no file have failed', () => {
    expect(walkWork({}, segment(), executed([1, 2]), unchanged).state).toMatchObject({
      at: 'gathering',
      fault: { is: 'no-change' },
    });
  });

  test('A-52 after a failed one are sent only when it is complete', () => {
    const { state } = walkWork({}, segment(), failed(1, 'it throws'), saved());
    expect(state).toMatchObject({ at: 'gathering', left: [{ n: 1 }, { n: 2 }], fault: { error: 'it throws' } });
  });
});

test('A-81 a finding of the final review is sent with its file, its line and its title', () => {
  const fixes = [{ title: 'It leaks', detail: 'Close it', file: 'src/a.ts', line: 3 }];
  const { state } = walkWork(
    { ...fixJob, order: { is: 'fixes', because: 'final-review', fixes, note: 'gently' } },
    started,
  );
  const { sent, item } = agentIn(autopilotWork, state);
  expect(item).toBe('final');
  expect(sent).toContain('1. src/a.ts:3: It leaks: Close it');
  expect(sent).toContain('FINDINGS: 1-1');
  expect(sent).toContain('gently');
});
