/** Progress messages of a lane: its smoke test, and a page that was dropped. */
import { type ProgressMessage, progressOf } from '../../../codes.ts';
import { missionCodes } from '../codes.ts';
import type { LaneState } from './job.ts';

const message = progressOf(missionCodes);

export function laneProgress(from: LaneState, to: LaneState): readonly ProgressMessage[] {
  if (to.at === 'dropping-page') return [message('lane.undocumented', { why: to.why }, 'warn')];
  const isSmoked = from.at === 'smoking' && to.at !== 'over' && to.at !== 'setting-back';
  return isSmoked ? [message('mission.smoke-passed', {}, 'good')] : [];
}
