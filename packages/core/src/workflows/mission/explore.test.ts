/** Every path through a mission of a few features: who starts when, who counts, and how it ends. */
import { expect, test } from 'vitest';
import type { EffectVocabulary } from '../../effects/kinds.ts';
import { ok } from '../../failure/failure.ts';
import { type Exploration, explore } from '../../testing/explore.ts';
import { replay } from '../../testing/replay.ts';
import { lane } from './lane/machine.ts';
import { type Mission, type MissionJob, mission } from './machine.ts';
import { job, words, wordsApart, wordsKept, wordsWith } from './testing/jobs.ts';

const promises: NonNullable<Exploration<MissionJob, Mission, null>['states']> = {
  'N2 a feature is never in two lanes': (state) =>
    !('lanes' in state) || new Set(state.lanes.map(({ feature }) => feature)).size === state.lanes.length,
  'N2 nothing runs before what it depends on has passed': (state) =>
    !('lanes' in state) ||
    state.lanes.every(({ feature }) => {
      const { after = [] } = state.features.find(({ id }) => id === feature) ?? {};
      return after.every((id) => state.features.find((one) => one.id === id)?.status === 'passed');
    }),
  'M-29 never more lanes than allowed': (state) => !('lanes' in state) || state.lanes.length <= state.job.lanes,
  'done only when everything has passed': (state) =>
    state.at !== 'done' || state.features.every(({ status }) => status === 'passed'),
  'a mission at rest or over has no lane at work': (state) =>
    !['noting', 'curating', 'opening-pages', 'resting', 'closing'].includes(state.at) ||
    ('lanes' in state && state.lanes.length === 0),
  'MO-05 with pull requests, done only when each feature that is kept has one': (state) =>
    state.at !== 'done' ||
    state.features.every(({ branch, commit, pull }) => branch === undefined || pull?.head === commit),
  'M-08 the iterations are counted down': (state) => !('lanes' in state) || state.iterationsLeft >= 0,
};

const moves: NonNullable<Exploration<MissionJob, Mission, null>['moves']> = {
  'N1 attempts go up by one, and only when a worker is sent': ({ from, to }) => {
    if (!('lanes' in from) || !('lanes' in to)) return true;
    const raised = to.features.filter(
      ({ id, attempts }) => attempts > (from.features.find((one) => one.id === id)?.attempts ?? 0),
    );
    if (raised.length === 0) return true;
    return to.at === 'starting' && raised.length === 1 && raised[0]?.id === to.feature;
  },
  'M-10, M-16 whether the last notes are written changes no ending': ({ from, to }) => {
    if (from.at !== 'curating' && from.at !== 'remembering') return true;
    return from.ending.is === 'escalated'
      ? to.at === 'remembering' || to.at === 'resting'
      : !['resting', 'failed', 'stopped'].includes(to.at);
  },
  'MO-30 with the cap reached nobody else is asked': ({ from, to }) =>
    from.at !== 'remembering' || !from.isCapped || to.at === 'resting' || to.at === 'closing',
  'Md-01 a validator that fails a feature does not end the mission': ({ from, answers, to }) => {
    const came = answers['came'] as { value: unknown } | undefined;
    const { result } = ((answers['ended'] ?? came?.value) as { result?: { is?: string } } | undefined) ?? {};
    return from.at !== 'waiting' || result?.is !== 'failing' || ['deciding', 'looking-at-edit'].includes(to.at);
  },
};

