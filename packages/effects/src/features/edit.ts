/** What a person made of the files of a plan by hand: taken over as it is now, or put beside them (contracts §3). */
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Edit, PlanFile } from '@harness/core/effects/features';
import { type Outcome, ok } from '@harness/core/failure';
import { isOtherContract, readEdit } from '@harness/core/mission/edit';
import { standingText } from '@harness/core/mission/features-text';
import type { MissionPlan, PlanRead } from '@harness/core/mission/plan';
import { contractFile, contractText } from '@harness/core/sources/validation-contract';
import { onDisk } from '../artifact/disk.ts';
import { inside, placeFile } from '../checkout/file.ts';
import { type PlanText, planText, wrongWith } from './look.ts';
import { keepPlan, readKeptPlan, row } from './plan-file.ts';
import { type FeaturesWork, folder } from './work.ts';

interface Args {
  readonly plan: PlanFile;
  readonly begun: readonly string[];
}

type Rows = Parameters<typeof standingText>[1];
interface Standings {
  readonly features: Rows;
  readonly shown?: Rows;
}

/** What is gone was not changed: it is written again. */
export async function lookAtEdit(
  work: FeaturesWork,
  { plan: file, features: now, shown = now }: Pick<Args, 'plan'> & Standings,
): Promise<Outcome<{ readonly isEdited: boolean }>> {
  const plan = await readKeptPlan(work, file);
  const [features, contract] = [planText(work.repo, 'features.json'), planText(work.repo, contractFile)];
  const isOther = features.is === 'text' && [now, shown].every((rows) => features.text !== standingText(plan, rows));
  return ok({ isEdited: isOther || features.is === 'strange' || isChanged(contract, plan) });
}

const isChanged = (contract: PlanText, plan: MissionPlan): boolean =>
  contract.is === 'strange' || (contract.is === 'text' && isOtherContract(contract.text, plan));

export async function takeEdit(work: FeaturesWork, { plan: file, begun }: Args): Promise<Outcome<Edit>> {
  const plan = await readKeptPlan(work, file);
  const [features, contract] = [planText(work.repo, 'features.json'), planText(work.repo, contractFile)];
  const [strange] = [features, contract].flatMap((one) => (one.is === 'strange' ? [one.detail] : []));
  if (strange !== undefined) return ok({ is: 'refused', problems: strange });
  if (features.is !== 'text') return ok({ is: 'refused', problems: 'features.json is not there' });
  const read = readEdit(features.text, contract.is === 'text' ? contract.text : null, { plan, begun });
  if (read.is !== 'plan') return ok({ is: 'refused', problems: shortly(read) });
  // Statuses as they are written there: whether somebody is at work on one is known to the mission alone.
  const rows = read.plan.features.map((feature) => ({ ...row(feature), status: feature.status }));
  return ok({ is: 'taken', plan: await keepPlan(work, read.plan), features: rows });
}

const mostProblems = 20;

/** A question must be read: of a list that nobody reads to its end, the beginning. */
function shortly(read: Exclude<PlanRead, { is: 'plan' }>): string {
  const problems = wrongWith(read).split('; ');
  const rest = problems.length - mostProblems;
  return [...problems.slice(0, mostProblems), ...(rest > 0 ? [`… +${rest}`] : [])].join('; ');
}

/** Moved, whatever it is: a link or a folder too. The contract is written again here, the features by their view. */
export async function setEditAside(
  work: FeaturesWork,
  { plan: file }: Pick<Args, 'plan'>,
): Promise<Outcome<{ readonly kept: readonly string[] }>> {
  const plan = await readKeptPlan(work, file);
  const isOther = isChanged(planText(work.repo, contractFile), plan);
  const kept = [await aside(work, 'features.json'), ...(isOther ? [await aside(work, contractFile)] : [])];
  if (isOther) await placeFile(work.repo, `${folder}/${contractFile}`, contractText(plan.assertions));
  return ok({ kept: kept.flatMap((one) => one ?? []) });
}

/** Nothing when it is gone, or was moved before a crash. */
async function aside({ repo }: FeaturesWork, name: string): Promise<string | null> {
  if (planText(repo, name).is === 'missing') return null;
  const path = join(inside(repo, folder), name);
  let n = 1;
  while (existsSync(`${path}.yours-${n}`)) n++;
  await onDisk(path, () => rename(path, `${path}.yours-${n}`));
  return `${folder}/${name}.yours-${n}`;
}
