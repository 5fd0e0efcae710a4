/** Explores every path of a task over every answer: from a new session and from every phase of a found one. */
import { expect, test } from 'vitest';
import { readSessionFiles, surveyChange } from '../../effects/checkout.ts';
import type { EffectVocabulary } from '../../effects/kinds.ts';
import type { QuestionInput } from '../../effects/question.ts';
import type { Needs } from '../../machine/machine.ts';
import { type Exploration, explore, type Move } from '../../testing/explore.ts';
import type { ProofJob } from '../proof/job.ts';
import { type TaskInput, type TaskWork, task } from './machine.ts';
import { type TaskPhase, taskPhases } from './phase.ts';
import type { Autofix, Session, TaskJob, TaskMode } from './session.ts';
import { type FoundState, isSessionState, lacksAcceptanceTests, type SessionSetup, type Task } from './state.ts';
import { taskJob, taskSession, taskVocabulary } from './testing/tasks.ts';

/** The history that the invariants need. */
interface Seen {
  /** A person answered Proceed to the spec, or the found session was already past it. */
  readonly approved: boolean;
  readonly judged: boolean;
  readonly proposals: number;
  readonly committed: boolean;
  /** Whether the last change was proved or accepted without a witness; `left-out` if a person continued without. */
  readonly proved: 'no' | 'yes' | 'left-out';
}
const start: Seen = { approved: false, judged: false, proposals: 0, committed: false, proved: 'no' };

const afterConfirmation: readonly Task['at'][] = ['accepting', 'freezing', 'drafting', 'implementing'];

type Remember = { readonly [Name in Task['at']]?: (seen: Seen, to: Task) => Seen };
const built = (seen: Seen): Seen => ({ ...seen, judged: false, proved: 'no' });
const isOnwards = ({ at }: Task) => at === 'surveying' || at === 'halted';
/** A person continues without a proof, or with a session that another run verified. */
const leftOut = (seen: Seen, to: Task): Seen =>
  to.at === 'surveying' && to.onto === 'evaluate' && to.job.trust && seen.proved === 'no'
    ? { ...seen, proved: 'left-out' }
    : seen;
const remember: Remember = {
  'clearing-old': () => start, // a new session starts
  inspecting: (seen, to) => ({
    ...leftOut(seen, to),
    approved: seen.approved || !['looking', 'planning', 'approving'].includes(to.at),
  }),
  approving: (seen, to) => ({ ...seen, approved: seen.approved || afterConfirmation.includes(to.at) }),
  comparing: (seen, to) => ({ ...seen, approved: seen.approved || afterConfirmation.includes(to.at) }),
  implementing: built,
  applying: built,
  recording: (seen, to) => ({ ...seen, proved: isOnwards(to) ? 'yes' : 'no' }),
  'verify-gate': (seen, to) => leftOut(seen, to),
  halted: (seen, to) => leftOut(seen, to),
  judging: (seen) => ({ ...seen, judged: true }),
  // A call that a crash interrupted does not count.
  proposing: (seen, to) => (to.at === 'inspecting' ? seen : { ...seen, proposals: Math.min(2, seen.proposals + 1) }),
  committing: (seen, to) => ({ ...seen, committed: to.at === 'clearing' }),
};
const after = (seen: Seen, { from, to }: Omit<Move<Task, Seen>, 'seen'>): Seen => remember[from.at]?.(seen, to) ?? seen;

const choicesOf = (needs: Needs): readonly string[] =>
  needs['answer']?.kind === 'question' ? (needs['answer'].input as QuestionInput).choices : [];
const asks = (needs: Needs, op: string) =>
  Object.values(needs).some(({ kind, input }) => kind === 'checkout' && (input as { op: string }).op === op);

const hasAcceptance = (needs: Needs) =>
  (needs['proof']?.input as { input: ProofJob } | undefined)?.input.acceptance !== undefined;
const hasHeldFiles = (needs: Needs) =>
  (needs['survey']?.input as { args: { holds?: object } } | undefined)?.args.holds !== undefined;