const memory = { identityDir: '~/autonomous-harness/identity' };
const remembered = [[], ['npm test', 'npm run lint']].map((checks) => ({ ...job, iterations: 3, memory, checks }));
const everyWay = [...new Set(lane.results.map(({ is }) => is))];
const checkpoints = [
  { name: 'ship', on: 'pre-done', description: 'look' },
  { name: 'keys', on: 'feature-claim:ui', description: 'look' },
];
const beginnings: readonly MissionJob[] = [
  { ...job, iterations: 1 },
  { ...job, iterations: 1, planReviewer: false },
  { ...job, iterations: 1, hears: true },
  ...[true, false].map((planReviewer) => ({
    ...job,
    iterations: 1,
    planReviewer,
    checkpoints: ['plan', 'money'].map((name) => ({ name, on: 'post-planner', description: '' })),
  })),
];
const one = (more: Partial<MissionJob>): readonly MissionJob[] => [{ ...job, ...more }];
const [first, second] = [['F-1'], ['F-1', 'F-2']];
const walks: readonly [string, readonly MissionJob[], EffectVocabulary][] = [
  ['how it begins', beginnings, words],
  ['one feature that fails', one({ iterations: 9 }), wordsWith(first, 'implemented', 'passed', 'failing')],
  ['one feature, whatever its lane brings', one({ iterations: 2 }), wordsWith(first, ...everyWay)],
  ['two in two lanes', one({ iterations: 5, lanes: 2 }), wordsWith(second, 'implemented', 'passed', 'blocked')],
  [
    'checkpoints, with lanes at work',
    one({ iterations: 4, lanes: 3, checkpoints }),
    wordsWith(['F-1', 'F-3', 'F-4'], 'implemented', 'stopped', 'passed', 'broken'),
  ],
  [
    'a smoke test after each feature and at the end',
    one({ iterations: 6, smoke: { onDone: true, onFeaturePass: true, command: 'npm start', waitMs: 1, urls: [] } }),
    wordsWith(first, 'implemented', 'passed'),
  ],
  [
    'one that keeps failing, with somebody who looks for the cause',
    one({ iterations: 6, debugAfter: 2 }),
    wordsWith(first, 'implemented', 'failing'),
  ],
  [
    'kept on branches that may not fit together',
    one({
      iterations: 6,
      onPass: 'keep',
      memory,
      checks: [],
      smoke: { onDone: true, onFeaturePass: true, command: 'npm start', waitMs: 1, urls: [] },
    }),
    wordsApart(wordsWith(first, 'implemented', 'passed')),
  ],
  [
    'offered as pull requests',
    one({ iterations: 5, onPass: 'pr' }),
    wordsKept(wordsWith(first, 'implemented', 'passed')),
  ],
  [
    'one feature that several lanes compete for, whatever comes of it',
    one({ iterations: 4, rivals: 2, debugAfter: 1 }),
    wordsWith(first),
  ],
  [
    'heard while lanes run',
    one({ iterations: 4, hears: true, checkpoints: [{ name: 'stop', on: 'none', description: '' }] }),
    wordsWith(first, 'implemented', 'passed'),
  ],
  [
    'in the checkout',
    one({ iterations: 6, checkout: { as: 'commit', foreign: [] }, debugAfter: 2 }),
    wordsWith(second, 'implemented', 'passed', 'failing'),
  ],
  ['led on', one({ iterations: 1 }), wordsWith(first, 'passed', 'blocked')],
  ['remembered', remembered, wordsWith(first, 'implemented', 'passed')],
  ['remembered, and escalated', one({ iterations: 3, memory }), wordsWith(second, 'blocked')],
  ['changed by hand', [{ ...job, iterations: 1 }, ...beginnings.slice(3)], wordsWith(first, 'passed')],
  ['an orchestrator', one({ iterations: 2, decide: 'agent', checkpoints }), wordsWith(first, 'implemented', 'passed')],
];

/** A person may lead a mission on as often as they like: all walks but one end where it rests. */
const untilItRests = {
  ...mission,
  steps: new Map([...mission.steps].filter(([at]) => at !== 'resting' && at !== 'reopening')),
  ends: { ...mission.ends, resting: 'escalated' as const },
};

/** It lay still, before its first decision or at a checkpoint, while a person changed its plan. */
const changedByHand = {
  ...untilItRests,
  start: (input: MissionJob): Mission => {
    const features = [{ id: 'F-1', after: [], kinds: [], status: 'todo', attempts: 0, architected: false }];
    const found = { plan: { file: 'plan.json', sha256: '' }, features };
    const looked = { looked: ok({ head: 'b0', spec: null, found, granted: [] }) };
    const rounds = [looked, ...(input.checkpoints.length > 0 ? [{ noted: ok('written') }] : [])];
    return mission.adjust(replay(mission, input, rounds), { features: 'edited' });
  },
};

const machines: Readonly<Record<string, typeof mission>> = { 'led on': mission, 'changed by hand': changedByHand };

/** Where no walk ever went: one for all of them, because none goes everywhere. */
const neverGone = (reports: readonly (readonly string[])[]) => {
  const [first = [], ...others] = reports.map((broken) => broken.filter(isNeverGone));
  return first.filter((way) => others.every((other) => other.includes(way)));
};
/** What a planner's defective plan leads to is told by its failure, which the abstract ones do not carry: see machine.test. */
const isNeverGone = (claim: string) =>
  claim.startsWith('X4 never gone') && !claim.endsWith('closing-plan -> rejecting');
const isBroken = (claim: string) => !claim.startsWith('X4 never gone');

test('N1, N2, N3 every path of a mission keeps its promises, and ends or can be led on', () => {
  const reports = walks.map(([name, inputs, vocabulary]) => {
    const machine = machines[name] ?? untilItRests;
    const {
      states,
      moves: gone,
      broken,
    } = explore(machine, {
      inputs,
      words: vocabulary,
      states: promises,
      moves,
      limit: 60_000,
    });
    console.log(`mission, ${name}: ${states} states, ${gone} moves`);
    expect(broken.filter(isBroken).slice(0, 5)).toEqual([]);
    return broken;
  });
  expect(neverGone(reports)).toEqual([]);
}, 120_000);
