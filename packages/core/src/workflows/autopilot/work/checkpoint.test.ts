/** Tests the checkpoints of a plan: the question of each kind, what its answers lead to, and the commit. */
import { describe, expect, test } from 'vitest';
import type { TaskCheckpoint } from '../../../sessions/plan-file.ts';
import { decisionOf } from '../record/decision.ts';
import { agentIn, artifact, operationIn, person, questionIn } from '../testing/seen.ts';
import { checked, committed, executed, gathered, segment, unchanged, walkWork } from '../testing/work-rounds.ts';
import { autopilotWork } from './machine.ts';

/** Task 1 ends with a checkpoint of this kind. */
const upTo = (kind: TaskCheckpoint, ...options: readonly string[]) => [
  segment({ tasks: [{ n: 1, title: 'Add' }], checkpoint: { kind, options }, isLast: false }),
  executed([1]),
  ...checked,
];
const verify = upTo('human-verify');
const decide = upTo('decision', 'SQLite', 'a file');
const act = upTo('human-action');

describe('the question', () => {
  test('A-47 human-verify shows what was built, and asks whether it is right', () => {
    const question = questionIn(autopilotWork, walkWork({}, ...verify).state);
    expect(question).toMatchObject({ header: 'Human verify', choices: ['yes', 'no', 'stop'], item: '1' });
    expect(question.evidence).toEqual([artifact('c1.diff')]);
    expect(question.text).toBe('Checkpoint after task 1, Add (b0..c1). Is the result right?');
  });

  test('A-48 decision presents the options of the plan', () => {
    expect(questionIn(autopilotWork, walkWork({}, ...decide).state)).toMatchObject({
      header: 'Decision',
      choices: ['SQLite', 'a file', 'stop'],
    });
  });

  test('A-49 human-action says what the person has to do, and waits for it', () => {
    const question = questionIn(autopilotWork, walkWork({}, ...act).state);
    expect(question).toMatchObject({ header: 'Human action', choices: ['done', 'stop'] });
    expect(question.text).toContain('after task 1: Add');
  });
});

describe('A task that changes no file', () => {
  const before = (kind: TaskCheckpoint, tasks = [{ n: 1, title: 'Log in' }]) => [
    segment({ tasks, checkpoint: { kind, options: ['a'] }, isLast: false }),
    executed(tasks.map(({ n }) => n)),
    unchanged,
  ];

  test('A-48 A-49 reaches its checkpoint, if a person decides or acts', () => {
    for (const kind of ['decision', 'human-action'] as const)
      expect(walkWork({}, ...before(kind), ...checked.slice(1)).state.at).toBe('asking-checkpoint');
  });

  test('A-47 has failed, if a person has to look at its result, or if other tasks were sent with it', () => {
    expect(walkWork({}, ...before('human-verify')).state).toMatchObject({ fault: { is: 'no-change' } });
    const two = [
      { n: 1, title: 'Add' },
      { n: 2, title: 'Log in' },
    ];
    expect(walkWork({}, ...before('human-action', two)).state).toMatchObject({ fault: { is: 'no-change' } });
  });
});

describe('A passed checkpoint', () => {
  test.each([
    ['human-verify', verify, 'yes'],
    ['decision', decide, 'SQLite'],
    ['human-action', act, 'done'],
  ])('A-50 of the kind %s is committed under the title of its task', (_, before, choice) => {
    const { state } = walkWork({}, ...before, person(choice));
    expect(operationIn(autopilotWork, state, 'publish')).toMatchObject({
      message: '[autopilot] Add',
      checkpoint: 'c1',
      as: 'commit',
    });
  });

  test('A-47 A-49 leads to the next tasks', () => {
    const { state, lines } = walkWork({}, ...verify, person('yes'), committed());
    expect(operationIn(autopilotWork, state, 'read-segment')).toMatchObject({ from: 2 });
    expect(lines.at(-1)).toBe('[autopilot] Add (d1)');
  });

  test('A-48 tells the executor of the later tasks what the person chose', () => {
    const later = segment({ tasks: [{ n: 2, title: 'Show' }] });
    const { state } = walkWork({}, ...decide, person('a file', 'it is small'), committed(), later);
    expect(agentIn(autopilotWork, state).sent).toContain('1. Task 1, Add: a file (it is small)');
  });

  test('A-47 A-48 is recorded with its task, a decision with its option', () => {
    const recorded = (before: typeof verify, choice: string) => {
      const { state } = walkWork({}, ...before);
      return decisionOf(state, person(choice), walkWork({}, ...before, person(choice)).state);
    };
    expect(recorded(verify, 'yes')).toMatchObject({ decision: 'checkpoint_passed', note: 'Add' });
    expect(recorded(decide, 'SQLite')).toMatchObject({ decision: 'checkpoint_decision', note: 'Add: SQLite' });
  });
});

describe('A checkpoint that is not passed', () => {
  test('A-47 sends the task back, with the note of the person as its error, and commits nothing', () => {
    const { state } = walkWork({}, ...verify, person('no', 'the button is missing'));
    expect(state).toMatchObject({ at: 'gathering', retries: 0 });
    expect(operationIn(autopilotWork, state, 'gather-retry')).toMatchObject({
      attempt: 1,
      error: 'the button is missing',
      task: { n: 1, title: 'Add' },
    });
    expect(walkWork({}, ...verify, person('no', 'the button is missing'), gathered()).state.at).toBe('executing');
  });

  test('A-49 keeps its question for the next command after a stop', () => {
    const { state } = walkWork({}, ...act, person('stop'));
    if (state.at !== 'stopped' || state.question === null) throw new Error(state.at);
    const again = walkWork({ stoppedAt: state.question }).state;
    // The diff belongs to the run that asked first.
    expect(questionIn(autopilotWork, again)).toMatchObject({ header: 'Human action', evidence: [] });
  });
});