type Invariants = NonNullable<Exploration<TaskInput, Task, Seen>['states']>;
const invariants: Invariants = {
  'I1 attempted exactly if the second gate was decided': (state) =>
    !isSessionState(state) || state.attempted === (state.autofix !== null && state.autofix !== 'proposed'),
  'I2 offered only if never attempted and none is open': (state, needs) =>
    !isSessionState(state) ||
    !choicesOf(needs).includes('Auto-fix proposal') ||
    (!state.attempted && state.autofix === null),
  'I4 stopped restores no retries': (state) =>
    !isSessionState(state) || state.autofix !== 'stopped' || state.layer1.retries <= state.job.limits.layer1,
  'W-109 Layer 1 has at most 3 retries': (state) =>
    !isSessionState(state) || state.layer1.retries <= state.job.limits.layer1,
  'W-134 Layer 2 has at most 2 retries': (state) =>
    !isSessionState(state) || state.layer2.retries <= state.job.limits.layer2,
  'W-138 a session has at most 3 rounds': (state) => !isSessionState(state) || state.round <= state.job.limits.rounds,
  'W-159 only a confirmed spec is implemented': (state, _, { approved }) =>
    (state.at !== 'implementing' && state.at !== 'drafting') || approved,
  'W-152 a session has one auto-fix': (_, __, { proposals }) => proposals <= 1,
  'W-158 only a judged change is offered for commit': (state, _, { judged }) => state.at !== 'commit-gate' || judged,
  'WO-14 documents are deleted only after the commit': (state, needs, { committed }) =>
    state.at !== 'clearing' || state.docs === 'keep' || !asks(needs, 'clear') || committed,
  'only a proved change is evaluated, unless a person left the proof out': (state, _, { proved }) =>
    state.at !== 'evaluating' || !state.job.trust || proved !== 'no',
  'no generator works before the acceptance tests of another role': (state) =>
    (state.at !== 'drafting' && (state.at !== 'implementing' || state.because !== 'round')) ||
    !lacksAcceptanceTests(state),
  'the proof needs the acceptance tests of another role, and every survey restores them': (state, needs) =>
    (state.at !== 'proving' ||
      (!lacksAcceptanceTests(state) && hasAcceptance(needs) === (state.frozen?.files.length ?? 0) > 0)) &&
    (state.at !== 'surveying' || hasHeldFiles(needs) === (state.frozen !== undefined)),
  'a required proof is never left out': (state, _, { proved }) =>
    state.at !== 'evaluating' || state.job.trust?.witness !== 'required' || proved === 'yes',
};

/** Few retries allow every entry; all retries only the entries where they count. */
const shortJob: TaskJob = {
  ...taskJob,
  commands: { ...taskJob.commands, build: null },
  limits: { ...taskJob.limits, layer1: 0, layer2: 0, rounds: 1 },
};
/** A job as the command creates it: it saves the change and keeps the user's files. */
const keepingJob: TaskJob = { ...shortJob, savesChange: true, keepsUserFiles: true };
/** Jobs whose checks run on the base first. */
const basedJobs: readonly TaskJob[] = [true, false].map((hasGit) => ({ ...keepingJob, hasGit, baseline: ['test'] }));
const longJob: TaskJob = { ...shortJob, limits: { ...taskJob.limits, layer1: 1, layer2: 1, rounds: 2 } };
const { model } = taskSession;
const newTask = (mode: TaskMode | null, more: Partial<SessionSetup> = {}): TaskInput => ({
  setup: { job: shortJob, style: 'auto', mode, model: mode && model, ...more },
  found: null,
});
const autofixes: readonly Autofix[] = [null, 'proposed', 'applied', 'cleared', 'rejected', 'stopped'];
const found = (session: Partial<Session>, phase: TaskPhase, step: FoundState['step'] = null): TaskInput => ({
  setup: { job: shortJob, style: 'auto', mode: 'single', model },
  found: {
    session: { ...taskSession, job: shortJob, mode: 'single', conventions: 'skipped', verified: 'c1', ...session },
    phase,
    step,
    document: {},
  },
});

/** Keeps two samples of these operations, so that all counts can be explored. */
const withFewSamples = (...ops: readonly string[]): EffectVocabulary => ({
  ...taskVocabulary,
  operations: taskVocabulary.operations.map((one) =>
    ops.includes(one.op) ? { ...one, samples: one.samples.slice(0, 2) } : one,
  ),
});
const fewAnswers = withFewSamples(readSessionFiles.op, surveyChange.op);
const fewFileAnswers = withFewSamples(readSessionFiles.op);

