/** Tests the review of a phase: it always runs, and a person may override only its findings. */
import { describe, expect, test } from 'vitest';
import { decisionOf } from '../record/decision.ts';
import { finding, reviewed, until, walkPhase, worked } from '../testing/phase-rounds.ts';
import { agentIn, callIn, person, questionIn } from '../testing/seen.ts';
import { autopilotPhase } from './machine.ts';

test('A-67 the reviewer gets the phase, the session, the diff and its skill, and may only read', () => {
  const call = agentIn(autopilotPhase, walkPhase({}, ...until.toReview).state);
  expect(call).toMatchObject({
    role: 'autopilot.reviewer',
    persona: 'harness-code-reviewer',
    mode: 'review',
    item: '1',
  });
  expect(call.sent).toContain('<data name="diff" trust="data">\ntext of diff\n</data>');
  expect(call.sent.split('\n')).toEqual(
    expect.arrayContaining(['Scope: phase', 'Diff: git diff b0..b1', 'Session: spec', 'Skill: harness-code-review']),
  );
  expect(call.whole).toContain('`severity` is critical, important or suggestion.');
});

test.each([
  ['critical', 'critical', 'asking-review'],
  ['critical', 'important', 'closing'],
  ['critical', 'suggestion', 'closing'],
  ['important', 'important', 'asking-review'],
] as const)('A-69 if %s findings block, a finding that is %s leads to %s', (least, severity, at) => {
  const blocking = least === 'critical' ? (['critical'] as const) : (['critical', 'important'] as const);
  expect(walkPhase({ blocking }, ...until.toReview, reviewed(finding('It leaks', severity))).state.at).toBe(at);
});

test('A-69 without a finding the phase is complete', () => {
  const { state, lines } = walkPhase({}, ...until.toClose);
  expect(state).toMatchObject({ at: 'closing', isSkipped: false, findings: [] });
  expect(lines.at(-1)).toBe('reviewed: 0 findings, 0 blocking');
});

describe('A blocking finding', () => {
  const minor = finding('A long name', 'suggestion');
  const before = [...until.toReview, reviewed(finding('It leaks'), minor)];
  const { state, lines } = walkPhase({}, ...before);
  const answered = (choice: string, note = '') => walkPhase({}, ...before, person(choice, note)).state;

  test('A-69 is shown with its place, and a person may fix, override or stop', () => {
    expect(lines.at(-1)).toBe('reviewed: 2 findings, 1 blocking');
    expect(questionIn(autopilotPhase, state)).toMatchObject({
      header: 'Review',
      choices: ['fix', 'override', 'stop'],
      text: expect.stringContaining('1 blocking finding: src/a.ts:3 It leaks') as string,
      evidence: [{ file: '.harness/sessions/spec/phase-1-review.json' }, { path: 'diff' }],
    });
  });

  test('A-69 is fixed by the executor, and the phase is verified again', () => {
    expect(callIn(autopilotPhase, answered('fix'))).toMatchObject({
      machine: 'autopilot-work',
      input: { order: { is: 'fixes', because: 'review', fixes: [{ title: 'It leaks', file: 'src/a.ts', line: 3 }] } },
    });
    expect(walkPhase({}, ...before, person('fix'), worked()).state.at).toBe('verifying');
  });

  test('A-69 is overridden with a recorded rationale, and reaches the final review with the others', () => {
    const to = answered('override', 'a known limit');
    expect(to).toMatchObject({
      at: 'closing',
      isSkipped: false,
      findings: [
        { phase: 1, severity: 'critical', title: 'It leaks' },
        { phase: 1, severity: 'suggestion', title: 'A long name' },
      ],
    });
    expect(decisionOf(state, person('override', 'a known limit'), to)).toMatchObject({
      decision: 'overrode_review',
      note: 'a known limit',
    });
  });

  test('A-69 waits for the next command after a stop', () => {
    expect(answered('stop')).toMatchObject({ at: 'stopped', stop: { at: 'asking-review' } });
  });
});
