/**
 * Reads the plans of a repository: every file of both folders, and everything that is wrong with one.
 *
 * Both folders are entered through no link, and no file in them is; the files are read in the order of their names.
 */
import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { maxPlanBytes, type PlanProblem, planName, readPlan } from '@harness/core/input-files/plan-file';
import { type PlanDefect, type PlanFile, type PlanPlace, planDefects } from '@harness/core/plans/graph';
import { resolveContained } from '../contained-path.ts';
import { readTextFile } from './text-file.ts';

export interface PlanFolders {
  readonly planDir: string;
  readonly completedDir: string;
}

export interface PlansRead {
  readonly plans: readonly PlanFile[];
  readonly problems: readonly PlanProblem[];
  /** Of those that could be read. */
  readonly defects: readonly PlanDefect[];
}

/** `repo` is the absolute root of the checkout. */
export function readPlans(repo: string, { planDir, completedDir }: PlanFolders): PlansRead {
  const found = [...folder(repo, planDir, 'active'), ...folder(repo, completedDir, 'completed')];
  const plans = found.flatMap((one) => ('plan' in one ? [one.plan] : []));
  // What could not be read is not missing: who depends on it is told of it once, by its own problem.
  const unread = found.flatMap((one) => ('problems' in one ? [planName(one.name)?.id] : []));
  const defects = planDefects(plans).filter(
    ({ defect, ids }) => defect !== 'missing-dependency' || !unread.includes(ids[1]),
  );
  return { plans, problems: found.flatMap((one) => ('problems' in one ? one.problems : [])), defects };
}

type One = { readonly plan: PlanFile } | { readonly name: string; readonly problems: readonly PlanProblem[] };

function folder(repo: string, path: string, place: PlanPlace): readonly One[] {
  const contained = resolveContained(repo, path);
  if (!contained.ok) return [{ name: path, problems: [unreachable(path, `it leads ${contained.why}`)] }];
  return entriesOf(contained.path)
    .filter(({ name }) => looksLikePlan(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((entry) => one(join(contained.path, entry.name), `${path}/${entry.name}`, entry.name, place));
}

/** What begins with a digit was meant as a plan; a README or a template was not. */
const looksLikePlan = (name: string) => /^\d.*\.md$/.test(name);

function one(absolute: string, path: string, name: string, place: PlanPlace): One {
  const named = planName(name);
  if (named === null) return { name, problems: [{ problem: 'bad-name', file: path, line: 1 }] };
  const file = readTextFile(absolute, maxPlanBytes);
  if (file.is === 'too-large' || file.is === 'not-text')
    return { name, problems: [{ problem: file.is, file: path, line: 1 }] };
  if (file.is !== 'text')
    return { name, problems: [unreachable(path, file.is === 'refused' ? file.detail : file.is.replaceAll('-', ' '))] };
  const read = readPlan(path, file.text);
  if (!read.ok) return { name, problems: read.problems };
  return { plan: { ...read.plan, path, fileId: named.id, slug: named.slug, place } };
}

const unreachable = (file: string, detail: string): PlanProblem => ({ problem: 'unreachable', file, line: 1, detail });

/** A folder that is not there holds nothing. */
export function entriesOf(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return [];
  }
}