const exploreTask = (machine: typeof task, inputs: readonly TaskInput[], words: EffectVocabulary = taskVocabulary) => {
  const { states, moves, broken } = explore(machine, { inputs, words, history: { start, after }, states: invariants });
  console.log(`task: ${states} states, ${moves} moves`);
  return broken;
};
const isUnusedMove = (one: string) => one.startsWith('X4 never gone');

/** Ends after the setup: the chosen models do not change later paths. */
const setupOnly: typeof task = {
  ...task,
  steps: new Map([...task.steps].filter(([at]) => at !== 'looking')),
  ends: { ...task.ends, looking: 'done' },
};

/** Ends where a found session continues: its branch does not change later paths. */
const foundOnly: typeof task = {
  ...task,
  steps: new Map([...task.steps].filter(([at]) => at !== 'surveying' && at !== 'preparing')),
  ends: { ...task.ends, surveying: 'done', preparing: 'done' },
};

/** Ends where a confirmed spec is implemented. */
const approvalOnly: typeof task = {
  ...task,
  steps: new Map([...task.steps].filter(([at]) => at !== 'implementing' && at !== 'drafting')),
  ends: { ...task.ends, implementing: 'done', drafting: 'done' },
};

const provenJob: TaskJob = {
  ...shortJob,
  savesChange: true,
  baseline: ['test'],
  limits: { ...shortJob.limits, layer1: 1 },
};

/** Planning and auto-fixes do not change the proof. */
const aroundProof = ['looking', 'planning', 'preparing', 'clearing-old', 'finding-files', 'reading-patch'];
const endingAt = (machine: typeof task, ends: readonly string[]): typeof task => ({
  ...machine,
  steps: new Map([...machine.steps].filter(([at]) => !ends.includes(at))),
  ends: { ...machine.ends, ...Object.fromEntries(ends.map((at) => [at, 'done'] as const)) },
});

/** A proof that sends back, stops, fails, or is accepted without a witness. */
function exploreProofPaths(machine: typeof task, witness: 'ask' | 'required') {
  const job = { ...provenJob, trust: { witness, mutants: { count: 1, budgetMs: 1, leastKilled: 0.5 } } };
  const inputs = [
    ...(['verifying', 'evaluate_ready', 'evaluate_done'] as const).map((phase) => found({ job }, phase)),
    found({ job, autofix: 'applied', attempted: true }, 'verify_done'),
    found({ job, style: 'phase' }, 'generate_done'),
    found({ job: { ...job, flags: { verifierModel: 'opus', outputDir: null } } }, 'verify_ready'),
  ];
  return exploreTask(endingAt(machine, [...aroundProof, 'evaluating']), inputs, fewAnswers);
}

/** Acceptance tests of another role: before the generators, before the proof of a session that has none, and at the gate. */
function exploreAcceptancePaths(machine: typeof task, most: 'short' | 'all') {
  const trust = {
    witness: 'ask',
    mutants: { count: 0, budgetMs: 0, leastKilled: 0 },
    acceptance: 'independent',
  } as const;
  const job = { ...shortJob, savesChange: true, baseline: ['test'], trust } as const;
  const frozen = { commit: 'a1', files: ['a.test.ts'], tests: ['a.test.ts'] };
  const inputs = [
    ...(['generate_ready', 'verify_done'] as const).flatMap((phase) => [
      found({ job }, phase),
      found({ job, frozen }, phase),
    ]),
    ...[true, false].map((comparesSpec) =>
      found({ job: { ...job, ...(comparesSpec ? { comparesSpec } : {}) } }, 'plan_done'),
    ),
    found({ job: { ...job, flags: { verifierModel: 'opus', outputDir: null } } }, 'verify_ready'),
    found({ job, frozen, mode: 'standard' }, 'generate_ready'),
    found({ job, frozen }, 'plan_done'),
  ];
  const red = { layer1: { result: 'FAIL', retries: 0 } } as const;
  const later = [frozen, undefined].flatMap((tests) => {
    const session = { job: { ...job, limits: { ...job.limits, rounds: 2 } }, ...(tests ? { frozen: tests } : {}) };
    return [
      found(session, 'evaluate_done'),
      found({ ...session, mode: 'standard' }, 'generate_ready'),
      found({ ...session, ...red }, 'verify_done'),
      found(session, 'verify_ready'),
      found({ ...session, job: { ...session.job, comparesSpec: true } }, 'plan_done'),
    ];
  });
  const ends = ['drafting', 'implementing', 'building', 'evaluating', 'asking-acceptance'];
  const short = exploreTask(endingAt(machine, [...aroundProof, ...ends]), later, fewFileAnswers);
  if (most === 'short') return short;
  const explored = [short, exploreTask(endingAt(machine, [...aroundProof, 'evaluating']), inputs, fewAnswers)];
  const isUsed = (one: string) => isUnusedMove(one) && !explored.every((broken) => broken.includes(one));
  return explored.flat().filter((one) => !isUsed(one));
}

