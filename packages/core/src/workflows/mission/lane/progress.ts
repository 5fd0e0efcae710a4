/** Progress messages of a lane: results of proving new tests on the base, where red is good, and of its page. */
import { type ProgressMessage, progressOf } from '../../../codes.ts';
import { missionCodes } from '../codes.ts';
import type { LaneState } from './job.ts';

const message = progressOf(missionCodes);

export function laneProgress(from: LaneState, to: LaneState): readonly ProgressMessage[] {
  if (to.at === 'dropping-page') return [message('lane.undocumented', { why: to.why }, 'warn')];
  if (from.at === 'smoking' && to.at !== 'over' && to.at !== 'setting-back')
    return [message('mission.smoke-passed', {}, 'good')];
  if (from.at !== 'proving' || to.at === 'proving') return [];
  const files = { paths: from.proofs[0]?.tests.join(', ') ?? '' };
  if (to.at === 'restoring' && to.found !== null)
    return 'code' in to.found ? [] : [message('lane.unproven', files, 'bad')];
  if (from.isProbe) return [message('lane.untried', files, 'warn')];
  return to.at === 'rewinding' && to.isProbe ? [] : [message('lane.proved', files, 'good')];
}
