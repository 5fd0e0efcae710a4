/** Creates the job of one plan from the picked plan file and the settings of the queue. */
import type { PickedPlan } from '../../effects/queue.ts';
import { planRunsFolder } from '../../plans/run-place.ts';
import type { PlanJob } from '../plan/job.ts';
import type { QueueSettings } from './state.ts';

export const planBranch = ({ id, slug }: Pick<PickedPlan, 'id' | 'slug'>): string => `task/${id}-${slug}`;

export function planJobOf({ job, completedDir, base, stateDir }: QueueSettings, picked: PickedPlan): PlanJob {
  const { id, slug, title, text, file, stamp, estimatedPasses, kind, changes } = picked;
  const folder = `${planRunsFolder(stateDir, id)}/${stamp}`;
  const keepIn = `${folder}/e2e-verify`;
  return {
    ...job,
    id,
    slug,
    title,
    text,
    file,
    completedDir,
    base,
    branch: planBranch(picked),
    folder,
    estimatedPasses,
    ...(kind ? { kind } : {}),
    ...(changes ? { changes } : {}),
    e2e: typeof job.e2e === 'object' ? { ...job.e2e, keepIn } : job.e2e,
  };
}
