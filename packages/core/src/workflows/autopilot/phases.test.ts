/** Tests the order of the phases: the start of a session, the question between two phases, and a stop. */
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../failure/failure.ts';
import { autopilot } from './machine.ts';
import { autopilotJob, lane } from './testing/jobs.ts';
import { callIn, operationIn, person, questionIn } from './testing/seen.ts';
import { opened, phaseEnded, phasesOf, walkSession } from './testing/session-rounds.ts';

const yes = person('yes');

describe('the start of a session', () => {
  test('A-105 announces the phases with number, name and complexity', () => {
    expect(walkSession({}, ...opened).lines.slice(0, 3)).toEqual([
      '2 phases in docs/spec.md',
      'Phase 1: Core (low)',
      'Phase 2: Report (medium)',
    ]);
  });

  test('A-20 records the commit before its first phase', () => {
    expect(walkSession({}, ...opened, phaseEnded(1), yes).state).toMatchObject({
      startingCommit: 'b0',
      lane: { base: 'end1' },
    });
  });

  test('A-01 A-25 begins with the first phase, as a run of its own', () => {
    const { state } = walkSession({}, ...opened);
    expect(callIn(autopilot, state)).toMatchObject({
      machine: 'autopilot-phase',
      title: 'Phase 1: Core',
      input: { phase: { n: 1, name: 'Core' }, complexity: 'low', planPath: null, lane },
    });
  });

  test('A-98 checks the base first, and leaves out what a person says is red there', () => {
    const [open] = opened;
    const { state } = walkSession({}, open ?? {});
    expect(callIn(autopilot, state)).toMatchObject({ machine: 'base-checks', input: { checks: ['npm test'] } });
    const ignored = { base: { child: 'c', end: 'done', result: { at: 'checked', ignored: ['npm test'] } } };
    expect(walkSession({}, open ?? {}, ignored).state).toMatchObject({ session: { checks: [] } });
  });

  test('A-06 passes the stored rigor to every phase', () => {
    const settings = { ...autopilotJob.settings, rigor: 'thorough' } as const;
    for (const rounds of [opened, [...opened, phaseEnded(1), yes]])
      expect(callIn(autopilot, walkSession({ settings }, ...rounds).state).input).toMatchObject({
        session: { rigor: 'thorough' },
      });
  });

  test('A-20 A-18 keeps the starting commit of an imported session, and begins after its finished phases', () => {
    const [first, ...rest] = autopilotJob.phases;
    const phases = first ? [{ ...first, isOver: 'complete' as const }, ...rest] : [];
    const document = { startingCommit: 'old', finalReview: { status: 'pending', findings: [], retryCount: 0 } };
    const { state } = walkSession({ phases, imported: { from: 'x', document, foreign: {} } as never }, ...opened);
    expect(state).toMatchObject({ at: 'running-phase', index: 1, startingCommit: 'old' });
  });
});

describe('between two phases', () => {
  const { state, lines } = walkSession({}, ...opened, phaseEnded(1));

  test('A-75 A-104 the next one is announced with its complexity, and a person says yes or stop', () => {
    expect(questionIn(autopilot, state)).toMatchObject({
      header: 'Next phase',
      choices: ['yes', 'stop'],
      text: 'Phase 1 complete. Next: 2: Report (medium). Continue? (yes / stop).',
      evidence: [{ file: '.harness/sessions/spec/summary.md' }],
      item: '1',
    });
    expect(lines).toHaveLength(3);
  });

  test('A-75 A-102 yes continues with the next index, whose number is one higher, on the new commit', () => {
    const { state: next } = walkSession({}, ...opened, phaseEnded(1), yes);
    expect(next).toMatchObject({ at: 'running-phase', index: 1 });
    expect(callIn(autopilot, next)).toMatchObject({
      input: { phase: { n: 2, name: 'Report' }, lane: { base: 'end1' } },
    });
  });

  test('A-75 stop rests in the same question, which the next command asks again', () => {
    const stopped = walkSession({}, ...opened, phaseEnded(1), person('stop')).state;
    expect([stopped.at, autopilot.rests(stopped)]).toEqual(['halted', 'stopped']);
    const again = walkSession({}, ...opened, phaseEnded(1), person('stop'), { command: 'resume' }).state;
    expect(questionIn(autopilot, again).header).toBe('Next phase');
  });

  test('A-99 a skipped phase is followed by the next one as well', () => {
    const skipped = phaseEnded(1, { at: 'skipped' });
    expect(walkSession({}, ...opened, skipped).state).toMatchObject({ at: 'asking-next', next: 1 });
  });
});

test('A-76 after the last phase the whole change is reviewed, without a question', () => {
  expect(walkSession({}, ...opened, phaseEnded(1), yes, phaseEnded(2)).state).toMatchObject({ at: 'surveying-final' });
});

describe('two phases that used up the retries of a task', () => {
  const phases = phasesOf('A', 'B', 'C', 'D');
  const trouble = (n: number) => phaseEnded(n, { isTroubled: true });

  test('A-96 in a row suggest a review of the spec', () => {
    const { state, lines } = walkSession({ phases }, ...opened, trouble(1), yes, trouble(2));
    expect(lines.at(-1)).toMatch(/^Two phases in a row used up their retries: review the spec/);
    expect(questionIn(autopilot, state).text).toContain('the spec may have a problem that affects all of them');
  });

  test('A-96 with a good one between them do not', () => {
    const { lines } = walkSession({ phases }, ...opened, trouble(1), yes, phaseEnded(2), yes, trouble(3));
    expect(lines.join('\n')).not.toContain('in a row');
  });
});

describe('A phase that does not finish', () => {
  test('A-13 because a person stopped continues there with the next command', () => {
    const stop = { at: 'assessing', job: {}, lane } as never;
    const stopped = phaseEnded(1, { at: 'stopped', waitsFor: 'plan', stop });
    const { state } = walkSession({}, ...opened, stopped);
    expect(state).toMatchObject({ at: 'halted', waitsFor: 'plan', onto: { at: 'running-phase', index: 0 } });
    const again = walkSession({}, ...opened, stopped, { command: 'resume' }).state;
    expect(callIn(autopilot, again)).toMatchObject({ input: { phase: { n: 1 }, stoppedAt: { at: 'assessing' } } });
  });

  test('because it failed ends the session with its reason', () => {
    const because = failureOf('git.failed', {});
    expect(walkSession({}, ...opened, phaseEnded(1, { at: 'failed', because })).state).toEqual({
      at: 'failed',
      because,
    });
  });
});

test('A-19 a session of sixty phases asks between all of them, and never skips one', () => {
  const phases = phasesOf(...Array.from({ length: 60 }, (_, at) => `Part ${at + 1}`));
  const rounds = phases.flatMap((_, at) => (at === 59 ? [phaseEnded(60)] : [phaseEnded(at + 1), yes]));
  const { state, lines } = walkSession({ phases }, ...opened, ...rounds);
  expect(state.at).toBe('surveying-final');
  expect(lines.slice(1, 61)).toEqual(phases.map(({ name }, at) => `Phase ${at + 1}: ${name} (medium)`));
});

test('A-16 the session opens with the spec of its path', () => {
  expect(operationIn(autopilot, autopilot.start(autopilotJob), 'open-session')).toEqual({ specPath: 'docs/spec.md' });
});
