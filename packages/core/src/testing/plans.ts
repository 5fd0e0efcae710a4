/** Plan files and proposals for tests, with defaults for everything a test does not care about. */

import type { PlanStatus } from '../input-files/plan-file.ts';
import type { PlanFile } from '../plans/graph.ts';
import type { Proposal } from '../plans/proposal.ts';

export function planFile(id: string, dependsOn: readonly string[] = [], status: PlanStatus = 'active'): PlanFile {
  const place = status === 'completed' ? 'completed' : 'active';
  return {
    id,
    fileId: id,
    slug: `plan-${id}`,
    path: `docs/exec-plans/${place}/${id}-plan-${id}.md`,
    place,
    title: `Plan ${id}`,
    phase: 'one',
    status,
    dependsOn,
    estimatedPasses: 1,
    acceptanceTags: [],
    body: '',
  };
}

export const proposal = (id: string, more: Partial<Proposal> = {}): Proposal => ({
  id,
  slug: `plan-${id}`,
  title: `Plan ${id}`,
  phase: 'one',
  depends_on: [],
  estimated_passes: 1,
  summary: 'Something is true.',
  scope_bullets: ['do it'],
  acceptance_tags: [],
  ...more,
});
