/** Tests the verification of a phase: it always runs, and only a person may continue without its pass. */
import { describe, expect, test } from 'vitest';
import { decisionOf } from '../record/decision.ts';
import { phaseJob, session } from '../testing/jobs.ts';
import { until, verified, walkPhase, walkPhaseOf, worked } from '../testing/phase-rounds.ts';
import { agentIn, callIn, person, questionIn } from '../testing/seen.ts';
import { autopilotPhase } from './machine.ts';

describe('the verifier', () => {
  test('A-57 gets the phase, the plan, the session and the rigor, and may only read', () => {
    const call = agentIn(autopilotPhase, walkPhase({}, ...until.toVerify).state);
    expect(call).toMatchObject({ role: 'autopilot.verifier', persona: 'harness-verifier', mode: 'review', item: '1' });
    expect(call.sent).toMatch(/Phase 1: Core[\s\S]*Plan: docs\/plans\/[\s\S]*Session: spec\nRigor: standard\n/);
  });

  test('A-57 judges by the text of the spec and of the approved plan, whatever happened to the files since', () => {
    const { state } = walkPhase({}, ...until.toVerify);
    const fenced = ['spec', 'approved plan'].map((name) => `<data name="${name}" trust="data">`);
    const parts = agentIn(autopilotPhase, state)
      .sent.split('\n')
      .filter((line) => fenced.includes(line));
    expect(parts).toEqual(fenced);
    const { quotesPlan: _, ...older } = session;
    const again = walkPhaseOf({ ...phaseJob, session: older }, ...until.toVerify).state;
    expect(agentIn(autopilotPhase, again).sent).not.toContain('approved plan');
  });

  test.each([
    ['standard', 'no'],
    ['thorough', 'yes'],
  ] as const)('A-10 in the rigor %s is asked for expanded checks: %s', (rigor, word) => {
    const skeleton = rigor === 'thorough' ? [person('yes'), ...until.toPlan.slice(1)] : [];
    const approval = rigor === 'thorough' ? [person('yes')] : [];
    const [assessed, planned, read, ...rest] = until.toVerify;
    const rounds = [assessed, planned, ...skeleton, read, ...approval, ...rest].filter((round) => round !== undefined);
    expect(agentIn(autopilotPhase, walkPhase({ rigor }, ...rounds).state).sent).toContain(`Expanded: ${word}`);
  });

  test('A-10 A-56 is not called in the rigor fast: the checks of the work verify the phase', () => {
    expect(walkPhase({ rigor: 'fast' }, ...until.toVerify).state.at).toBe('surveying');
  });

  test('A-57 that passes the phase leads to its integration', () => {
    const { state, lines } = walkPhase({}, ...until.toSurvey);
    expect(state.at).toBe('surveying');
    expect(lines.at(-1)).toBe('verified');
  });
});

describe('A phase that is not verified', () => {
  const before = [...until.toVerify, verified('fail', 'no test', 'a stub')];
  const { state, lines } = walkPhase({}, ...before);
  const answered = (choice: string, note = '') => walkPhase({}, ...before, person(choice, note));

  test('A-58 is shown with its gaps, and a person may fix, skip or stop', () => {
    expect(lines.at(-1)).toBe('not verified: 2 gaps');
    expect(questionIn(autopilotPhase, state)).toMatchObject({
      header: 'Verification',
      choices: ['fix', 'skip verification', 'stop'],
      text: expect.stringContaining('2 gaps: no test; a stub') as string,
      evidence: [{ file: '.harness/sessions/spec/phase-1-verification.json' }],
      item: '1',
    });
  });

  test('A-57 is not passed by the verdict incomplete either', () => {
    expect(walkPhase({}, ...until.toVerify, verified('incomplete')).state.at).toBe('asking-verification');
  });

  test('A-58 is fixed by the executor, as new work with fresh retries, and verified again', () => {
    const { state: working } = answered('fix', 'begin with the test');
    expect(callIn(autopilotPhase, working)).toMatchObject({
      machine: 'autopilot-work',
      input: {
        order: {
          is: 'fixes',
          because: 'verification',
          fixes: [{ title: 'no test', file: 'src/a.ts' }, { title: 'a stub' }],
          note: 'begin with the test',
        },
      },
    });
    expect(walkPhase({}, ...before, person('fix'), worked()).state.at).toBe('verifying');
  });

  test('A-58 A-89 may be accepted by a person: the skip is recorded, and the other steps still run', () => {
    const skipped = answered('skip verification');
    expect(skipped.state.at).toBe('surveying');
    expect(skipped.lines.at(-1)).toBe('A person skipped the verification');
    expect(decisionOf(state, person('skip verification'), skipped.state)).toMatchObject({
      decision: 'skipped_verification',
    });
  });

  test('A-58 waits for the next command after a stop', () => {
    expect(answered('stop').state).toMatchObject({ at: 'stopped', stop: { at: 'asking-verification' } });
  });
});
