/**
 * Writes new plans into the checkout: all of them or none.
 *
 *   PE1. Every file is complete on the disk before the first gets its name. No existing file is ever replaced.
 *   PE2. If one path is taken, the files that were placed are removed.
 *   PE3. A plan gets its name after the plans that it depends on. A reader never sees a dependency on a missing plan.
 *   PE4. After a crash it continues: it recognises its files by their bytes, which follow from the proposals alone.
 */
import { join } from 'node:path';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { maxPlanBytes, planName, readPlan } from '@harness/core/input-files/plan-file';
import { draftPlan } from '@harness/core/plans/draft';
import { type PlanFile, planDefects } from '@harness/core/plans/graph';
import { fileNameOf, type Proposal } from '@harness/core/plans/proposal';
import { resolveInside } from '../checkout/file.ts';
import { type NewFile, placeFiles, removePlaced } from '../file/place-files.ts';
import { refuseUnwritable } from '../file/refuse-unwritable.ts';
import { draftPath } from '../file/replace-file.ts';
import { allowOwnDocument } from '../trust/exposure.ts';
import { brokenPlansFailure, type PlansContext } from './context.ts';
import { entriesOf, type PlanFolders, readPlans } from './read.ts';
import { readTextFile } from './text-file.ts';

export interface EmitArgs extends PlanFolders {
  readonly spec: string;
  readonly proposals: readonly Proposal[];
}

interface PlanDraft extends NewFile {
  readonly id: string;
  readonly path: string;
  readonly content: string;
}

export async function performEmitPlans(
  work: PlansContext,
  args: EmitArgs,
): Promise<Outcome<{ files: readonly string[] }>> {
  const { repo, interrupted } = work;
  const drafts = draftsOf(work, args);
  const placed = drafts.filter(({ file, content }) => interrupted && isOurs(file, content));
  const taken = takenIds(repo, args, new Set(placed.map(({ file }) => file)));
  const conflicts = drafts.filter(({ id }) => taken.has(id));
  const wrong = conflicts.length > 0 ? conflict(conflicts) : await findDefects(repo, args, drafts);
  if (wrong !== null) {
    await removePlaced(drafts, placed);
    return wrong;
  }
  return refuseUnwritable(resolveInside(repo, args.planDir), async () => {
    for (const { path, content } of drafts) await allowOwnDocument(repo, path, content);
    const blocked = await placeFiles(drafts, { placed, replace: false });
    return blocked ? conflict([blocked]) : ok({ files: drafts.map(({ path }) => path) });
  });
}

const draftsOf = ({ repo, run }: PlansContext, { planDir, spec, proposals }: EmitArgs): readonly PlanDraft[] =>
  proposals.map((proposal) => {
    const path = `${planDir}/${fileNameOf(proposal)}`;
    const file = resolveInside(repo, path);
    return { id: proposal.id, path, file, draft: draftPath(`${file}.${run}`), content: draftPlan(proposal, spec) };
  });

const isOurs = (file: string, text: string) => {
  const found = readTextFile(file, maxPlanBytes);
  return found.is === 'text' && found.text === text;
};

/** Ids of all files that are named like plans, except our own, also of unreadable ones. */
function takenIds(repo: string, { planDir, completedDir }: PlanFolders, own: ReadonlySet<string>): ReadonlySet<string> {
  const names = [planDir, completedDir].flatMap((folder) =>
    entriesOf(resolveInside(repo, folder))
      .filter(({ name }) => !own.has(join(resolveInside(repo, folder), name)))
      .map(({ name }) => planName(name)?.id ?? ''),
  );
  return new Set(names);
}

const conflict = (drafts: readonly PlanDraft[]) =>
  fail('plans.conflict', { ids: drafts.map(({ id }) => id).join(', ') });

/** The other plans may have changed since the survey: the new ones must still fit. */
async function findDefects(
  repo: string,
  folders: PlanFolders,
  drafts: readonly PlanDraft[],
): Promise<Outcome<never> | null> {
  const read = await readPlans(repo, folders);
  const own = new Set(drafts.map(({ path }) => path));
  const plans = [...read.plans.filter(({ path }) => !own.has(path)), ...drafts.map(parseDraft)];
  return brokenPlansFailure({ problems: read.problems, defects: planDefects(plans) });
}

function parseDraft({ path, content }: PlanDraft): PlanFile {
  const [read, named] = [readPlan(path, content), planName(path.split('/').at(-1) ?? '')];
  if (!read.ok || named === null) throw new Error(`a draft is no plan: ${path}`);
  return { ...read.plan, path, fileId: named.id, slug: named.slug, place: 'active' };
}
