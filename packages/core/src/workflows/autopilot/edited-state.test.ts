/** Tests a state file that a person edited while the session rested. */
import { describe, expect, test } from 'vitest';
import { applySessionChanges } from './edited-state.ts';
import { autopilot } from './machine.ts';
import type { Autopilot, StateEdit } from './state.ts';
import { person, questionIn, walk } from './testing/seen.ts';
import { opened, phaseEnded, phasesOf, walkSession } from './testing/session-rounds.ts';

const phases = phasesOf('A', 'B', 'C');
const resting = walkSession({ phases }, ...opened, phaseEnded(1), person('stop')).state;
const edited = (stateFile: StateEdit, from: Autopilot = resting) => applySessionChanges(from, { stateFile });
const answered = (edit: StateEdit, choice: string) => walk<Autopilot>(autopilot, edited(edit), person(choice)).state;

describe('An edited state file', () => {
  test('A-91 A-94 is asked about, with what it would change', () => {
    const question = questionIn(autopilot, edited({ currentPhase: 2, skipped: [1] }));
    expect(question).toMatchObject({ header: 'State File', choices: ['Take over', 'Overwrite'] });
    expect(question.text).toContain('It continues with phase 3 and skips 2; the session is at phase 1.');
  });

  test('A-91 changes nothing while the session works', () => {
    const running = walkSession({ phases }, ...opened).state;
    expect(edited({ currentPhase: 2, skipped: [] }, running)).toBe(running);
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

  test('A-94 that skips all open phases leads to the final review', () => {
    expect(answered({ currentPhase: 1, skipped: [1, 2] }, 'Take over').at).toBe('surveying-final');
  });
});
