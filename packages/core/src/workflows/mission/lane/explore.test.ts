/** Explores every path of a lane: it ends, and the base moves only to proved work. */
import { expect, test } from 'vitest';
import { briefFeature } from '../../../effects/features.ts';
import type { EffectVocabulary } from '../../../effects/kinds.ts';
import type { OperationInput } from '../../../effects/operation.ts';
import { syncLane } from '../../../effects/publish-lane.ts';
import { type Exploration, explore, type Move } from '../../../testing/explore.ts';
import { laneJob, missionVocabulary } from '../testing/jobs.ts';
import type { LaneJob, LaneState } from './job.ts';
import { lane } from './machine.ts';

/** Facts about the tree that is in the lane now. */
interface Seen {
  readonly judged: boolean;
  /** By the second opinion, too. */
  readonly seconded: boolean;
  readonly proved: boolean;
  /** The product passed its smoke test. */
  readonly smoked: boolean;
  readonly merged: boolean;
  /** Proved since the worker changed it, or by the run that built it. */
  readonly witnessed: boolean;
}
const start: Seen = { judged: false, seconded: false, proved: false, smoked: false, merged: false, witnessed: false };

function after(seen: Seen, { from, to }: Omit<Move<LaneState, Seen>, 'seen'>): Seen {
  if (from.at === 'working') return start;
  const isPublished = isMerging(from) && isPassed(to);
  // The winner of a competition was judged in an earlier run of its lane.
  const isChosen = isOpening(from) && ['syncing', 'documenting'].includes(to.at);
  return {
    judged: seen.judged || isChosen || (from.at === 'validating' && !['setting-back', 'over'].includes(to.at)),
    seconded: seen.seconded || isChosen || (from.at === 'crosschecking' && ['syncing', 'documenting'].includes(to.at)),
    proved: provedBy(seen, from, to),
    smoked: from.at === 'smoking' ? isMerging(to) : seen.smoked && from.at !== 'syncing',
    merged: seen.merged || isPublished,
    witnessed: seen.witnessed || isOpening(from) || (from.at === 'witnessing' && to.at !== 'working'),
  };
}

const isOpening = (from: LaneState) => from.at === 'opening' || (from.at === 'briefing' && from.job.atOnce === true);

const isMerging = (to: LaneState) => to.at === 'publishing' || to.at === 'keeping';

const isPassed = (to: LaneState) => to.at === 'closing' || (to.at === 'over' && to.result.is === 'passed');

/** The checks ran on the current tree; merging the base in changes it. */
function provedBy({ proved }: Seen, from: LaneState, to: LaneState): boolean {
  if (from.at === 'checking' && from.stage !== 'claimed' && from.left.length === 1) return to.at !== 'working';
  if (isOpening(from)) return true; // a lane that only judges was checked by the run that built it
  return from.at === 'syncing' && to.at !== 'smoking' && !isMerging(to) ? false : proved;
}

const op = (needs: object) => Object.values(needs).map(({ input }) => (input as Partial<OperationInput>).op);

const landings: readonly string[] = ['publish-lane', 'keep-lane', 'publish'];
/** Moving the base or keeping a branch: either counts as passed. */
const isLanding = (needs: object) => op(needs).some((name) => name !== undefined && landings.includes(name));

const invariants: NonNullable<Exploration<LaneJob, LaneState, Seen>['states']> = {
  'L1 only judged work is published': (_, needs, { judged }) => !isLanding(needs) || judged,
  'MO-21 only work with a second opinion is published, if one is required': (state, needs, seen) =>
    !isLanding(needs) || seen.seconded || !('job' in state && state.job.crosscheck),
  'M-12 only a product that passed its smoke test is published, if one is required': (state, needs, { smoked }) =>
    !isLanding(needs) || smoked || !('job' in state && state.job.smoke),
  'L1 only a proved tree is published': (state, needs, { proved }) =>
    !isLanding(needs) || proved || ('job' in state && state.job.checks.length === 0),
  'only proved work is built or published, if the proof is on': (state, needs, { witnessed }) =>
    (!isLanding(needs) && state.at !== 'validating') || witnessed || !('job' in state && state.job.trust),
  'MO-28 a lane that only judges never moves the base': (state, needs) =>
    !('job' in state) || state.job.until !== 'judged' || !op(needs).some((one) => one === 'publish-lane'),
  'M-28 a lane is closed only after its feature is merged': (state, _, { merged }) => state.at !== 'closing' || merged,
  'a lane that the mission closes does not close itself': (state) =>
    state.at !== 'closing' || !state.job.atOnce || state.job.onPass !== undefined,
  'MO-05 a kept lane never moves the base': (state, needs) =>
    !op(needs).includes('publish-lane') || ('job' in state && state.job.onPass === undefined),
  'passed means merged, or nothing to merge': (state, _, { merged }) =>
    state.at !== 'over' || state.result.is !== 'passed' || merged,
};

