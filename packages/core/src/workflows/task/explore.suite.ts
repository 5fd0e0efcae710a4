/** Every path through a task, over every answer the world can give: from a fresh start and from every phase of a found session. */
import { expect, test } from 'vitest';
import { lookAtSession, surveyChange } from '../../effects/checkout.ts';
import type { EffectVocabulary } from '../../effects/kinds.ts';
import type { QuestionInput } from '../../effects/question.ts';
import type { Needs } from '../../machine/machine.ts';
import { type Exploration, explore, type Move } from '../../testing/explore.ts';
import { type TaskInput, type TaskWork, task } from './machine.ts';
import { type TaskPhase, taskPhases } from './phase.ts';
import type { Autofix, Session, TaskJob, TaskMode } from './session.ts';
import { type FoundState, isSessionState, type SessionSetup, type Task } from './state.ts';
import { taskJob, taskSession, taskWords } from './testing/tasks.ts';

/** What the path did, as far as a promise speaks of it. */
interface Seen {
  /** A person said Proceed to the spec, or the session that was found was beyond it. */
  readonly approved: boolean;
  readonly judged: boolean;
  readonly proposals: number;
  readonly committed: boolean;
}
const start: Seen = { approved: false, judged: false, proposals: 0, committed: false };

type Remember = { readonly [Name in Task['at']]?: (seen: Seen, to: Task) => Seen };
const built = (seen: Seen): Seen => ({ ...seen, judged: false });
const remember: Remember = {
  'clearing-old': () => start, // whatever was before, a new session begins
  inspecting: (seen, to) => ({
    ...seen,
    approved: seen.approved || !['looking', 'planning', 'approving'].includes(to.at),
  }),
  approving: (seen, to) => ({ ...seen, approved: seen.approved || to.at === 'drafting' || to.at === 'implementing' }),
  implementing: built,
  applying: built,
  judging: (seen) => ({ ...seen, judged: true }),
  // One that a crash cut off was none.
  proposing: (seen, to) => (to.at === 'inspecting' ? seen : { ...seen, proposals: Math.min(2, seen.proposals + 1) }),
  committing: (seen, to) => ({ ...seen, committed: to.at === 'clearing' }),
};
const after = (seen: Seen, { from, to }: Omit<Move<Task, Seen>, 'seen'>): Seen => remember[from.at]?.(seen, to) ?? seen;

const choicesOf = (needs: Needs): readonly string[] =>
  needs['answer']?.kind === 'question' ? (needs['answer'].input as QuestionInput).choices : [];
const asks = (needs: Needs, op: string) =>
  Object.values(needs).some(({ kind, input }) => kind === 'checkout' && (input as { op: string }).op === op);

type Promises = NonNullable<Exploration<TaskInput, Task, Seen>['states']>;
const promises: Promises = {
  'I1 attempted exactly when decided': (state) =>
    !isSessionState(state) || state.attempted === (state.autofix !== null && state.autofix !== 'proposed'),
  'I2 offered only while it is a right': (state, needs) =>
    !isSessionState(state) ||
    !choicesOf(needs).includes('Auto-fix proposal') ||
    (!state.attempted && state.autofix === null),
  'I4 stopped wins no retries back': (state) =>
    !isSessionState(state) || state.autofix !== 'stopped' || state.layer1.retries <= state.job.limits.layer1,
  'W-109 Layer 1 retries at most 3': (state) =>
    !isSessionState(state) || state.layer1.retries <= state.job.limits.layer1,
  'W-134 Layer 2 retries at most 2': (state) =>
    !isSessionState(state) || state.layer2.retries <= state.job.limits.layer2,
  'W-138 rounds at most 3': (state) => !isSessionState(state) || state.round <= state.job.limits.rounds,
  'W-159 nothing is built that nobody confirmed': (state, _, { approved }) =>
    (state.at !== 'implementing' && state.at !== 'drafting') || approved,
  'W-152 one auto-fix a session': (_, __, { proposals }) => proposals <= 1,
  'W-158 nothing is offered for commit that nobody judged': (state, _, { judged }) =>
    state.at !== 'commit-gate' || judged,
  'WO-14 documents are deleted only after the commit': (state, needs, { committed }) =>
    state.at !== 'clearing' || state.docs === 'keep' || !asks(needs, 'clear') || committed,
};

