/**
 * Writes new plans into the checkout: all of them or none.
 *
 *   PE1. Every file is whole on the disk, beside its place, before the first gets its name; a name is given only where
 *        nothing has it. Nothing is ever written over.
 *   PE2. Where one cannot be, those that had come into their place are taken back.
 *   PE3. They get their names in the order in which they come, which is: what is depended on first. Whoever looks
 *        meanwhile sees fewer plans, and none that depends on nothing.
 *   PE4. After a crash it goes on: what it wrote is known by its bytes, which follow from the proposals alone.
 */
import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { maxPlanBytes, planName, readPlan } from '@harness/core/input-files/plan-file';
import { draftPlan } from '@harness/core/plans/draft';
import { type PlanFile, planDefects } from '@harness/core/plans/graph';
import { fileNameOf, type Proposal } from '@harness/core/plans/proposal';
import { refuseUnwritable } from '../artifact/refuse-unwritable.ts';
import { resolveInside, temporaryPath } from '../checkout/file.ts';
import { brokenPlansFailure, type PlansContext } from './context.ts';
import { linkIfFree } from './context-files.ts';
import { entriesOf, type PlanFolders, readPlans } from './read.ts';
import { readTextFile } from './text-file.ts';

export interface EmitArgs extends PlanFolders {
  readonly spec: string;
  readonly proposals: readonly Proposal[];
}

interface Draft {
  readonly id: string;
  readonly path: string;
  /** The absolute path. */
  readonly file: string;
  /** Where it is whole before it gets its name: each run has its own, and after a crash it is the same. */
  readonly beside: string;
  readonly text: string;
}

export async function emitPlans(work: PlansContext, args: EmitArgs): Promise<Outcome<{ files: readonly string[] }>> {
  const { repo, interrupted } = work;
  const drafts = draftsOf(work, args);
  const there = drafts.filter(({ file, text }) => interrupted && isOurs(file, text));
  const taken = takenIds(repo, args, new Set(there.map(({ file }) => file)));
  const conflicts = drafts.filter(({ id }) => taken.has(id));
  const wrong = conflicts.length > 0 ? conflict(conflicts) : disorder(repo, args, drafts);
  if (wrong !== null) {
    await takeBack(drafts, there);
    return wrong;
  }
  return refuseUnwritable(resolveInside(repo, args.planDir), () => place(drafts, there));
}

const draftsOf = ({ repo, run }: PlansContext, { planDir, spec, proposals }: EmitArgs): readonly Draft[] =>
  proposals.map((proposal) => {
    const path = `${planDir}/${fileNameOf(proposal)}`;
    const file = resolveInside(repo, path);
    return { id: proposal.id, path, file, beside: temporaryPath(`${file}.${run}`), text: draftPlan(proposal, spec) };
  });

const isOurs = (file: string, text: string) => {
  const found = readTextFile(file, maxPlanBytes);
  return found.is === 'text' && found.text === text;
};

/** The ids of all files that are named like plans, but for our own: also of one that cannot be read. */
function takenIds(repo: string, { planDir, completedDir }: PlanFolders, own: ReadonlySet<string>): ReadonlySet<string> {
  const names = [planDir, completedDir].flatMap((folder) =>
    entriesOf(resolveInside(repo, folder))
      .filter(({ name }) => !own.has(join(resolveInside(repo, folder), name)))
      .map(({ name }) => planName(name)?.id ?? ''),
  );
  return new Set(names);
}

const conflict = (drafts: readonly Draft[]) => fail('plans.conflict', { ids: drafts.map(({ id }) => id).join(', ') });

/** Somebody may have changed the other plans since they were looked at: the new ones must still fit to them. */
function disorder(repo: string, folders: PlanFolders, drafts: readonly Draft[]): Outcome<never> | null {
  const read = readPlans(repo, folders);
  const own = new Set(drafts.map(({ path }) => path));
  const plans = [...read.plans.filter(({ path }) => !own.has(path)), ...drafts.map(asPlan)];
  return brokenPlansFailure({ problems: read.problems, defects: planDefects(plans) });
}

function asPlan({ path, text }: Draft): PlanFile {
  const [read, named] = [readPlan(path, text), planName(path.split('/').at(-1) ?? '')];
  if (!read.ok || named === null) throw new Error(`a draft is no plan: ${path}`);
  return { ...read.plan, path, fileId: named.id, slug: named.slug, place: 'active' };
}

async function place(drafts: readonly Draft[], there: readonly Draft[]) {
  const placed = [...there];
  const left = drafts.filter((draft) => !there.includes(draft));
  try {
    for (const draft of left) await writeBeside(draft);
    for (const draft of left) {
      if (!(await linkIfFree(draft.beside, draft.file))) {
        await takeBack(drafts, placed);
        return conflict([draft]);
      }
      placed.push(draft);
    }
  } catch (error) {
    await takeBack(drafts, placed);
    throw error;
  }
  await takeBack(drafts, []);
  await sync(drafts);
  return ok({ files: drafts.map(({ path }) => path) });
}

async function writeBeside({ beside, text }: Draft): Promise<void> {
  await mkdir(dirname(beside), { recursive: true });
  await rm(beside, { force: true }); // of one who died; and if it is a link, it is not written through
  await writeFile(beside, text, { flag: 'wx', flush: true });
}

/** Every draft, and those of the files that are not to stay. */
async function takeBack(drafts: readonly Draft[], files: readonly Draft[]): Promise<void> {
  for (const { file } of files) await rm(file, { force: true });
  for (const { beside } of drafts) await rm(beside, { force: true });
}

/** A name is on the disk only when its folder is. */
async function sync([first]: readonly Draft[]): Promise<void> {
  if (first === undefined) return;
  const folder = await open(dirname(first.file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