test('L1, L2, L3 every path of a lane keeps the invariants and ends', () => {
  const server = { command: 'npm start', url: 'http://127.0.0.1:3000/', readyTimeoutMs: 1 };
  const saved = { base: 'b0', checkpoint: 'c1' };
  const trust = { witness: 'ask', mutants: { count: 1, budgetMs: 1, leastKilled: 0 } } as const;
  const frozen = { commit: 'a1', files: ['a.test.ts'], tests: ['a.test.ts'] };
  const inputs: readonly LaneJob[] = [
    laneJob,
    { ...laneJob, rooms: true },
    { ...laneJob, until: 'merged', saved },
    { ...laneJob, until: 'merged', saved: { ...saved, base: 'gone' } },
    { ...laneJob, until: 'merged', saved, checks: [] },
    { ...laneJob, until: 'merged', saved, checks: [], onPass: 'keep', onto: ['k0'] },
    { ...laneJob, until: 'merged', saved, smoke: { waitMs: 1, urls: [] } },
    { ...laneJob, until: 'merged', saved, checks: [], onPass: 'keep', smoke: { waitMs: 1, urls: [] } },
    { ...laneJob, until: 'merged', saved, checks: [], checkout: { as: 'commit', foreign: [], stays: true } },
    { ...laneJob, until: 'implemented', checks: [], checkout: { as: 'commit', foreign: [], stays: true } },
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
  const proved: readonly LaneJob[] = [
    { ...laneJob, trust },
    { ...laneJob, checks: [], trust },
    { ...laneJob, until: 'merged', saved, trust },
    { ...laneJob, trust: { ...trust, acceptance: 'independent' } },
    {
      ...laneJob,
      checks: [],
      trust: { ...trust, acceptance: 'independent' },
      checkout: { as: 'commit', foreign: [], stays: true },
    },
    { ...laneJob, round: 2, checks: [], saved: { ...saved, base: 'gone', frozen }, trust },
    { ...laneJob, round: 2, saved: { ...saved, frozen }, trust },
  ];
  const several: readonly LaneJob[] = [
    laneJob,
    { ...laneJob, until: 'merged', saved },
    { ...laneJob, until: 'merged', saved, checks: [], onPass: 'keep', onto: ['k0'] },
    { ...laneJob, until: 'merged', saved, checks: [], judged: { issues: [] } },
    { ...laneJob, until: 'merged', saved, checks: [], judged: { issues: [] }, documents: true },
    { ...laneJob, trust: { ...trust, acceptance: 'independent' } },
    { ...laneJob, round: 2, saved: { ...saved, base: 'gone', frozen }, trust },
  ];
  const atOnce = several.map((job): LaneJob => ({ ...job, atOnce: true }));
  const options = { history: { start, after }, states: invariants };
  const explorations = [
    explore(lane, { inputs, words: missionVocabulary, ...options }),
    explore(lane, { inputs: paged, words: withoutScope, ...options }),
    explore(lane, { inputs: proved, words: withoutConflicts, ...options }),
    explore(lane, { inputs: atOnce, words: withoutConflicts, ...options }),
  ];
  console.log(
    `lane, with a page, with a proof, at once: ${explorations.map(({ states, moves }) => `${states} states, ${moves} moves`).join('; ')}`,
  );
  const broken = explorations.map((each) => each.broken);
  const isUnused = (what: string) => what.startsWith('X4 never gone');
  expect(broken.flat().filter((what) => !isUnused(what))).toEqual([]);
  // Every move must be used by one of the explorations.
  const [unused = [], ...others] = broken.map((each) => each.filter(isUnused));
  expect(unused.filter((what) => others.every((each) => each.includes(what)))).toEqual([]);
});

/** No conflicts: the first exploration has them, and neither a page nor a proof changes them. */
const withoutConflicts: EffectVocabulary = {
  ...missionVocabulary,
  operations: missionVocabulary.operations.map((operation) =>
    operation.op === syncLane.op ? { ...operation, samples: operation.samples.slice(0, 2), failures: [] } : operation,
  ),
};

/** No questions about files either. */
const withoutScope: EffectVocabulary = {
  ...withoutConflicts,
  operations: withoutConflicts.operations.map((operation) =>
    operation.op === briefFeature.op ? { ...operation, samples: operation.samples.slice(0, 1) } : operation,
  ),
};