/** With few retries every way in can be walked; with all retries only from where they count. */
const brief: TaskJob = {
  ...taskJob,
  commands: { ...taskJob.commands, build: null },
  limits: { ...taskJob.limits, layer1: 0, layer2: 0, rounds: 1 },
};
const full: TaskJob = { ...brief, limits: { ...taskJob.limits, layer1: 1, layer2: 1, rounds: 2 } };
const { model } = taskSession;
const begun = (mode: TaskMode | null, more: Partial<SessionSetup> = {}): TaskInput => ({
  setup: { job: brief, style: 'auto', mode, model: mode && model, ...more },
  found: null,
});
const autofixes: readonly Autofix[] = [null, 'proposed', 'applied', 'cleared', 'rejected', 'stopped'];
const found = (session: Partial<Session>, phase: TaskPhase, step: FoundState['step'] = null): TaskInput => ({
  setup: { job: brief, style: 'auto', mode: 'single', model },
  found: {
    session: { ...taskSession, job: brief, mode: 'single', conventions: 'skipped', ...session },
    phase,
    step,
    document: {},
  },
});

/** What stands in for the world: without crashes and forged places the counting can be walked to its end. */
const without = (...ops: readonly string[]): EffectVocabulary => ({
  ...taskWords,
  operations: taskWords.operations.map((one) =>
    ops.includes(one.op) ? { ...one, samples: one.samples.slice(0, 2) } : one,
  ),
});
const calm = without(lookAtSession.op, surveyChange.op);
const whole = without(lookAtSession.op);

const walked = (machine: typeof task, inputs: readonly TaskInput[], words: EffectVocabulary = taskWords) => {
  const { states, moves, broken } = explore(machine, { inputs, words, history: { start, after }, states: promises });
  console.log(`task: ${states} states, ${moves} moves`);
  return broken;
};
const isWay = (one: string) => one.startsWith('X4 never gone');

/** The same machine, left where its setup is done: which models were chosen changes nothing afterwards. */
const setupOnly: typeof task = {
  ...task,
  steps: new Map([...task.steps].filter(([at]) => at !== 'looking')),
  ends: { ...task.ends, looking: 'done' },
};

/** And left where a session that was found goes on: on which branch changes nothing afterwards. */
const foundOnly: typeof task = {
  ...task,
  steps: new Map([...task.steps].filter(([at]) => at !== 'surveying' && at !== 'preparing')),
  ends: { ...task.ends, surveying: 'done', preparing: 'done' },
};

/** All of it: most of a minute. */
export const everyWay = () =>
  test('every way into and through a task keeps its promises, is really gone, and ends or waits for a person', () => {
    const settingUp = walked(setupOnly, [
      begun(null),
      begun(null, { job: { ...brief, hasGit: false } }),
      begun('single', { model: null }),
      begun('single', { model: null, job: { ...brief, hasGit: false } }),
      begun(null, { model }),
      { ...begun('single'), found: { skill: 'spec' } },
      { ...begun('single'), found: { begun: { job: brief, style: 'auto', mode: null, model: null } } },
      { clearBase: 'docs/harness' },
    ]);
    const changedByHand = walked({ ...task, start: handChanged }, [found({}, 'plan_done')], calm);
    const begunAnew = walked(
      task,
      [
        begun('multi', { style: 'phase' }),
        begun('standard', { job: { ...brief, commands: taskJob.commands } }),
        begun('single', { job: { ...brief, hasGit: false, flags: { verifierModel: 'opus', outputDir: null } } }),
      ],
      calm,
    );
    const working = walked(task, [
      ...taskPhases.map((phase) => found({}, phase)),
      found({ v1: { verify: true } }, 'generate_ready'),
      found({ v1: { verify: false } }, 'generate_ready'),
      ...(['generate', 'verify', 'evaluate'] as const).map((step) => found({}, 'evaluate_done', step)),
      found({ mode: 'standard' }, 'generate_ready'),
    ]);
    const rejoined = walked(foundOnly, [found({ base: null, branch: null }, 'evaluate_ready')]);
    const sentBack = walked(
      task,
      [
        found(
          { job: { ...brief, limits: { ...brief.limits, layer1: 1 } }, autofix: 'rejected', attempted: true },
          'verify_ready',
        ),
      ],
      whole,
    );
    const counting = walked(task, counts, calm);
    expect(
      [settingUp, changedByHand, begunAnew, working, rejoined, counting, sentBack].flat().filter((one) => !isWay(one)),
    ).toEqual([]);
    expect(
      working.filter(
        (one) =>
          isWay(one) &&
          [settingUp, changedByHand, begunAnew, rejoined, counting, sentBack].every((ways) => ways.includes(one)),
      ),
    ).toEqual([]);
  }, 180_000);

