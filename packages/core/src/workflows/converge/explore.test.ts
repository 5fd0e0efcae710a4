/** Explores every path through converge over every possible answer. */
import { expect, test } from 'vitest';
import { closeLane, commitLane } from '../../effects/git.ts';
import type { OperationInput } from '../../effects/operation.ts';
import type { Needs } from '../../machine/machine.ts';
import { type Exploration, explore, type Move } from '../../testing/explore.ts';
import { job, words } from '../../testing/jobs.ts';
import type { ConvergeJob, ConvergeState } from './job.ts';
import { converge } from './machine.ts';

/** History of the path. Calls count down, so that granting passes again and again stays finite. */
interface Seen {
  /** Implementer calls still allowed: passes plus granted ones, minus used ones. */
  readonly callsLeft: number;
  readonly lane: 'none' | 'open' | 'closed';
  /** For the newest checkpoint: number of green checks, and whether a review without blocking findings followed. */
  readonly green: number;
  readonly reviewed: boolean;
  /** For the newest checkpoint: whether the end-to-end run was green. */
  readonly isWhole: boolean;
  /** For the newest checkpoint: whether tests of the base are missing; unknown before the inspection. */
  readonly tests: 'whole' | 'unknown' | 'missing';
  /** A person allowed the missing tests. */
  readonly allowed: boolean;
  /** For the newest checkpoint: whether its pages were reviewed; `blind` without a browser. */
  readonly looked: 'no' | 'seen' | 'blind';
  /** For the newest checkpoint: whether it was proved, or a person accepted it without a witness. */
  readonly witnessed: boolean;
}

const start: Seen = {
  callsLeft: 0,
  lane: 'none',
  green: 0,
  reviewed: false,
  isWhole: false,
  tests: 'whole',
  allowed: false,
  looked: 'no',
  witnessed: false,
};

function after(seen: Seen, { from, answers, to }: Omit<Move<ConvergeState, Seen>, 'seen'>): Seen {
  switch (from.at) {
    case 'opening':
      return to.at === 'failed' ? seen : { ...seen, lane: 'open', callsLeft: from.job.passes };
    case 'continuing':
      return to.at === 'failed'
        ? seen
        : { ...seen, lane: 'open', callsLeft: from.job.passes, reviewed: true, witnessed: true };
    case 'proving':
      return { ...seen, green: seen.green + (isGreen(answers['report']) ? 1 : 0) };
    case 'implementing':
      return {
        ...seen,
        callsLeft: Math.max(-1, seen.callsLeft - 1),
        green: 0,
        reviewed: false,
        witnessed: false,
        isWhole: false,
        looked: seen.looked === 'blind' ? 'blind' : 'no',
      };
    case 'saving':
      return { ...seen, green: 0, reviewed: false, tests: isTouching(answers['saved']) ? 'unknown' : 'whole' };
    case 'inspecting':
      return { ...seen, tests: isWeakened(answers['inspected']) ? 'missing' : 'whole' };
    case 'asking-tests':
      return { ...seen, allowed: seen.allowed || (answers['answer'] as { choice: string }).choice === 'Allow' };
    case 'checking':
      if (to.at === 'asking-tests') return { ...seen, green: 0 }; // all checks run again
      return { ...seen, green: seen.green + (isGreen(answers['report']) ? 1 : 0) };
    case 'witnessing':
      return { ...seen, witnessed: to.at === 'reviewing' || to.at === 'screening' };
    case 'reviewing':
      return { ...seen, reviewed: to.at === 'committing' || to.at === 'e2e' };
    case 'screening':
      return { ...seen, looked: isSeen(answers['looked']) ? 'seen' : 'blind' };
    case 'e2e':
      return { ...seen, isWhole: isGreen(answers['report']) };
    case 'asking-errand':
      return to.at === 'implementing' ? { ...seen, callsLeft: seen.callsLeft + 1 } : seen;
    case 'deciding':
      return to.at === 'implementing' ? { ...seen, callsLeft: seen.callsLeft + 1 } : seen;
    case 'closing':
      return { ...seen, lane: 'closed' };
    case 'freezing':
      return { ...seen, green: 0, reviewed: false, witnessed: false, tests: 'whole' };
    case 'asking-acceptance':
      return to.at === 'implementing' ? { ...seen, callsLeft: seen.callsLeft + 1 } : seen;
    case 'accepting':
    case 'checking-base':
    case 'catching-up':
    case 'committing':
    case 'converged':
    case 'spent':
    case 'stopped':
    case 'failed':
      return seen;
  }
}

