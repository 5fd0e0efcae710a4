/** Finds the plan of a phase in the checkout: by its name in the folders of plans, or by the handoff. */
import { lstat } from 'node:fs/promises';
import type { NamedPhase } from '@harness/core/effects/autopilot';
import { readAutopilotState, sessionStateName } from '@harness/core/sessions/autopilot-state';
import { findPhasePlan, planFolders } from '@harness/core/sessions/plan-file';
import { isFile, resolveInside } from '../checkout/file.ts';
import { resolveContained } from '../contained-path.ts';
import { listEntries } from '../file/file-system.ts';
import { readAnyHandoff } from './handoff-file.ts';
import { readSessionFile } from './session-file.ts';

interface PhasePlace {
  readonly slug: string;
  readonly specPath: string;
  readonly phase: NamedPhase;
}

/** The newest file; `null` if there is none. */
export async function findPlanPath(repo: string, place: PhasePlace): Promise<string | null> {
  const taken = plansOfOthers(repo, place);
  const named = readAnyHandoff(repo, place)?.planPath ?? null;
  const found = new Set<string | null>(named !== null && taken.includes(named) ? [] : [named]);
  for (const folder of planFolders(place.specPath))
    found.add(findPhasePlan(await plansIn(repo, folder), { folder, phaseName: place.phase.name, taken }));
  const plans: { readonly path: string; readonly mtimeMs: number }[] = [];
  for (const path of found)
    if (path !== null && (await isFile(repo, path)))
      plans.push({ path, mtimeMs: (await lstat(resolveInside(repo, path))).mtimeMs });
  return plans.sort((one, other) => other.mtimeMs - one.mtimeMs)[0]?.path ?? null;
}

async function plansIn(repo: string, folder: string): Promise<readonly string[]> {
  const contained = resolveContained(repo, folder);
  const entries = contained.ok ? await listEntries(contained.path) : [];
  return entries.filter((entry) => entry.isFile()).map(({ name }) => `${folder}${name}`);
}

/** Plans of the other phases of the session: a name may contain the name of another phase. */
export function plansOfOthers(repo: string, { slug, phase }: PhasePlace): readonly string[] {
  const read = readAutopilotState(readSessionFile(repo, { slug, name: sessionStateName }) ?? '');
  const phases = read.ok ? read.value.phases : [];
  return phases.flatMap(({ planPath }, at) => (at === phase.n - 1 ? [] : (planPath ?? [])));
}
