/** Tests what makes work green: the tests of the base, every check, and the form of the documents. */
import { describe, expect, test } from 'vitest';
import { ok } from '../../../failure/failure.ts';
import { fixJob, session, workJob } from '../testing/jobs.ts';
import { agentIn, operationIn, person, questionIn } from '../testing/seen.ts';
import {
  checked,
  executed,
  gathered,
  green,
  inspected,
  proved,
  red,
  saved,
  segment,
  started,
  valid,
  walkWork,
} from '../testing/work-rounds.ts';
import { autopilotWork } from './machine.ts';

const before = [segment(), executed([1, 2]), saved()];

describe('A task that the executor calls complete', () => {
  test('A-98 is complete after every check and every document is in order', () => {
    const two = { session: { ...session, checks: ['npm test', 'npm run lint'] } };
    expect(walkWork(two, ...before, inspected, green).state).toMatchObject({
      at: 'checking',
      unchecked: ['npm run lint'],
    });
    expect(walkWork(two, ...before, inspected, green, green).state.at).toBe('validating');
    expect(walkWork(two, ...before, inspected, green, green, valid()).state.at).toBe('proving');
  });

  test('A-98 has failed if a check is red: the last one is repeated', () => {
    expect(walkWork({}, ...before, inspected, red).state).toMatchObject({
      at: 'gathering',
      left: [{ n: 2, title: 'Show' }],
      fault: { is: 'red', red: [{ command: 'npm test', tail: '1 failing' }] },
    });
  });

  test('A-98 has failed if a document of the repository is not in order', () => {
    const problems = ['.harness/learnings.md: line 3'];
    expect(walkWork({}, ...before, inspected, green, valid(...problems)).state).toMatchObject({
      at: 'gathering',
      fault: { is: 'documents', problems },
    });
  });

  test('A-10 A-56 is checked in the same way in the rigor fast', () => {
    const fast = { session: { ...session, rigor: 'fast' } } as const;
    expect(walkWork(fast, ...before, inspected, red).state.at).toBe('gathering');
    expect(walkWork(fast, ...before, inspected, green, valid()).state.at).toBe('proving');
  });

  test('A-98 needs no check if a person ignored all of them on the base, but its documents', () => {
    const none = { session: { ...session, checks: [] } };
    expect(walkWork(none, ...before, inspected).state.at).toBe('validating');
    expect(walkWork(none, ...before, inspected, valid('x')).state).toMatchObject({ fault: { is: 'documents' } });
  });

  test('needs a person if it weakens a test', () => {
    const weakened = [{ file: 'a.test.ts', how: 'deleted', detail: '' }];
    const asked = [...before, { inspected: ok({ weakened }) }];
    expect(questionIn(autopilotWork, walkWork({}, ...asked).state)).toMatchObject({ header: 'Tests' });
    expect(walkWork({}, ...asked, person('Send back', 'keep it')).state).toMatchObject({
      at: 'gathering',
      fault: { is: 'tests', files: ['a.test.ts'], note: 'keep it' },
    });
  });
});

describe('The commit of a phase', () => {
  test('A-51 needs a proof, and a proof that finds no witness sends the work back', () => {
    const proving = [...before, inspected, green, valid()];
    const back = { proof: { child: 'c', end: 'done', result: { at: 'back', reasons: [] } } };
    expect(walkWork({}, ...proving, back).state).toMatchObject({ at: 'gathering', fault: { is: 'proof' }, retries: 0 });
    expect(walkWork({}, ...proving, proved).state.at).toBe('committing');
  });

  test.each([
    ['the tasks of a plan', workJob, [segment(), executed([1, 2])], 'TASKS: 0-0'],
    ['fixes', fixJob, [started, executed([1])], 'FINDINGS: 1-1'],
  ])('A-51 follows when %s were sent back and repaired as a whole', (_, job, first, sent) => {
    const back = { proof: { child: 'c', end: 'done', result: { at: 'back', reasons: [] } } };
    const again = [...first, ...checked, back, gathered()];
    const call = agentIn(autopilotWork, walkWork(job, ...again).state);
    expect(call.sent).toContain(sent);
    expect(call.sent).toContain(job === workJob ? '0. Phase 1: Core' : 'It leaks');
    const repaired = walkWork(job, ...again, executed([job === workJob ? 0 : 1]), ...checked);
    expect(repaired.state.at).toBe('proving');
    expect(walkWork(job, ...again, executed([2]), ...checked, proved).state.at).toBe('committing');
    expect(walkWork(job, ...again, executed([]), saved()).state).toMatchObject({ fault: { is: 'left-out' } });
  });

  test('A-99 is made on the current branch', () => {
    const { state } = walkWork({}, ...before, inspected, green, valid(), proved);
    expect(operationIn(autopilotWork, state, 'publish')).toMatchObject({
      lane: { path: '.', branch: 'main' },
    });
  });
});
