/** Every path through a lane: it ends, and the base only ever moves to what was proved. */
import { expect, test } from 'vitest';
import { briefFeature } from '../../../effects/features.ts';
import type { EffectVocabulary } from '../../../effects/kinds.ts';
import type { OperationInput } from '../../../effects/operation.ts';
import { syncLane } from '../../../effects/publish-lane.ts';
import { type Exploration, explore, type Move } from '../../../testing/explore.ts';
import { laneJob, words } from '../testing/jobs.ts';
import type { LaneJob, LaneState } from './job.ts';
import { lane } from './machine.ts';

/** What was true of exactly the tree that is in the lane now. */
interface Seen {
  readonly judged: boolean;
  /** By somebody else, too. */
  readonly seconded: boolean;
  readonly proved: boolean;
  readonly merged: boolean;
  /** The lane is its base with new tests on top. */
  readonly rewound: boolean;
}
const start: Seen = { judged: false, seconded: false, proved: false, merged: false, rewound: false };

function after(seen: Seen, { from, to }: Omit<Move<LaneState, Seen>, 'seen'>): Seen {
  if (from.at === 'working') return start;
  const isPublished = (from.at === 'publishing' || from.at === 'keeping') && isPassed(to);
  // What a competition has chosen was judged in an earlier run of its lane.
  const isChosen = from.at === 'opening' && ['syncing', 'documenting'].includes(to.at);
  return {
    judged: seen.judged || isChosen || (from.at === 'validating' && !['setting-back', 'over'].includes(to.at)),
    seconded: seen.seconded || isChosen || (from.at === 'crosschecking' && ['syncing', 'documenting'].includes(to.at)),
    proved: provedBy(seen, from, to),
    merged: seen.merged || isPublished,
    rewound: from.at === 'rewinding' || (seen.rewound && from.at !== 'restoring'),
  };
}

const isPassed = (to: LaneState) => to.at === 'closing' || (to.at === 'over' && to.result.is === 'passed');

/** The checks ran on what is there; bringing the base in makes it something else. */
function provedBy({ proved }: Seen, from: LaneState, to: LaneState): boolean {
  if (from.at === 'checking' && from.stage !== 'claimed' && from.left.length === 1) return to.at !== 'working';
  if (from.at === 'opening') return true; // what is only judged was checked by the lane that built it
  return from.at === 'syncing' && to.at !== 'publishing' && to.at !== 'keeping' ? false : proved;
}

const op = (needs: object) => Object.values(needs).map(({ input }) => (input as Partial<OperationInput>).op);

const landings: readonly string[] = ['publish-lane', 'keep-lane', 'publish'];
/** The base is moved, or a branch is kept: either way it counts as passed from then on. */
const isLanding = (needs: object) => op(needs).some((name) => name !== undefined && landings.includes(name));

const promises: NonNullable<Exploration<LaneJob, LaneState, Seen>['states']> = {
  'L1 nothing is published that was not judged': (_, needs, { judged }) => !isLanding(needs) || judged,
  'MO-21 nothing is published that the second opinion did not let through, where one is wanted': (state, needs, seen) =>
    !isLanding(needs) || seen.seconded || !('job' in state && state.job.crosscheck),
  'L1 nothing is published that was not proved as it is': (state, needs, { proved }) =>
    !isLanding(needs) || proved || ('job' in state && state.job.checks.length === 0),
  'W1 nobody is asked, and nothing is merged, in a lane that is not what was saved': ({ at }, _, { rewound }) =>
    !rewound || ['rewinding', 'proving', 'restoring', 'setting-back', 'over'].includes(at),
  'MO-28 a lane that is only to be judged never touches the base': (state, needs) =>
    !('job' in state) || state.job.until !== 'judged' || !op(needs).some((one) => one === 'publish-lane'),
  'M-28 a lane is closed only when its feature is merged': (state, _, { merged }) => state.at !== 'closing' || merged,
  'MO-05 a lane that is to be kept never moves the base': (state, needs) =>
    !op(needs).includes('publish-lane') || ('job' in state && state.job.onPass === undefined),
  'passed means merged, or that there was nothing to merge': (state, _, { merged }) =>
    state.at !== 'over' || state.result.is !== 'passed' || merged,
};

test('L1, L2, L3 every path through a lane keeps its promises, and ends', () => {
  const server = { command: 'npm start', url: 'http://127.0.0.1:3000/', readyTimeoutMs: 1 };
  const saved = { base: 'b0', checkpoint: 'c1' };
  const inputs: readonly LaneJob[] = [
    laneJob,
    { ...laneJob, until: 'merged', saved },
    { ...laneJob, until: 'merged', saved: { ...saved, base: 'gone' } },
    { ...laneJob, until: 'merged', saved, checks: [] },
    { ...laneJob, until: 'merged', saved, checks: [], onPass: 'keep', onto: ['k0'] },
    { ...laneJob, until: 'merged', saved, checks: [], checkout: { as: 'commit', foreign: [], stays: true } },
    { ...laneJob, until: 'merged', saved, proof: ['npm run build', 'npm test'] },
    { ...laneJob, until: 'merged', saved, checks: [], crosscheck: true, uiQa: { server, paths: [] } },
    { ...laneJob, until: 'merged', saved, checks: [], crosscheck: true },
    { ...laneJob, until: 'merged', saved, checks: [], uiQa: { server, paths: [] } },
    { ...laneJob, until: 'judged', lane: 'F-1-lane-2', saved, checks: [], uiQa: { server, paths: [] } },
    { ...laneJob, until: 'merged', lane: 'F-1-lane-2', saved, checks: [], judged: { issues: [] } },
  ];
  const paged: readonly LaneJob[] = [
    { ...laneJob, until: 'merged', saved, checks: ['npm test', 'npm run lint'], documents: true },
    { ...laneJob, until: 'merged', saved, checks: [], crosscheck: true, documents: true },
    { ...laneJob, until: 'merged', saved, checks: [], uiQa: { server, paths: [] }, documents: true },
    { ...laneJob, until: 'merged', lane: 'F-1-lane-2', saved, checks: [], judged: { issues: [] }, documents: true },
  ];
  const walk = { history: { start, after }, states: promises };
  const walks = [explore(lane, { inputs, words, ...walk }), explore(lane, { inputs: paged, words: calm, ...walk })];
  console.log(`lane: ${walks.map(({ states, moves }) => `${states} states, ${moves} moves`).join('; with a page: ')}`);
  const [everywhere = [], withPage = []] = walks.map(({ broken }) => broken);
  // A way that one of the walks never goes, the other must.
  expect(everywhere.filter((what) => withPage.includes(what) || !what.startsWith('X4'))).toEqual([]);
  expect(withPage.filter((what) => !what.startsWith('X4'))).toEqual([]);
});

/** Where nothing conflicts and nobody is asked about files: that was walked already, and a page changes nothing in it. */
const calm: EffectVocabulary = {
  ...words,
  operations: words.operations.map((operation) => {
    if (operation.op === syncLane.op) return { ...operation, samples: operation.samples.slice(0, 2), failures: [] };
    return operation.op === briefFeature.op ? { ...operation, samples: operation.samples.slice(0, 1) } : operation;
  }),
};
