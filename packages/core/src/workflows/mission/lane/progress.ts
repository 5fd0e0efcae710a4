/** What a lane says of its own moves: what came of holding new tests against the base, where red is good news, and of its page. */
import { errorMessage, type ProgressMessage, successMessage, warningMessage } from '../../task/progress-codes.ts';
import type { LaneState } from './job.ts';

export function laneProgress(from: LaneState, to: LaneState): readonly ProgressMessage[] {
  if (to.at === 'dropping-page') return [warningMessage('lane.undocumented', { why: to.why })];
  if (from.at !== 'proving' || to.at === 'proving') return [];
  const files = { paths: from.proofs[0]?.tests.join(', ') ?? '' };
  if (to.at === 'restoring' && to.found !== null)
    return 'code' in to.found ? [] : [errorMessage('lane.unproven', files)];
  if (from.isProbe) return [warningMessage('lane.untried', files)];
  return to.at === 'rewinding' && to.isProbe ? [] : [successMessage('lane.proved', files)];
}
