/** Tests the end of a phase: its records, the roadmap, and the commit of its documents. */
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../../failure/failure.ts';
import { closed, documented, finding, planRead, reviewed, until, walkPhase, worked } from '../testing/phase-rounds.ts';
import { callIn, operationIn, person } from '../testing/seen.ts';
import { autopilotPhase } from './machine.ts';

describe('the end of a phase', () => {
  const { state } = walkPhase({}, ...until.toClose);

  test('A-72 A-73 its timeline, roadmap and scratchpad are the work of one operation', () => {
    expect(operationIn(autopilotPhase, state, 'close-phase')).toMatchObject({
      specPath: 'docs/spec.md',
      slug: 'spec',
      phase: { n: 1, name: 'Core' },
      isSkipped: false,
    });
  });

  test('A-14 leaves a handoff for the next role', () => {
    expect(operationIn(autopilotPhase, state, 'keep-handoff')).toMatchObject({
      phase: { n: 1, name: 'Core' },
      handoff: { fromSkill: 'harness-autopilot', summary: 'Phase 1 is complete.' },
    });
  });

  test('A-14 tells the next role which findings of the review stayed', () => {
    const { state: withFinding } = walkPhase({}, ...until.toReview, reviewed(finding('A long name', 'suggestion')));
    expect(operationIn(autopilotPhase, withFinding, 'keep-handoff')).toMatchObject({
      handoff: { concerns: ['suggestion: src/a.ts:3: A long name'] },
    });
  });

  test('commits the documents of the phase under its own name', () => {
    const { state: committing } = walkPhase({}, ...until.toClose, closed);
    expect(callIn(autopilotPhase, committing)).toMatchObject({
      machine: 'autopilot-documents',
      input: { subject: '[autopilot] Phase 1: Core' },
    });
  });

  test('A-72 marks the phase as complete, with the findings of its review', () => {
    const rounds = [...until.toReview, reviewed(finding('A long name', 'suggestion')), closed, documented];
    const { state: end, lines } = walkPhase({}, ...rounds);
    expect(end).toMatchObject({ at: 'complete', lane: { base: 'b2' }, findings: [{ title: 'A long name', phase: 1 }] });
    expect(lines.at(-1)).toBe('complete');
  });

  test('A-96 says whether the retries of a task were used up', () => {
    const [verify, survey, integrate, review] = until.toClose.slice(-4);
    const rest = [verify, survey, integrate, review].filter((round) => round !== undefined);
    const troubled = [...until.toWork, worked({ isTroubled: true }), ...rest, closed, documented];
    expect(walkPhase({}, ...troubled).state).toMatchObject({ at: 'complete', isTroubled: true });
  });

  test('A-44 of a skipped phase tells so, and completes nothing', () => {
    const skip = [...until.toPlan, planRead({ concerns: ['no tests'] }), person('skip phase')];
    expect(operationIn(autopilotPhase, walkPhase({}, ...skip).state, 'close-phase')).toMatchObject({ isSkipped: true });
    const { state: end, lines } = walkPhase({}, ...skip, closed, documented);
    expect(end.at).toBe('skipped');
    expect(lines.at(-1)).toBe('skipped');
  });

  test('fails with its reason, and completes nothing', () => {
    const because = failureOf('git.failed', {});
    const failed = { ...closed, closed: { ok: false, failure: because } };
    expect(walkPhase({}, ...until.toClose, failed).state).toEqual({ at: 'failed', because });
  });
});
