/** Starts a feature in one lane, or in several competing lanes (MO-28). */
import { type ChildId, spawn } from '../../effects/spawn.ts';
import type { Begin } from '../../machine/machine.ts';
import type { SmokeTest } from '../../mission/smoke.ts';
import type { CompetitionResult, Rival, SharedLaneJob } from './competition/job.ts';
import { competition } from './competition/machine.ts';
import type { MissionJob } from './job.ts';
import { lane } from './lane/machine.ts';
import { stackedBaseFor } from './stacked-base.ts';
import { type FeatureState, featureOf, type Mission } from './state.ts';

type Starting = Extract<Mission, { at: 'starting' }>;

export function startFeature(state: Starting): Begin<ChildId<CompetitionResult>> {
  const { job, feature: id, until } = state;
  const feature = featureOf(state, id);
  const each = laneJobOf(state, feature);
  if (job.rivals !== undefined)
    return spawn(competition, id, { until, each, rivals: rivalsOf(feature, job.rivals, until) });
  const { saved = null, setback = null } = feature;
  return spawn(lane, id, { ...each, until, saved, setback });
}

function laneJobOf(state: Starting, { attempts, kinds, ruling = '', branch }: FeatureState): SharedLaneJob {
  const { job, plan, feature } = state;
  return {
    feature,
    plan,
    base: job.base,
    round: attempts,
    ruling,
    checks: job.checks,
    checkTimeoutMs: job.checkTimeoutMs,
    ...(job.rooms ? { rooms: true } : {}),
    ...(job.atOnce && !job.checkout && job.rivals === undefined ? { atOnce: true } : {}),
    ...(job.guardsDocuments ? { guardsDocuments: true } : {}),
    ...(job.guardsDocuments && job.spec !== '' ? { spec: job.spec } : {}),
    ...(job.testFiles ? { testFiles: job.testFiles } : {}),
    ...(job.reports ? { reports: job.reports } : {}),
    ...(job.trust ? { trust: job.trust } : {}),
    ...(job.proof ? { proof: job.proof } : {}),
    ...(job.uiQa && kinds.includes('ui') ? { uiQa: job.uiQa } : {}),
    ...(job.crosscheck ? { crosscheck: true } : {}),
    ...smokeOf(job),
    ...productOf(job, kinds),
    ...(job.documents === 'pass' ? { documents: true } : {}),
    ...(job.allots ? { allots: job.allots } : {}),
    ...(job.checkout
      ? { checkout: { ...job.checkout, stays: state.inCheckout === feature && state.until === 'implemented' } }
      : {}),
    ...(job.onPass ? { onPass: job.onPass, onto: stackedBaseFor(state, feature), ...(branch ? { branch } : {}) } : {}),
  };
}

const smokeOf = ({ smoke }: MissionJob): Pick<SharedLaneJob, 'smoke'> =>
  smoke?.inLane ? { smoke: requestsOf(smoke) } : {};

const requestsOf = ({ command, waitMs, urls }: SmokeTest): SmokeTest => ({
  waitMs,
  urls,
  ...(command === undefined ? {} : { command }),
});

/** A proof compares two commits, so it needs the command that starts the product. */
function productOf({ trust, smoke, uiQa }: MissionJob, kinds: FeatureState['kinds']): Pick<SharedLaneJob, 'product'> {
  const hasRequests = smoke?.command !== undefined;
  const hasPages = uiQa !== undefined && uiQa.server.command !== '' && kinds.includes('ui');
  if (!trust || (!hasRequests && !hasPages)) return {};
  return { product: { ...(hasRequests ? { smoke: requestsOf(smoke) } : {}), ...(hasPages ? { screens: uiQa } : {}) } };
}

/** Judging keeps the rivals. For building, each continues its lane; new rivals get the setback of the feature. */
function rivalsOf({ rivals = [], setback }: FeatureState, count: number, until: Starting['until']): readonly Rival[] {
  if (until === 'merged') return rivals;
  return Array.from({ length: count }, (_, n): Rival => {
    const before = rivals.find(({ number }) => number === n + 1);
    const ownSetback = before ? before.setback : (setback ?? null);
    return { number: n + 1, is: 'working', saved: before?.saved ?? null, setback: ownSetback };
  });
}
