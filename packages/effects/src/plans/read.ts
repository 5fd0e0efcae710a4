/**
 * Reads all plans of a repository in both folders, sorted by name, with all their problems. Follows no link.
 *
 * A plan that an agent wrote into the checkout is a problem until a person commits or accepts it: it would be an order.
 */

import { type Dirent, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { looksLikePlan, maxPlanBytes, type PlanProblem, planName, readPlan } from '@harness/core/input-files/plan-file';
import { type PlanDefect, type PlanFile, type PlanPlace, planDefects } from '@harness/core/plans/graph';
import { resolveContained } from '../contained-path.ts';
import { tryOr } from '../file/file-system.ts';
import { findWrittenDocuments } from '../trust/exposure.ts';
import { readTextFile } from './text-file.ts';

export interface PlanFolders {
  readonly planDir: string;
  readonly completedDir: string;
}

export interface PlansRead {
  readonly plans: readonly PlanFile[];
  readonly problems: readonly PlanProblem[];
  /** Defects between the readable plans. */
  readonly defects: readonly PlanDefect[];
}

export async function readPlans(repo: string, { planDir, completedDir }: PlanFolders): Promise<PlansRead> {
  const written = await findWrittenDocuments(repo);
  const read = [...readFolder(repo, planDir, 'active'), ...readFolder(repo, completedDir, 'completed')];
  const found = read.map((one) => refuseWritten(one, written));
  const plans = found.flatMap((one) => ('plan' in one ? [one.plan] : []));
  // An unreadable plan is not missing: its own problem is reported instead.
  const unread = found.flatMap((one) => ('problems' in one ? [planName(one.name)?.id] : []));
  const defects = planDefects(plans).filter(
    ({ defect, ids }) => defect !== 'missing-dependency' || !unread.includes(ids[1]),
  );
  return { plans, problems: found.flatMap((one) => ('problems' in one ? one.problems : [])), defects };
}

type PlanEntry = { readonly plan: PlanFile } | { readonly name: string; readonly problems: readonly PlanProblem[] };

function refuseWritten(entry: PlanEntry, written: readonly string[]): PlanEntry {
  if (!('plan' in entry) || !written.includes(entry.plan.path)) return entry;
  const { path } = entry.plan;
  return { name: basename(path), problems: [{ problem: 'written-by-agent', file: path, line: 1 }] };
}

function readFolder(repo: string, path: string, place: PlanPlace): readonly PlanEntry[] {
  const contained = resolveContained(repo, path);
  if (!contained.ok) return [{ name: path, problems: [unreachable(path, `it leads ${contained.why}`)] }];
  return entriesOf(contained.path)
    .filter(({ name }) => looksLikePlan(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((entry) => readEntry(join(contained.path, entry.name), `${path}/${entry.name}`, entry.name, place));
}

function readEntry(absolute: string, path: string, name: string, place: PlanPlace): PlanEntry {
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

/** Empty if the folder is missing. */
export const entriesOf = (path: string): readonly Dirent[] =>
  tryOr(() => readdirSync(path, { withFileTypes: true }), [], 'ENOENT', 'ENOTDIR');