const isGreen = (report: unknown) => (report as { value?: { green: boolean } }).value?.green === true;
const isSeen = (looked: unknown) => (looked as { value?: { is: string } }).value?.is === 'seen';
const isTouching = (saved: unknown) => ((saved as { value?: { touched: number } }).value?.touched ?? 0) > 0;
const isWeakened = (inspected: unknown) =>
  ((inspected as { value?: { weakened: readonly unknown[] } }).value?.weakened.length ?? 0) > 0;
const asksFor = (needs: Needs, op: string) =>
  Object.values(needs).some(({ kind, input }) => kind === 'git' && (input as OperationInput).op === op);
const isEnd = ({ at }: ConvergeState) => at in converge.ends;

const promises = ({
  release,
}: typeof converge): NonNullable<Exploration<ConvergeJob, ConvergeState, Seen>['states']> => ({
  'no more implementer calls than passes and granted ones': (state, _, { callsLeft }) =>
    callsLeft >= (state.at === 'implementing' ? 1 : 0),
  'a state never holds a negative number of passes': (state) => !('passesLeft' in state) || state.passesLeft >= 0,
  'a person is asked only after all passes are used': (state, _, { callsLeft }) =>
    state.at !== 'deciding' || callsLeft === 0,
  'no commit without a review of its last checkpoint': (_, needs, { reviewed }) =>
    !asksFor(needs, commitLane.op) || reviewed,
  'no commit before every check is green on its last checkpoint': (state, needs, { green }) =>
    !asksFor(needs, commitLane.op) || ('job' in state && green === state.job.checks.length),
  'D-36 no commit before the end-to-end run is green on its last checkpoint': (state, needs, { isWhole }) =>
    !asksFor(needs, commitLane.op) || ('job' in state && (state.job.e2e === undefined || isWhole)),
  'Dd-07 with a server, no commit before a review of the pages, unless there is no browser': (
    state,
    needs,
    { looked },
  ) => !asksFor(needs, commitLane.op) || ('job' in state && (state.job.screens === undefined || looked === 'seen')),
  'Dd-07 the UI reviewer is called exactly if there are screens': (state, needs) =>
    state.at !== 'reviewing' || 'plans.ui-reviewer' in needs === (state.seen !== undefined),
  'D-68 a port in use never goes to a fixer': (state) =>
    state.at !== 'implementing' || JSON.stringify(state.repair ?? '').includes('port') === false,
  'no commit before a proof of its last checkpoint': (state, needs, { witnessed }) =>
    !asksFor(needs, commitLane.op) || ('job' in state && (state.job.trust === undefined || witnessed)),
  'no commit with missing tests of the base unless a person allowed it': (_, needs, { tests, allowed }) =>
    !asksFor(needs, commitLane.op) || tests === 'whole' || (tests === 'missing' && allowed),
  'an open lane is closed before the end': (state, _, { lane }) => !isEnd(state) || lane !== 'open',
  'M6 a stopped run releases its lane': (state, _, { lane }) =>
    lane !== 'open' || asksFor(release(state), closeLane.op),
});

const trust = { witness: 'ask', mutants: { count: 1, budgetMs: 1, leastKilled: 0.5 } } as const;
/** Another role writes acceptance tests first. */
const independent = [['test'], []].map(
  (checks): ConvergeJob => ({
    ...job,
    checks,
    passes: 1,
    whenSpent: 'fail',
    trust,
    roles: { ...job.roles, review: [], accept: 'converge.acceptance-writer' },
    ...(checks.length > 0 ? { baseline: checks } : {}),
  }),
);
const e2e = { command: 'npm run e2e', timeoutMs: 1, artifactDirs: ['report'], keepIn: 'kept' };
const mends = {
  findings: { is: 'findings', findings: [{ severity: 'high', file: 'a.ts', line: 1, text: 'wrong' }] },
  base: { is: 'base', bring: 'b1' },
} as const;
/** On an existing branch, judged by checks only. */
const onExistingBranch = {
  checks: ['test'],
  branch: 'task/x',
  from: 'main',
  roles: { ...job.roles, review: [] },
  continues: true,
} as const satisfies Partial<ConvergeJob>;
const server = { command: 'npm run dev', url: 'http://127.0.0.1:3000', readyTimeoutMs: 1 };
const screens = { server, paths: [] };
/** With a server, each kind once, because the UI reviewer doubles the answers of a review. */
const withScreens: readonly ConvergeJob[] = [
  { ...job, checks: [], passes: 2, whenSpent: 'fail', screens },
  { ...job, checks: ['test'], passes: 1, whenSpent: 'ask', screens, e2e: { ...e2e, server } },
];
const inputs = [[], ['test'], ['build', 'test']]
  .flatMap((checks) =>
    [1, 2].flatMap((passes) =>
      (['ask', 'fail'] as const).flatMap((whenSpent): readonly ConvergeJob[] => {
        const plain = { ...job, checks, passes, whenSpent };
        return [plain, { ...plain, e2e }, ...(checks.length > 0 ? [] : [{ ...plain, ...onExistingBranch }])];
      }),
    ),
  )
  .concat(withScreens)
  .concat({ ...job, checks: ['test'], passes: 1, whenSpent: 'fail', rooms: true })
  .concat([[], ['test']].map((checks) => ({ ...job, checks, passes: 2, trust })))
  .concat({ ...job, checks: ['test'], passes: 1, whenSpent: 'fail', screens, trust })
  .concat({ ...job, checks: ['npm test', 'lint'], baseline: ['npm test', 'lint'], passes: 1 })
  .concat(independent);
