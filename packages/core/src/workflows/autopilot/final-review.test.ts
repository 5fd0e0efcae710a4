/** Tests the final review: what the reviewer gets, its fixes, and their limit. */
import { describe, expect, test } from 'vitest';
import { autopilot } from './machine.ts';
import { decisionOf } from './record/decision.ts';
import { autopilotJob } from './testing/jobs.ts';
import { finding, reviewed } from './testing/phase-rounds.ts';
import { agentIn, callIn, operationIn, person, questionIn, type Round } from './testing/seen.ts';
import { finalSurvey, fixed, opened, phaseEnded, phasesOf, walkSession } from './testing/session-rounds.ts';

const one = { phases: phasesOf('Core') };
const prior = { file: 'src/a.ts', line: 7, title: 'A long name', severity: 'suggestion', phase: 1 };
const toReview = [...opened, phaseEnded(1, { findings: [prior] }), finalSurvey];
const blocked = [...toReview, reviewed(finding('It leaks'), finding('It stalls'), finding('A nit', 'suggestion'))];
const walked = (...rounds: readonly Round[]) => walkSession(one, ...rounds).state;

describe('the reviewer of the whole change', () => {
  const call = agentIn(autopilot, walked(...toReview));

  test('A-78 gets the diff from the starting commit on, and the session', () => {
    expect(operationIn(autopilot, walked(...toReview.slice(0, -1)), 'survey-phase')).toEqual({
      base: 'b0',
      head: 'end1',
    });
    expect(call).toMatchObject({ role: 'autopilot.reviewer', persona: 'harness-code-reviewer', item: 'final' });
    expect(call.sent).toContain('text of whole diff');
    expect(call.sent).toMatch(/Scope: final\nDiff: git diff b0\.\.end1\nSession: spec/);
  });

  test('A-77 A-78 gets the findings that the phases ended with', () => {
    expect(call.sent).toContain('1. phase 1, suggestion, src/a.ts:7: A long name');
  });

  test('A-78 must look for what only the whole shows', () => {
    expect(call.whole).toContain('two names for one thing, the same function twice');
    expect(call.whole).toContain('drift from the architecture of the spec');
  });
});

test('A-79 without a blocking finding the review has passed, and the pull request is offered', () => {
  expect(walked(...toReview, reviewed(finding('A nit', 'suggestion')))).toMatchObject({
    at: 'asking-pull',
    status: 'passed',
  });
});

describe('A blocking finding', () => {
  test('A-80 is shown, and a person may fix, override or stop', () => {
    expect(questionIn(autopilot, walked(...blocked))).toMatchObject({
      header: 'Final review',
      choices: ['fix', 'override', 'stop'],
      text: expect.stringMatching(
        /2 blocking findings: src\/a\.ts:3 It leaks; src\/a\.ts:3 It stalls \(round 1 of 3\)/,
      ) as string,
      item: 'final',
      evidence: [{ path: 'whole diff' }],
    });
  });

  test('A-81 is fixed in work of its own, with a commit that names it', () => {
    const first = walked(...blocked, person('fix', 'gently'));
    expect(callIn(autopilot, first)).toMatchObject({
      machine: 'autopilot-work',
      input: {
        subject: '[autopilot] Fix: It leaks',
        phase: null,
        order: { is: 'fixes', fixes: [{ title: 'It leaks', file: 'src/a.ts', line: 3 }], note: 'gently' },
      },
    });
    const second = walked(...blocked, person('fix'), fixed('f1'));
    expect(callIn(autopilot, second)).toMatchObject({
      input: { subject: '[autopilot] Fix: It stalls', lane: { base: 'f1' } },
    });
  });

  test('A-81 is counted once per round, and everything is reviewed again after its fix', () => {
    const again = walked(...blocked, person('fix'), fixed('f1'), fixed('f2'));
    expect(again).toMatchObject({ at: 'surveying-final', cycles: 1, lane: { base: 'f2' } });
    expect(operationIn(autopilot, again, 'survey-phase')).toEqual({ base: 'b0', head: 'f2' });
  });

  test('A-82 is overridden with a recorded rationale', () => {
    const to = walked(...blocked, person('override', 'a known limit'));
    expect(to).toMatchObject({ at: 'asking-pull', status: 'overridden' });
    expect(decisionOf(walked(...blocked), person('override', 'a known limit'), to)).toMatchObject({
      decision: 'overrode_final_review',
      note: 'a known limit',
    });
  });

  test('A-82 waits for the next command after a stop', () => {
    expect(walked(...blocked, person('stop'))).toMatchObject({ at: 'halted', onto: { at: 'asking-final' } });
    expect(questionIn(autopilot, walked(...blocked, person('stop'), { command: 'resume' })).header).toBe(
      'Final review',
    );
  });
});

describe('three rounds of fixes', () => {
  const round = [person('fix'), fixed('f1'), finalSurvey, reviewed(finding('It leaks'))];
  const leaks = [...toReview, reviewed(finding('It leaks'))];

  test('A-81 A-90 are all: then the failure is recorded, and there is no fourth', () => {
    expect(questionIn(autopilot, walked(...leaks, ...round, ...round)).text).toContain('(round 3 of 3)');
    const spent = walked(...leaks, ...round, ...round, ...round);
    expect(operationIn(autopilot, spent, 'record-failure')).toMatchObject({
      slug: 'spec',
      phase: null,
      text: expect.stringContaining('after 3 rounds of fixes: src/a.ts:3 It leaks') as string,
    });
  });

  test('A-81 A-90 end the session at its limit, with the file that has the failure', () => {
    const recorded = { recorded: { ok: true, value: { file: '.harness/failures.md' } } };
    const { state, lines } = walkSession(one, ...leaks, ...round, ...round, ...round, recorded);
    expect([state.at, autopilot.ends[state.at]]).toEqual(['spent', 'limit-reached']);
    expect(lines.at(-1)).toMatch(/still blocks after 3 rounds of fixes\. Recorded in \.harness\/failures\.md/);
  });

  test('A-90 count those that an imported session has used', () => {
    const document = { startingCommit: 'b0', finalReview: { status: 'in_progress', findings: [], retryCount: 3 } };
    const imported = { from: 'x', document, foreign: {} } as never;
    expect(walkSession({ ...one, imported }, ...leaks).state.at).toBe('recording-limit');
  });
});

test('A-81 the number of rounds is a setting', () => {
  const settings = { ...autopilotJob.settings, finalReviews: 0 };
  expect(walkSession({ ...one, settings }, ...toReview, reviewed(finding('It leaks'))).state.at).toBe(
    'recording-limit',
  );
});
