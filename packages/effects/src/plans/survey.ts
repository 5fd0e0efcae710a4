/** Collects the input of the planner: the spec, its criteria, existing plans and context files. */

import type { PlansSurvey } from '@harness/core/effects/plans';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { acceptancePaths, type Criterion, parseCriteria } from '@harness/core/input-files/acceptance';
import type { Artifact } from '@harness/core/journal/artifact';
import { chooseContextFiles, contextText } from '@harness/core/plans/context';
import { isCompleted, type PlanFile } from '@harness/core/plans/graph';
import { writeArtifact } from '../artifact/store.ts';
import { resolveInside } from '../checkout/file.ts';
import { brokenPlansFailure, type PlansContext } from './context.ts';
import { readContextFiles } from './context-files.ts';
import type { PlanFolders } from './read.ts';
import { readPlans } from './read.ts';
import { readTextFile } from './text-file.ts';

/** Limit of a prompt: a truncated spec would lead to half a plan. */
export const maxPlanSpecBytes = 200_000;

export interface PlanSurveyArgs extends PlanFolders {
  readonly spec: string;
  readonly contextDir: string;
}

export async function performSurveyPlans(
  work: PlansContext,
  { spec, ...places }: PlanSurveyArgs,
): Promise<Outcome<PlansSurvey>> {
  const { repo } = work;
  const file = readTextFile(resolveInside(repo, spec), maxPlanSpecBytes);
  if (file.is !== 'text') return fail('plans.broken', { detail: `${spec}: ${file.is.replaceAll('-', ' ')}` });
  const read = await readPlans(repo, places);
  const wrong = brokenPlansFailure(read);
  if (wrong !== null) return wrong;
  const found = criteriaFor(repo, spec);
  if (!found.ok) return found;
  const criteria = found.value;
  const { drops, misread } = await readContextFiles(repo, places.contextDir);
  const context = chooseContextFiles(drops, { phase: 'planner' });
  const save = (name: string, text: string): Promise<Artifact> =>
    writeArtifact(work.runFolder, `${work.key}.${name}`, text);
  return ok({
    spec: await save('spec.md', file.text),
    plans: await save('plans.txt', read.plans.map(planLine).join('\n') || 'none'),
    criteria: await save('criteria.txt', (criteria ?? []).map(criterionLine).join('\n')),
    context: await save('context.txt', contextText(context)),
    known: {
      active: read.plans.filter((plan) => !isCompleted(plan)).map(({ id }) => id),
      completed: read.plans.filter(isCompleted).map(({ id }) => id),
      tags: criteria?.map(({ tag }) => tag) ?? null,
    },
    covered: [...new Set(read.plans.flatMap(({ acceptanceTags }) => acceptanceTags))],
    told: {
      cut: context.handed.filter(({ cut }) => cut > 0).map(({ path }) => path),
      leftOut: context.leftOut,
      misread,
    },
  });
}

/** `null` if the spec has no acceptance file: then tags are not checked. */
function criteriaFor(repo: string, spec: string): Outcome<readonly Criterion[] | null> {
  for (const path of acceptancePaths(spec)) {
    const file = readTextFile(resolveInside(repo, path), maxPlanSpecBytes);
    if (file.is === 'text') return ok(parseCriteria(file.text));
    if (file.is !== 'missing') return fail('plans.broken', { detail: `${path}: ${file.is.replaceAll('-', ' ')}` });
  }
  return ok(null);
}

const criterionLine = ({ tag, description }: Criterion) => `${tag}: ${description}`;

function planLine({ id, title, phase, status, dependsOn, acceptanceTags: tags }: PlanFile): string {
  const wants = dependsOn.length > 0 ? `; depends on ${dependsOn.join(' ')}` : '';
  const carries = tags.length > 0 ? `; tags ${tags.join(' ')}` : '';
  return `${id} [${status}] ${title} (phase ${phase}${wants}${carries})`;
}
