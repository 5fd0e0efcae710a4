/** Tests the end of a session: the offer of a pull request first, then the last documents, and DONE last of all. */
import { describe, expect, test } from 'vitest';
import { autopilot } from './machine.ts';
import { sessionStanding } from './record/state-name.ts';
import { documented, finding, reviewed } from './testing/phase-rounds.ts';
import { callIn, operationIn, person, questionIn, type Round } from './testing/seen.ts';
import {
  finalSurvey,
  offered,
  opened,
  phaseEnded,
  phasesOf,
  sessionClosed,
  walkSession,
} from './testing/session-rounds.ts';

const one = { phases: phasesOf('Core') };
const toOffer = [...opened, phaseEnded(1), finalSurvey, reviewed()];
const walked = (...rounds: readonly Round[]) => walkSession(one, ...toOffer, ...rounds).state;

describe('the pull request', () => {
  test('A-84 is offered, and nothing is merged', () => {
    const question = questionIn(autopilot, walked());
    expect(question).toMatchObject({ header: 'PR', choices: ['yes', 'no'] });
    expect(question.text).toBe('All 1 phases are complete. Create a PR for main? (yes / no)');
    expect(walked(person('no')).at).toBe('closing-session');
  });

  test('A-84 has the phases, the checks and the final review in its text', () => {
    const args = operationIn(autopilot, walked(person('yes')), 'offer-pull') as { title: string; body: string };
    expect(args).toMatchObject({ title: 'Autopilot: spec', base: 'main', lane: { base: 'end1' } });
    expect(args.body).toContain('- Phase 1: Core\n');
    expect(args.body).toContain('- `npm test`\n- Final review: passed, 0 rounds of fixes.');
  });

  test('A-84 names what a person accepted', () => {
    const toEnd = [...opened, phaseEnded(1, { isUnwitnessed: true }), finalSurvey, reviewed(finding('It leaks'))];
    const { state } = walkSession(one, ...toEnd, person('override'), person('yes'));
    const { body } = operationIn(autopilot, state, 'offer-pull') as { body: string };
    expect(body).toContain('- Phase 1 was accepted without a witness.\n- A person overrode the findings');
  });

  test('A-84 names the findings that a phase ended with', () => {
    const findings = [{ phase: 1, severity: 'critical', file: 'src/a.ts', line: 3, title: 'It leaks' }];
    const { state } = walkSession(one, ...opened, phaseEnded(1, { findings }), finalSurvey, reviewed(), person('yes'));
    const { body } = operationIn(autopilot, state, 'offer-pull') as { body: string };
    expect(body).toContain('## Follow-ups\n\n- Phase 1, critical: src/a.ts:3: It leaks\n');
  });

  test('A-84 that the forge refuses is asked about again, with the reason', () => {
    const refused = [person('yes'), offered({ is: 'refused', because: 'no permission' })];
    expect(questionIn(autopilot, walked(...refused)).text).toContain('The pull request was refused: no permission.');
    expect(walkSession(one, ...toOffer, ...refused).lines.at(-1)).toBe('The pull request was refused: no permission');
  });
});

describe('the last documents', () => {
  const open = offered({ is: 'open', pull: 7, url: 'https://forge/7', branch: 'main' });

  test('A-108 come after the answer about the pull request', () => {
    expect(walked(person('yes'), open).at).toBe('closing-session');
    expect(walkSession(one, ...toOffer, person('yes'), open).lines.at(-1)).toBe(
      'Pull request 7 is open: https://forge/7',
    );
  });

  test('A-85 A-86 are the last handoff, the learnings and the roadmap, of this spec', () => {
    expect(operationIn(autopilot, walked(person('no')), 'close-session')).toMatchObject({
      specPath: 'docs/spec.md',
      slug: 'spec',
    });
  });

  test.each([
    [30, []],
    [31, ['31 learnings: run `harness learnings prune`']],
  ])('A-85 with %i learnings suggest: %j', (learnings, lines) => {
    const before = walkSession(one, ...toOffer, person('no')).lines.length;
    expect(walkSession(one, ...toOffer, person('no'), sessionClosed(learnings)).lines.slice(before)).toEqual(lines);
  });

  test('are committed with the subject of the last phase', () => {
    expect(callIn(autopilot, walked(person('no'), sessionClosed(1)))).toMatchObject({
      machine: 'autopilot-documents',
      input: { subject: '[autopilot] Phase 1: Core' },
    });
  });

  test('A-87 A-108 come before the state DONE, which is the last', () => {
    const rounds = [person('no'), sessionClosed(1), documented];
    const names = rounds.map((_, at) => sessionStanding(walked(...rounds.slice(0, at + 1))));
    expect(names).toEqual(['FINAL_REVIEW', 'FINAL_REVIEW', 'DONE']);
    const end = walked(...rounds);
    expect([end.at, autopilot.ends[end.at]]).toEqual(['done', 'done']);
  });
});
