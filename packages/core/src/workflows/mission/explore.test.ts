/** Explores every path of a mission with a few features: starts, counts and endings. */
import { expect, test } from 'vitest';
import type { CheckReport } from '../../effects/check.ts';
import type { EffectVocabulary } from '../../effects/kinds.ts';
import { type Outcome, ok } from '../../failure/failure.ts';
import { type Exploration, explore } from '../../testing/explore.ts';
import { replay } from '../../testing/replay.ts';
import { lane } from './lane/machine.ts';
import { type Mission, type MissionJob, mission } from './machine.ts';
import {
  missionJob,
  missionVocabulary,
  vocabularyWithConflicts,
  vocabularyWithKeptLanes,
  vocabularyWithResults,
} from './testing/jobs.ts';

const invariants: NonNullable<Exploration<MissionJob, Mission, null>['states']> = {
  'N2 a feature is never in two lanes': (state) =>
    !('lanes' in state) || new Set(state.lanes.map(({ feature }) => feature)).size === state.lanes.length,
  'N2 no feature runs before its dependencies have passed': (state) =>
    !('lanes' in state) ||
    state.lanes.every(({ feature }) => {
      const { after = [] } = state.features.find(({ id }) => id === feature) ?? {};
      return after.every((id) => state.features.find((one) => one.id === id)?.status === 'passed');
    }),
  'M-29 a mission never has more lanes than allowed': (state) =>
    !('lanes' in state) || state.lanes.length <= state.job.lanes,
  'a mission is done only when every feature has passed': (state) =>
    state.at !== 'done' || state.features.every(({ status }) => status === 'passed'),
  'a parked or ended mission has no running lane': (state) =>
    !['noting', 'curating', 'opening-pages', 'resting', 'closing'].includes(state.at) ||
    ('lanes' in state && state.lanes.length === 0),
  'a parked or ended mission has no open lane of a merged feature': (state) =>
    !['noting', 'curating', 'opening-pages', 'resting', 'closing', 'starting'].includes(state.at) ||
    !('merged' in state) ||
    (state.at === 'starting' && !state.merged.path.endsWith(`/${state.feature}`)),
  'MO-05 with pull requests, a mission is done only when each kept feature has one': (state) =>
    state.at !== 'done' ||
    state.features.every(({ branch, commit, pull }) => branch === undefined || pull?.head === commit),
  'M-08 iterations count down to zero': (state) => !('lanes' in state) || state.iterationsLeft >= 0,
};

const moves: NonNullable<Exploration<MissionJob, Mission, null>['moves']> = {
  'N1 attempts rise by one, and only when a worker starts': ({ from, to }) => {
    if (!('lanes' in from) || !('lanes' in to)) return true;
    const raised = to.features.filter(
      ({ id, attempts }) => attempts > (from.features.find((one) => one.id === id)?.attempts ?? 0),
    );
    if (raised.length === 0) return true;
    return to.at === 'starting' && raised.length === 1 && raised[0]?.id === to.feature;
  },
  'M-10, M-16 the final notes change no ending': ({ from, to }) => {
    if (from.at !== 'curating' && from.at !== 'remembering') return true;
    return from.ending.is === 'escalated'
      ? to.at === 'remembering' || to.at === 'resting'
      : !['resting', 'failed', 'stopped'].includes(to.at);
  },
  'MO-30 after a cap no other agent is called': ({ from, to }) =>
    from.at !== 'remembering' || !from.isCapped || to.at === 'resting' || to.at === 'closing',
  'red checks on the base never lead to done': ({ from, answers, to }) => {
    const report = answers['report'] as Outcome<CheckReport> | undefined;
    const isRed = from.at === 'checking-result' && (from.red.length > 0 || !report?.ok || !report.value.green);
    return !isRed || ['checking-result', 'noting', 'draining'].includes(to.at);
  },
  'a mission that merged checks its result before the curator, and before it closes as done': ({ from, to }) => {
    if (from.at !== 'draining' || from.ending.is !== 'done' || !from.job.finalChecks) return true;
    return (
      to.at === 'draining' || to.at === 'finding-base' || from.features.every(({ commit }) => commit === undefined)
    );
  },
  'Md-01 a failed validation does not end the mission': ({ from, answers, to }) => {
    const came = answers['came'] as { value: unknown } | undefined;
    const { result } = ((answers['ended'] ?? came?.value) as { result?: { is?: string } } | undefined) ?? {};
    return from.at !== 'waiting' || result?.is !== 'failing' || ['deciding', 'looking-at-edit'].includes(to.at);
  },
};