/** Explores everything; takes most of a minute. */
export const exploreAllPaths = () =>
  test('every path of a task keeps the invariants, every move is used, and every path ends or waits for a person', () => {
    const settingUp = exploreTask(setupOnly, [
      newTask(null),
      newTask(null, { job: { ...shortJob, hasGit: false } }),
      newTask('single', { model: null }),
      newTask('single', { model: null, job: { ...shortJob, hasGit: false } }),
      newTask(null, { job: keepingJob }),
      newTask(null, { job: { ...keepingJob, hasGit: false } }),
      ...basedJobs.flatMap((job) => [
        newTask('single', { job }),
        newTask('single', { model: null, job }),
        newTask(null, { job }),
        newTask(null, { model, job }),
      ]),
      newTask(null, { model }),
      { ...newTask('single'), found: { skill: 'spec' } },
      { ...newTask('single'), found: { begun: { job: shortJob, style: 'auto', mode: null, model: null } } },
      { clearBase: 'docs/harness' },
    ]);
    const editedState = exploreTask({ ...task, start: startEdited }, [found({}, 'plan_done')], fewAnswers);
    const newSessions = exploreTask(
      task,
      [
        newTask('multi', { style: 'phase' }),
        newTask('standard', { job: { ...keepingJob, commands: { ...taskJob.commands, lint: 'npm run lint' } } }),
        newTask('single', { job: { ...shortJob, hasGit: false, flags: { verifierModel: 'opus', outputDir: null } } }),
      ],
      fewAnswers,
    );
    const working = exploreTask(task, [
      ...taskPhases.map((phase) => found({}, phase)),
      found({ v1: { verify: true } }, 'generate_ready'),
      found({ v1: { verify: false } }, 'generate_ready'),
      ...(['generate', 'verify', 'evaluate'] as const).map((step) => found({}, 'evaluate_done', step)),
      found({ mode: 'standard' }, 'generate_ready'),
    ]);
    const approved = exploreTask(
      approvalOnly,
      (['single', 'standard'] as const).map((mode) =>
        found({ mode, job: { ...shortJob, comparesSpec: true } }, 'plan_done'),
      ),
    );
    const rejoined = exploreTask(foundOnly, [
      found({ base: null, branch: null }, 'evaluate_ready'),
      found({ job: keepingJob }, 'evaluate_ready'),
    ]);
    const sentBack = exploreTask(
      task,
      [
        found(
          { job: { ...shortJob, limits: { ...shortJob.limits, layer1: 1 } }, autofix: 'rejected', attempted: true },
          'verify_ready',
        ),
      ],
      fewFileAnswers,
    );
    const counting = exploreTask(task, counts, fewAnswers);
    const proved = exploreProofPaths(task, 'ask');
    const accepted = exploreAcceptancePaths(task, 'all');
    expect(
      [settingUp, editedState, newSessions, working, approved, rejoined, counting, sentBack, proved, accepted]
        .flat()
        .filter((one) => !isUnusedMove(one)),
    ).toEqual([]);
    expect(
      working.filter(
        (one) =>
          isUnusedMove(one) &&
          [settingUp, editedState, newSessions, approved, rejoined, counting, sentBack, proved, accepted].every(
            (ways) => ways.includes(one),
          ),
      ),
    ).toEqual([]);
  }, 180_000);

/** Explores the counts: retries, rounds, auto-fixes, and the setup. */
export const exploreCounts = () =>
  test('every count of retries, rounds and auto-fixes keeps the invariants, and ends or waits for a person', () => {
    const broken = [
      exploreTask(approvalOnly, [found({ job: { ...shortJob, comparesSpec: true } }, 'plan_done')], fewFileAnswers),
      exploreTask(task, counts, fewAnswers),
      exploreTask(setupOnly, [newTask(null), newTask('single', { model: null })]),
    ];
    expect(broken.flat().filter((one) => !isUnusedMove(one))).toEqual([]);
  }, 60_000);

