/**
 * The plans of a repository as one graph, and everything that is wrong with it.
 *
 *   PG1. All defects are told at once, sorted: by kind, then by id. In which order the files were read does not matter.
 *   PG2. A plan is done when it says so and lies where done plans lie. Where the two differ, that is a defect.
 */
import type { Plan } from '../input-files/plan-file.ts';
import { type DefectKind, workDefects } from './work-items.ts';

export type PlanPlace = 'active' | 'completed';

/** A plan and the file it was read from: where it lies, and what it is named by. */
export interface PlanFile extends Plan {
  /** By its path in the repository. */
  readonly path: string;
  readonly fileId: string;
  readonly slug: string;
  readonly place: PlanPlace;
}

export type PlanDefectKind = DefectKind | 'id-filename-mismatch' | 'status-location-mismatch';

/** In the order in which they are told. */
export const planDefectKinds: readonly PlanDefectKind[] = [
  'duplicate-id',
  'missing-dependency',
  'cycle',
  'id-filename-mismatch',
  'status-location-mismatch',
  'self-dependency',
];

/** `files` are those of the first of the ids: the file that is wrong, or both that share an id. */
export interface PlanDefect {
  readonly defect: PlanDefectKind;
  readonly ids: readonly string[];
  readonly files: readonly string[];
}

export const byId = (a: PlanFile, b: PlanFile): number => compare(a.id, b.id) || compare(a.path, b.path);

export const isCompleted = ({ status, place }: PlanFile): boolean => status === 'completed' && place === 'completed';

export function planDefects(given: readonly PlanFile[]): readonly PlanDefect[] {
  const plans = [...given].sort(byId);
  const filesOf = (id: string) => plans.filter((plan) => plan.id === id).map(({ path }) => path);
  const ofGraph = workDefects(plans).map(({ defect, ids }) => ({ defect, ids, files: filesOf(ids[0] ?? '') }));
  const own = (defect: PlanDefectKind, isWrong: (plan: PlanFile) => boolean) =>
    plans.filter(isWrong).map(({ id, path }): PlanDefect => ({ defect, ids: [id], files: [path] }));
  const found: readonly PlanDefect[] = [
    ...ofGraph,
    ...own('id-filename-mismatch', ({ id, fileId }) => id !== fileId),
    ...own('status-location-mismatch', ({ status, place }) => (status === 'completed') !== (place === 'completed')),
  ];
  return planDefectKinds.flatMap((kind) => found.filter(({ defect }) => defect === kind));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