const memory = { identityDir: '~/autonomous-harness/identity' };
const withMemory = [[], ['npm test', 'npm run lint']].map((checks) => ({
  ...missionJob,
  iterations: 3,
  memory,
  checks,
}));
const allResults = [...new Set(lane.results.map(({ is }) => is))];
const checkpoints = [
  { name: 'ship', on: 'pre-done', description: 'look' },
  { name: 'keys', on: 'feature-claim:ui', description: 'look' },
];
const starts: readonly MissionJob[] = [
  { ...missionJob, iterations: 1 },
  { ...missionJob, iterations: 1, planReviewer: false },
  { ...missionJob, iterations: 1, hears: true },
  ...[true, false].map((planReviewer) => ({
    ...missionJob,
    iterations: 1,
    planReviewer,
    checkpoints: ['plan', 'money'].map((name) => ({ name, on: 'post-planner', description: '' })),
  })),
];
const claims = (...commands: readonly string[]) => ({
  features: [],
  assertions: commands.map((verify) => ({ id: 'VAL-A-1', text: '', verify, evidence: '', status: 'pending' })),
});
const vocabularyWithCommands: EffectVocabulary = {
  ...missionVocabulary,
  roles: {
    ...missionVocabulary.roles,
    'mission.planner': { samples: [claims('`a`', '`b`'), claims('look')] },
  },
};
const one = (more: Partial<MissionJob>): readonly MissionJob[] => [{ ...missionJob, ...more }];
const [first, second] = [['F-1'], ['F-1', 'F-2']];
const explorations: readonly [string, readonly MissionJob[], EffectVocabulary][] = [
  ['the start', starts, missionVocabulary],
  [
    'checks on the base',
    [...starts.slice(2), { ...missionJob, iterations: 1, reviews: true as const }].map((job) => ({
      ...job,
      baseline: true as const,
    })),
    missionVocabulary,
  ],
  [
    'commands of a new plan',
    [{ ...missionJob, iterations: 1, trust: { witness: 'ask', mutants: { count: 0, budgetMs: 0, leastKilled: 0 } } }],
    vocabularyWithCommands,
  ],
  ['one feature that fails', one({ iterations: 9 }), vocabularyWithResults(first, 'implemented', 'passed', 'failing')],
  ['one feature with every lane result', one({ iterations: 2 }), vocabularyWithResults(first, ...allResults)],
  [
    'two features in two lanes',
    one({ iterations: 5, lanes: 2 }),
    vocabularyWithResults(second, 'implemented', 'passed', 'blocked'),
  ],
  [
    'checkpoints with running lanes',
    one({ iterations: 4, lanes: 3, checkpoints }),
    vocabularyWithResults(['F-1', 'F-3', 'F-4'], 'implemented', 'stopped', 'passed', 'broken'),
  ],
  [
    'a smoke test after each feature and at the end',
    one({ iterations: 6, smoke: { onDone: true, onFeaturePass: true, command: 'npm start', waitMs: 1, urls: [] } }),
    vocabularyWithResults(first, 'implemented', 'passed'),
  ],
  [
    'a failing feature with a debugger',
    one({ iterations: 6, debugAfter: 2 }),
    vocabularyWithResults(first, 'implemented', 'failing'),
  ],
  [
    'kept branches that may conflict',
    one({
      iterations: 6,
      onPass: 'keep',
      memory,
      checks: [],
      smoke: { onDone: true, onFeaturePass: true, command: 'npm start', waitMs: 1, urls: [] },
    }),
    vocabularyWithConflicts(vocabularyWithResults(first, 'implemented', 'passed')),
  ],
  [
    'offered as pull requests',
    one({ iterations: 5, onPass: 'pr' }),
    vocabularyWithKeptLanes(vocabularyWithResults(first, 'implemented', 'passed')),
  ],
  ['one feature with competing lanes', one({ iterations: 4, rivals: 2, debugAfter: 1 }), vocabularyWithResults(first)],
  [
    'signals while lanes run',
    one({ iterations: 4, hears: true, checkpoints: [{ name: 'stop', on: 'none', description: '' }] }),
    vocabularyWithResults(first, 'implemented', 'passed'),
  ],
  [
    'in the checkout',
    one({ iterations: 6, checkout: { as: 'commit', foreign: [] }, debugAfter: 2 }),
    vocabularyWithResults(second, 'implemented', 'passed', 'failing'),
  ],
  ['a plan to review again', one({ iterations: 1, reviews: true }), vocabularyWithResults(first, 'passed')],
  ['resumed', one({ iterations: 1 }), vocabularyWithResults(first, 'passed', 'blocked')],
  ['memory', withMemory, vocabularyWithResults(first, 'implemented', 'passed')],
  [
    'checks on the result',
    [{}, { memory }].map((more) => ({
      ...missionJob,
      ...more,
      iterations: 3,
      rooms: true as const,
      finalChecks: true as const,
      checks: ['npm test', 'npm run lint'],
    })),
    vocabularyWithResults(first, 'implemented', 'passed'),
  ],
  ['memory and escalation', one({ iterations: 3, memory }), vocabularyWithResults(second, 'blocked')],
  ['edited plan', [{ ...missionJob, iterations: 1 }, ...starts.slice(3)], vocabularyWithResults(first, 'passed')],
  [
    'orchestrator',
    one({ iterations: 2, decide: 'agent', checkpoints }),
    vocabularyWithResults(first, 'implemented', 'passed'),
  ],
];

