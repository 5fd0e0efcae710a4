/** Tests the retries of a failed task: what each one gets, and what happens after the last. */
import { describe, expect, test } from 'vitest';
import { fail } from '../../../failure/failure.ts';
import { decisionOf } from '../record/decision.ts';
import { fixJob, session } from '../testing/jobs.ts';
import { agentIn, artifact, operationIn, person, questionIn } from '../testing/seen.ts';
import {
  checked,
  committed,
  diagnosed,
  executed,
  failed,
  gathered,
  inspected,
  outOfRetries,
  proved,
  recovered,
  red,
  saved,
  segment,
  started,
  walkWork,
} from '../testing/work-rounds.ts';
import { autopilotWork } from './machine.ts';

const first = [segment(), failed(1, 'it throws'), saved(), gathered()];
const second = [...first, failed(1, 'it still throws'), saved(), gathered({ earlier: [artifact('first error')] })];
const imports = { imports: artifact('imports'), instructions: artifact('task of the plan') };
const third = [
  ...second,
  executed([1]),
  saved(),
  inspected,
  red,
  gathered({ ...imports, earlier: [artifact('first error'), artifact('second error')] }),
];
const sentIn = (...rounds: Parameters<typeof walkWork>[1][]) =>
  agentIn(autopilotWork, walkWork({}, ...rounds).state).sent;

describe('a retry', () => {
  test('A-52 sends only the failed task, with its error and the advice to fix what is obvious', () => {
    const sent = sentIn(...first);
    expect(sent).toContain('TASKS: 1-1');
    expect(sent).toContain('<data name="error" trust="data">\ntext of error\n</data>');
    expect(sent).toContain('RETRY: 1/3. Read the error, and apply the obvious fix.');
    expect(sent).not.toMatch(/learnings\.md|related files|imports/);
  });

  test('A-53 gets the related files, the learnings and the earlier error the second time', () => {
    const sent = sentIn(...second);
    expect(sent).toContain('<data name="related files" trust="data">\n1. src/a.ts\n</data>');
    expect(sent).toContain('<data name="learnings" trust="data">\ntext of .harness/learnings.md\n</data>');
    expect(sent).toContain('text of first error');
    expect(sent).not.toMatch(/name="imports"|output of the checks/);
  });

  test('A-54 gets the output of the checks, the imports, the plan of the task and a diagnosis the third time', () => {
    const sent = sentIn(...third, diagnosed('look at line 3'));
    for (const text of [
      'text of red log',
      'text of imports',
      'text of task of the plan',
      'look at line 3',
      'second error',
    ])
      expect(sent).toContain(text);
    expect(sent).toContain('RETRY: 3/3.');
  });

  test('A-54 AO-44 asks a role that did not build the task for the cause, before the third', () => {
    const call = agentIn(autopilotWork, walkWork({}, ...third).state);
    expect(call).toMatchObject({ role: 'autopilot.diagnostician', mode: 'review' });
    expect(call.sent).toContain('text of first error');
    const { state } = walkWork({}, ...third, { diagnosed: fail('agent.timeout') });
    expect(state).toMatchObject({ at: 'executing', retries: 3, retry: { diagnosis: '' } });
    const without = walkWork({ session: { ...session, diagnostician: false } }, ...third);
    expect(without.state.at).toBe('executing');
  });

  test('A-100 A-107 gets its number, and what it tries', () => {
    const { lines } = walkWork({}, ...third, diagnosed('look at line 3'));
    expect(lines).toEqual([
      'Retry 1/3 of Add: obvious fix',
      'Retry 2/3 of Add: related files and learnings',
      'Retry 3/3 of Add: test output, imports and plan',
    ]);
  });

  test('A-90 of the next task starts from 1', () => {
    const { state } = walkWork({}, ...first, executed([1]), ...checked, failed(2, 'it hangs'), saved(), gathered());
    expect(state).toMatchObject({ at: 'executing', retries: 1, left: [{ n: 2 }] });
  });

  test('A-58 A-66 of fixes has its own budget', () => {
    const fault = [started, failed(1, 'it hangs'), saved()];
    expect(walkWork(fixJob, ...fault, gathered(), executed([1]), ...checked, proved).state.at).toBe('committing');
    expect(walkWork(fixJob, ...fault).state).toMatchObject({ at: 'gathering', retries: 0 });
  });
});

describe('after three retries', () => {
  const { state, lines } = walkWork({}, ...outOfRetries, recovered);
  const answered = (choice: string, note = '') => walkWork({}, ...outOfRetries, recovered, person(choice, note)).state;

  test('A-55 A-90 the work is committed as a recovery and the failure is recorded, instead of one more try', () => {
    const { state: recovering } = walkWork({}, ...outOfRetries);
    expect(operationIn(autopilotWork, recovering, 'publish')).toMatchObject({
      message: '[autopilot][recovery] Add',
    });
    expect(operationIn(autopilotWork, recovering, 'record-failure')).toEqual({
      slug: 'spec',
      phase: { n: 1, name: 'Core' },
      text: 'Add: error of retry 3',
    });
  });

  test('A-107 the person sees the file that has the failure', () => {
    expect(lines.slice(-2)).toEqual([
      'Budget exhausted. Recorded in .harness/failures.md.',
      '[autopilot][recovery] Add (r1)',
    ]);
  });

  test('A-55 A-107 a person is asked', () => {
    const question = questionIn(autopilotWork, state);
    expect(question).toMatchObject({
      header: 'Retries',
      choices: ['fix manually and continue', 'revise plan', 'stop'],
    });
    expect(question.text).toMatch(
      /^Budget exhausted\. Recorded in \.harness\/failures\.md\. The task "Add" failed 4 times/,
    );
    expect(question.text).toContain('error of retry 3');
  });

  test('A-55 a repair of the person is checked like every other work', () => {
    expect(answered('fix manually and continue').at).toBe('saving-repair');
    const repair = [...outOfRetries, recovered, person('fix manually and continue'), saved('c9'), ...checked.slice(1)];
    expect(walkWork({}, ...repair).state).toMatchObject({ at: 'executing', left: [{ n: 2 }], checkpoint: 'c9' });
  });

  test('A-55 a plan is revised from the failed task on', () => {
    expect(answered('revise plan', 'two tasks')).toMatchObject({ at: 'revising', from: 1, note: 'two tasks' });
    expect(decisionOf(state, person('revise plan'), answered('revise plan'))).toMatchObject({
      decision: 'revised_plan',
    });
  });

  test('A-55 a stop keeps the question for the next command', () => {
    expect(answered('stop')).toMatchObject({ at: 'stopped', question: { at: 'asking-retries' } });
  });

  test('A-96 the phase remembers it', () => {
    const repair = [person('fix manually and continue'), saved('c9'), ...checked.slice(1)];
    const rest = [executed([2]), ...checked, proved, committed()];
    const { state: done } = walkWork({}, ...outOfRetries, recovered, ...repair, ...rest);
    expect(done).toMatchObject({ at: 'done', isTroubled: true });
  });

  test('fixes have no plan that could be revised', () => {
    const fixes = [started, ...outOfRetries.slice(1), recovered];
    expect(questionIn(autopilotWork, walkWork(fixJob, ...fixes).state).choices).toEqual([
      'fix manually and continue',
      'stop',
    ]);
  });
});
