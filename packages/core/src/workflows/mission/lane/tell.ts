/** What a lane says of its own moves: what came of holding new tests against the base, where red is good news, and of its page. */
import { bad, good, type Telling, warn } from '../../task/telling.ts';
import type { LaneState } from './job.ts';

export function tellMove(from: LaneState, to: LaneState): readonly Telling[] {
  if (to.at === 'dropping-page') return [warn('lane.undocumented', { why: to.why })];
  if (from.at !== 'proving' || to.at === 'proving') return [];
  const files = { paths: from.proofs[0]?.tests.join(', ') ?? '' };
  if (to.at === 'restoring' && to.found !== null) return 'code' in to.found ? [] : [bad('lane.unproven', files)];
  if (from.isProbe) return [warn('lane.untried', files)];
  return to.at === 'rewinding' && to.isProbe ? [] : [good('lane.proved', files)];
}