/** A person may resume a mission without limit, so all explorations but one end when it is parked. */
const untilParked = {
  ...mission,
  steps: new Map([...mission.steps].filter(([at]) => at !== 'resting' && at !== 'reopening')),
  ends: { ...mission.ends, resting: 'escalated' as const },
};

/** A mission whose plan a person edited while it was parked, before its first decision or at a checkpoint. */
const editedPlan = {
  ...untilParked,
  start: (input: MissionJob): Mission => {
    const features = [{ id: 'F-1', after: [], kinds: [], status: 'todo', attempts: 0, architected: false }];
    const found = { plan: { file: 'plan.json', sha256: '' }, features };
    const looked = { looked: ok({ head: 'b0', spec: null, found, granted: [] }) };
    const rounds = [looked, ...(input.checkpoints.length > 0 ? [{ noted: ok('written') }] : [])];
    return mission.adjust(replay(mission, input, rounds), { features: 'edited' });
  },
};

const machines: Readonly<Record<string, typeof mission>> = { resumed: mission, 'edited plan': editedPlan };

/** Moves that no exploration uses; no single one uses all of them. */
const unusedMoves = (reports: readonly (readonly string[])[]) => {
  const [first = [], ...others] = reports.map((broken) => broken.filter(isUnusedMove));
  return first.filter((way) => others.every((other) => other.includes(way)));
};
/** The machine test covers defective plans: the sample failures here carry no plan. */
const isUnusedMove = (claim: string) =>
  claim.startsWith('X4 never gone') && !claim.endsWith('closing-plan -> rejecting');
const isBroken = (claim: string) => !claim.startsWith('X4 never gone');

test('N1, N2, N3 every path of a mission keeps the invariants, and ends or can be resumed', () => {
  const reports = explorations.map(([name, inputs, vocabulary]) => {
    const machine = machines[name] ?? untilParked;
    const {
      states,
      moves: gone,
      broken,
    } = explore(machine, {
      inputs,
      words: vocabulary,
      states: invariants,
      moves,
      limit: 60_000,
    });
    console.log(`mission, ${name}: ${states} states, ${gone} moves`);
    expect(broken.filter(isBroken).slice(0, 5)).toEqual([]);
    return broken;
  });
  expect(unusedMoves(reports)).toEqual([]);
}, 120_000);