/** What counts: retries, rounds and auto-fixes to their ends, and every way through the setup. */
export const everyCount = () =>
  test('every count of retries, rounds and auto-fixes keeps its promises, and ends or waits for a person', () => {
    const broken = [walked(task, counts, calm), walked(setupOnly, [begun(null), begun('single', { model: null })])];
    expect(broken.flat().filter((one) => !isWay(one))).toEqual([]);
  }, 60_000);

/** A run that lay at a gate, and whose state file says something else. */
const handChanged = (input: TaskInput): Task => {
  const { session } = (input as TaskWork).found as FoundState;
  return task.adjust(
    { ...session, at: 'approving' },
    { stateFile: { session, phase: 'generate_ready' }, phase: 'plan_done' },
  );
};

/** All retries and rounds, wherever a session was found, with and without an auto-fix. */
const counts = [0, 1].flatMap((retries) =>
  autofixes.flatMap((autofix) =>
    (['generate_ready', 'verifying', 'verify_done', 'evaluate_done'] as const).map((phase) => {
      const attempted = autofix !== null && autofix !== 'proposed';
      return found({ job: full, autofix, attempted, layer1: { result: 'FAIL', retries } }, phase);
    }),
  ),
);

counts.push(
  found({ job: { ...full, flags: { verifierModel: 'opus', outputDir: null } } }, 'verify_ready'),
  found({ job: { ...brief, hasGit: false, limits: { ...brief.limits, rounds: 2 } } }, 'evaluate_ready'),
  found({ job: { ...brief, limits: { ...brief.limits, rounds: 2 } }, mode: 'standard' }, 'evaluate_ready'),
);

/** The task with one step that is wrong. */
function spoilt(at: Task['at'], next: (state: Task, right: () => Task) => unknown): typeof task {
  const step = task.steps.get(at);
  if (!step) throw new Error(`${at} has no step`);
  const wrong = { ...step, next: (state: Task, answers: never) => next(state, () => step.next(state, answers)) };
  return { ...task, steps: new Map([...task.steps, [at, wrong as typeof step]]) };
}

export const everyMistake = () =>
  test.each<[string, string, typeof task]>([
    [
      'builds what nobody confirmed',
      'W-159',
      spoilt('planning', (state) => ({ ...state, at: 'implementing', because: 'round', failure: '' })),
    ],
    ['gives the auto-fix back', 'I1', spoilt('applying', (_, right) => ({ ...right(), attempted: false }))],
    [
      'counts no retries',
      'W-109',
      spoilt('reporting', (state) => ({
        ...state,
        layer1: { result: 'FAIL', retries: 9 },
        at: 'verify-gate',
        failure: '',
      })),
    ],
    [
      'offers for commit what nobody judged',
      'W-158',
      spoilt('evaluating', (state) => ({ ...state, at: 'commit-gate', accepted: 'passed' })),
    ],
    [
      'deletes before it commits',
      'WO-14',
      spoilt('guarding', (state) => ({ ...state, at: 'clearing', docs: 'clear' })),
    ],
  ])('the walk finds a task that %s', (_, promise, machine) => {
    const broken = walked(machine, [found({}, 'plan_ready')], calm);
    expect(broken).toContainEqual(expect.stringMatching(new RegExp(`^${promise} `)));
  });
