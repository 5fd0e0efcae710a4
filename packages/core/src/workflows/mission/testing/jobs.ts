/** Jobs of missions and lanes for tests, and their effect vocabulary. */
import { checkoutLaneOperations } from '../../../effects/checkout.ts';
import {
  adoptPlan,
  backUpPlanEdit,
  briefFeature,
  checkPlanEdit,
  convertIssues,
  findMissionPlan,
  importPlanEdit,
  keepSetback,
  outlineFeatures,
  settleNote,
  writeNote,
} from '../../../effects/features.ts';
import { openPull, pushBranch } from '../../../effects/forge.ts';
import { gitOperations } from '../../../effects/git.ts';
import { keepLane } from '../../../effects/keep-lane.ts';
import type { EffectVocabulary } from '../../../effects/kinds.ts';
import { measureChange } from '../../../effects/measure-change.ts';
import { keepMemory } from '../../../effects/memory.ts';
import type { Operation } from '../../../effects/operation.ts';
import { inspectScope, prepareMerge, publishLane, syncLane } from '../../../effects/publish-lane.ts';
import { restoreLane } from '../../../effects/restore-lane.ts';
import { takeScreenshots } from '../../../effects/screens.ts';
import { smokeTest } from '../../../effects/smoke.ts';
import type { Machine } from '../../../machine/machine.ts';
import { acceptance } from '../../acceptance/machine.ts';
import { baseChecks } from '../../base-checks/machine.ts';
import { roles } from '../../loaded.ts';
import { changeProof } from '../../proof/machine.ts';
import { competition } from '../competition/machine.ts';
import type { MissionJob } from '../job.ts';
import type { LaneJob, LaneResult } from '../lane/job.ts';
import { lane } from '../lane/machine.ts';

export const missionJob: MissionJob = {
  spec: 'SPEC.md',
  base: 'main',
  lanes: 1,
  decide: 'rules',
  iterations: 6,
  planReviewer: true,
  checkpoints: [],
  checks: ['npm test'],
  checkTimeoutMs: 1_000,
};

export const laneJob: LaneJob = {
  feature: 'F-1',
  plan: { file: '.harness/runs/r/artifacts/plan.json', sha256: '' },
  base: 'main',
  until: 'implemented',
  round: 1,
  saved: null,
  setback: null,
  ruling: '',
  checks: ['npm test'],
  checkTimeoutMs: 1_000,
};

export const missionVocabulary: EffectVocabulary = {
  roles,
  operations: [
    ...Object.values(gitOperations),
    syncLane,
    publishLane,
    prepareMerge,
    inspectScope,
    keepLane,
    keepMemory,
    smokeTest,
    findMissionPlan,
    adoptPlan,
    briefFeature,
    keepSetback,
    convertIssues,
    checkPlanEdit,
    importPlanEdit,
    backUpPlanEdit,
    outlineFeatures,
    writeNote,
    settleNote,
    restoreLane,
    ...Object.values(checkoutLaneOperations),
    takeScreenshots,
    pushBranch,
    openPull,
    measureChange,
  ] as readonly Operation<unknown, unknown>[],
  machines: {
    lane: lane as unknown as Machine<never>,
    competition: competition as unknown as Machine<never>,
    'base-checks': baseChecks,
    acceptance: acceptance as unknown as Machine<never>,
    proof: changeProof as unknown as Machine<never>,
  },
};

/** Limits the lane results and features, because exploring everything would take hours. */
export function vocabularyWithResults(ids: readonly string[], ...ways: readonly LaneResult['is'][]): EffectVocabulary {
  const results = lane.results.filter(({ is }) => ways.includes(is));
  const found = findMissionPlan.samples.flatMap((looked) => {
    const features = looked.found?.features.filter(({ id }) => ids.includes(id)) ?? [];
    return looked.found ? [{ ...looked, found: { ...looked.found, features } }] : [];
  });
  const few = { ...findMissionPlan, samples: found, failures: [] } as Operation<unknown, unknown>;
  return {
    ...missionVocabulary,
    operations: missionVocabulary.operations.map((operation) =>
      operation.op === findMissionPlan.op ? few : operation,
    ),
    machines: { ...missionVocabulary.machines, lane: { ...lane, results } as unknown as Machine<never> },
  };
}

/** Adds conflicts in the stacked base of a lane. */
export function vocabularyWithConflicts(known: EffectVocabulary): EffectVocabulary {
  const { openLane } = gitOperations;
  const apart = openLane.samples.map((lane) => ({ ...lane, conflicts: ['a.ts'] }));
  const open = { ...openLane, samples: [...openLane.samples, ...apart] } as Operation<unknown, unknown>;
  return { ...known, operations: known.operations.map((operation) => (operation.op === open.op ? open : operation)) };
}

/** Keeps passed lanes on their branches. */
export function vocabularyWithKeptLanes(known: EffectVocabulary): EffectVocabulary {
  const results = (known.machines['lane'] as unknown as typeof lane).results.map((result) =>
    result.is === 'passed' && result.commit !== null ? { ...result, branch: 'harness/F-1' } : result,
  );
  return { ...known, machines: { ...known.machines, lane: { ...lane, results } as unknown as Machine<never> } };
}
