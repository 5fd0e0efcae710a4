/** Tests a state file that a person edited while the session rested. */
import { describe, expect, test } from 'vitest';
import { ok } from '../../failure/failure.ts';
import { applySessionChanges } from './edited-state.ts';
import { autopilot } from './machine.ts';
import type { Autopilot, StateEdit } from './state.ts';
import { person, questionIn, type Round, walk } from './testing/seen.ts';
import { finalSurvey, fixed, opened, phaseEnded, phasesOf, walkSession } from './testing/session-rounds.ts';

const phases = phasesOf('A', 'B', 'C');
const resting = walkSession({ phases }, ...opened, phaseEnded(1), person('stop')).state;
const edited = (stateFile: StateEdit, from: Autopilot = resting) => applySessionChanges(from, { stateFile });
const answered = (edit: StateEdit, choice: string) => walk<Autopilot>(autopilot, edited(edit), person(choice)).state;

const finding = { file: 'a.ts', line: 1, severity: 'critical', title: 'It leaks', rationale: 'r' };
const blocked: Round = { reviewed: ok({ findings: [finding], assessment: 'no' }) };
const clean: Round = { reviewed: ok({ findings: [], assessment: 'approve' }) };

describe('An edited state file', () => {
  test('A-91 A-94 is asked about, with what it would change', () => {
    const question = questionIn(autopilot, edited({ currentPhase: 2, skipped: [1] }));
    expect(question).toMatchObject({ header: 'State File', choices: ['Take over', 'Overwrite'] });
    expect(question.text).toContain('It continues with phase 3 and skips 2; the session is at phase 1.');
  });

  test('A-91 waits until the running phase is finished; then it is asked about', () => {
    const running = edited({ currentPhase: 2, skipped: [1] }, walkSession({ phases }, ...opened).state);
    expect(running).toMatchObject({ at: 'running-phase', index: 0 });
    const asking = walk<Autopilot>(autopilot, running, phaseEnded(1)).state;
    expect(questionIn(autopilot, asking)).toMatchObject({ header: 'State File' });
    const answer = (choice: string) => walk<Autopilot>(autopilot, asking, person(choice)).state;
    expect(answer('Take over')).toMatchObject({ at: 'running-phase', index: 2 });
    expect(answer('Overwrite')).toMatchObject({ at: 'asking-next', next: 1 });
  });

  test('A-91 that comes during the question about the next phase follows its answer, also after a stop', () => {
    const next = walkSession({ phases }, ...opened, phaseEnded(1)).state;
    const asking = walk<Autopilot>(autopilot, edited({ currentPhase: 2, skipped: [1] }, next), person('yes')).state;
    expect(asking).toMatchObject({ at: 'asking-edited', own: { at: 'running-phase', index: 1 } });
    const stopped = walk<Autopilot>(autopilot, edited({ currentPhase: 2, skipped: [1] }, next), person('stop')).state;
    expect(stopped).toMatchObject({ at: 'halted', onto: { edit: { currentPhase: 2 } } });
  });

  test('A-91 that is refused changes nothing', () => {
    expect(answered({ currentPhase: 2, skipped: [1] }, 'Overwrite')).toEqual(resting);
  });

  test('A-94 skips the phases that it marks, and continues with the one that it names', () => {
    expect(answered({ currentPhase: 1, skipped: [1] }, 'Take over')).toMatchObject({ at: 'running-phase', index: 2 });
    expect(answered({ currentPhase: 2, skipped: [] }, 'Take over')).toMatchObject({ at: 'running-phase', index: 2 });
  });

  test('A-94 runs no finished phase again', () => {
    expect(answered({ currentPhase: 0, skipped: [] }, 'Take over')).toMatchObject({
      at: 'running-phase',
      index: 1,
      job: { phases: [{ isOver: 'complete' }, {}, {}] },
    });
  });

  test('A-91 that comes during the final review follows its next step, and may bring a skipped phase back', () => {
    const skipped = phaseEnded(1, { at: 'skipped' });
    const last = [skipped, person('yes'), phaseEnded(2), person('yes'), phaseEnded(3), finalSurvey];
    const reviewing = walkSession({ phases }, ...opened, ...last).state;
    const asked = (from: Autopilot, ...rounds: readonly Round[]) =>
      walk<Autopilot>(autopilot, edited({ currentPhase: 0, skipped: [] }, from), ...rounds).state;
    const states = [
      asked(reviewing, blocked),
      asked(walk<Autopilot>(autopilot, reviewing, blocked).state, person('fix', 'gently')),
      asked(walk<Autopilot>(autopilot, reviewing, blocked, person('fix')).state, fixed('f1')),
      asked(walk<Autopilot>(autopilot, reviewing, blocked, person('stop')).state),
      asked(walk<Autopilot>(autopilot, reviewing, clean).state, person('no')),
    ];
    const owns = ['asking-final', 'fixing-final', 'surveying-final', 'halted', 'closing-session'];
    expect(states.map((state) => state.at === 'asking-edited' && state.own.at)).toEqual(owns);
    for (const [at, state] of states.entries()) {
      expect(questionIn(autopilot, state).text).toContain('the session is at phase 3');
      const answer = (choice: string) => walk<Autopilot>(autopilot, state, person(choice)).state;
      expect(answer('Overwrite')).not.toHaveProperty('edit');
      expect(answer('Overwrite').at).toBe(owns[at]);
      expect(answer('Take over')).toMatchObject({ at: 'running-phase', index: 0 });
    }
  });

  test('A-94 that skips all open phases leads to the final review', () => {
    expect(answered({ currentPhase: 1, skipped: [1, 2] }, 'Take over').at).toBe('surveying-final');
  });
});