/** A run that waited at a gate while a person edited its state file. */
const startEdited = (input: TaskInput): Task => {
  const { session } = (input as TaskWork).found as FoundState;
  return task.adjust(
    { ...session, at: 'approving' },
    { stateFile: { session, phase: 'generate_ready' }, phase: 'plan_done' },
  );
};

/** All retries and rounds from every found phase, with and without an auto-fix. */
const counts = [0, 1].flatMap((retries) =>
  autofixes.flatMap((autofix) =>
    (['generate_ready', 'verifying', 'verify_done', 'evaluate_done'] as const).map((phase) => {
      const attempted = autofix !== null && autofix !== 'proposed';
      return found({ job: longJob, autofix, attempted, layer1: { result: 'FAIL', retries } }, phase);
    }),
  ),
);

counts.push(
  found({ job: { ...longJob, flags: { verifierModel: 'opus', outputDir: null } } }, 'verify_ready'),
  found({ job: { ...shortJob, hasGit: false, limits: { ...shortJob.limits, rounds: 2 } } }, 'evaluate_ready'),
  found({ job: { ...shortJob, limits: { ...shortJob.limits, rounds: 2 } }, mode: 'standard' }, 'evaluate_ready'),
);

/** The task machine with one wrong step. */
function withWrongStep(at: Task['at'], next: (state: Task, right: () => Task) => unknown): typeof task {
  const step = task.steps.get(at);
  if (!step) throw new Error(`${at} has no step`);
  const wrong = { ...step, next: (state: Task, answers: never) => next(state, () => step.next(state, answers)) };
  return { ...task, steps: new Map([...task.steps, [at, wrong as typeof step]]) };
}

export const exploreMistakes = () =>
  test.each<[string, string, typeof task]>([
    [
      'implements an unconfirmed spec',
      'W-159',
      withWrongStep('planning', (state) => ({ ...state, at: 'implementing', because: 'round', failure: '' })),
    ],
    ['allows a second auto-fix', 'I1', withWrongStep('applying', (_, right) => ({ ...right(), attempted: false }))],
    [
      'counts no retries',
      'W-109',
      withWrongStep('reporting', (state) => ({
        ...state,
        layer1: { result: 'FAIL', retries: 9 },
        at: 'verify-gate',
        failure: '',
      })),
    ],
    [
      'offers an unjudged change for commit',
      'W-158',
      withWrongStep('evaluating', (state) => ({ ...state, at: 'commit-gate', accepted: 'passed' })),
    ],
    [
      'deletes before the commit',
      'WO-14',
      withWrongStep('guarding', (state) => ({ ...state, at: 'clearing', docs: 'clear' })),
    ],
  ])('the exploration finds a task that %s', (_, promise, machine) => {
    const broken = exploreTask(machine, [found({}, 'plan_ready')], fewAnswers);
    expect(broken).toContainEqual(expect.stringMatching(new RegExp(`^${promise} `)));
  });

/** Explores the proof, also if it is required, and a task that leaves it out. */
export function exploreProof() {
  test.each(['ask', 'required'] as const)(
    'every path with a proof (%s) keeps the invariants, uses its moves, and ends or waits for a person',
    (witness) => {
      const isOfProof = (one: string) => /(?:: | -> )(?:proving|recording)\b(?! -> asking-acceptance)/.test(one);
      const broken = exploreProofPaths(task, witness);
      expect(broken.filter((one) => !isUnusedMove(one) || isOfProof(one))).toEqual([]);
    },
    60_000,
  );

  test('the exploration finds a task that generates before its acceptance tests', () => {
    const hasty = withWrongStep('comparing', (state) => ({
      ...state,
      at: 'implementing',
      because: 'round',
      failure: '',
    }));
    expect(exploreAcceptancePaths(hasty, 'short')).toContainEqual(expect.stringMatching(/^no generator works before/));
    const right = exploreAcceptancePaths(task, 'short');
    expect(right.filter((one) => !isUnusedMove(one))).toEqual([]);
  });

  test('the exploration finds a task that evaluates a change without its proof', () => {
    const leaving = withWrongStep('reporting', (state) => ({ ...state, at: 'surveying', onto: 'evaluate' }));
    const broken = exploreProofPaths(leaving, 'required');
    expect(broken).toContainEqual(expect.stringMatching(/^only a proved change is evaluated/));
    expect(broken).toContainEqual(expect.stringMatching(/^a required proof is never left out/));
  });
}