/** A continued branch may have no pass left. */
const continued = ([0, 1] as const).flatMap((passes) =>
  (['findings', 'base'] as const).flatMap((is): readonly ConvergeJob[] => {
    const one = { ...job, passes, branch: 'task/x', mend: mends[is] };
    const failing = { ...one, whenSpent: 'fail' as const };
    return [
      { ...one, checks: ['build', 'test'] },
      ...(is === 'findings' ? [{ ...failing, checks: ['npm test'], baseline: ['npm test'] }] : []),
      { ...failing, e2e },
      { ...failing, checks: ['test'], trust, decided: { promised: ['p1'] } },
      ...[{}, { e2e }].map((own) => ({ ...failing, ...own, checks: [] })),
    ];
  }),
);
const exploreWith = (machine: typeof converge, beginnings = inputs) =>
  explore(machine, { inputs: beginnings, words, history: { start, after }, states: promises(machine), limit: 20_000 });

test('every path through converge keeps its invariants, and ends or waits for a person', () => {
  const { states, moves, broken } = exploreWith(converge, [...inputs, ...continued]);
  console.log(`converge: ${states} states, ${moves} moves`);
  expect(broken).toEqual([]);
  expect(states).toBeGreaterThan(300);
});

/** Converge with one wrong step. */
function brokenConverge(
  at: ConvergeState['at'],
  next: (state: ConvergeState, right: () => ConvergeState) => unknown,
): typeof converge {
  const step = converge.steps.get(at);
  if (!step) throw new Error(`${at} has no step`);
  const wrong = {
    ...step,
    next: (state: ConvergeState, answers: never) => next(state, () => step.next(state, answers)),
  };
  return { ...converge, steps: new Map([...converge.steps, [at, wrong as typeof step]]) };
}

test.each<[string, string, typeof converge]>([
  [
    'does not count its passes',
    'no more implementer calls',
    brokenConverge('implementing', (state, right) => ({
      ...right(),
      passesLeft: 'passesLeft' in state ? state.passesLeft + 1 : 0,
    })),
  ],
  [
    'counts below zero',
    'a state never holds',
    brokenConverge('saving', (_, right) => ({ ...right(), passesLeft: -1 })),
  ],
  [
    'asks too early',
    'a person is asked only after',
    brokenConverge('checking', (state) => ({ ...state, at: 'deciding', repair: { because: 'checks', red: [] } })),
  ],
  [
    'skips the review',
    'no commit without a review',
    brokenConverge('saving', (state) => ({ ...state, at: 'committing' })),
  ],
  [
    'skips the end-to-end run',
    'D-36 no commit before the end-to-end run',
    brokenConverge('reviewing', (state, right) => {
      const to = right();
      return to.at === 'e2e' ? { ...state, at: 'committing' } : to;
    }),
  ],
  [
    'skips the review of the pages',
    'Dd-07 with a server',
    brokenConverge('checking', (_, right) => {
      const to = right();
      return to.at === 'screening' ? { ...to, at: 'reviewing' } : to;
    }),
  ],
  [
    'treats a red check as green',
    'no commit before every check',
    brokenConverge('checking', (state) => ({ ...state, at: 'reviewing' })),
  ],
  [
    'does not inspect the tests',
    'no commit with missing tests',
    brokenConverge('saving', (_, right) => {
      const to = right();
      return to.at === 'inspecting' ? { ...to, at: 'reviewing' } : to;
    }),
  ],
  [
    'does not ask about missing tests',
    'no commit with missing tests',
    brokenConverge('inspecting', (state, right) => {
      const to = right();
      return to.at === 'asking-tests' ? { ...state, at: 'reviewing' } : to;
    }),
  ],
  [
    'keeps its lane open after an agent fails',
    'an open lane is closed',
    brokenConverge('implementing', (_, right) => {
      const to = right();
      return to.at === 'closing' ? to.over : to;
    }),
  ],
  ['releases nothing when it is stopped', 'M6 a stopped run', { ...converge, release: () => ({}) }],
])('the exploration finds a converge that %s', (_, promise, machine) => {
  expect(exploreWith(machine).broken).toContainEqual(expect.stringMatching(new RegExp(`^${promise}`)));
});
