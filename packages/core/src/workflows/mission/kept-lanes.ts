/** Finds the lanes that a feature keeps until it is merged (M-28): its own, or those of rivals with saved work. */
import { rivalLane } from '../../mission/competition.ts';
import type { SavedWork } from './lane/job.ts';
import type { FeatureState } from './state.ts';

interface KeptLane {
  readonly name: string;
  readonly saved: SavedWork;
}

export function keptLanes({ id, saved, rivals }: FeatureState): readonly KeptLane[] {
  if (rivals)
    return rivals.flatMap((one) => (one.saved ? [{ name: rivalLane(id, one.number), saved: one.saved }] : []));
  return saved ? [{ name: id, saved }] : [];
}
