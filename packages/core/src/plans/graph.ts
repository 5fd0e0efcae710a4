/**
 * Finds all defects in the dependency graph of a repository's plans.
 *
 *   PG1. All defects are reported at once, sorted by kind, then by id. The order of reading files does not matter.
 *   PG2. A plan is completed if its status and its folder say so. If they differ, that is a defect.
 */
import type { Plan } from '../input-files/plan-file.ts';
import { type DefectKind, workDefects } from './work-items.ts';

export type PlanPlace = 'active' | 'completed';

export interface PlanFile extends Plan {
  /** Path in the repository. */
  readonly path: string;
  readonly fileId: string;
  readonly slug: string;
  readonly place: PlanPlace;
}

export type PlanDefectKind = DefectKind | 'id-filename-mismatch' | 'status-location-mismatch';

/** In the order of reports. */
export const planDefectKinds: readonly PlanDefectKind[] = [
  'duplicate-id',
  'missing-dependency',
  'cycle',
  'id-filename-mismatch',
  'status-location-mismatch',
  'self-dependency',
];

/** `files` belong to the first id: the wrong file, or all files that share the id. */
export interface PlanDefect {
  readonly defect: PlanDefectKind;
  readonly ids: readonly string[];
  readonly files: readonly string[];
}

export const byId = (a: PlanFile, b: PlanFile): number => compare(a.id, b.id) || compare(a.path, b.path);

export const isCompleted = ({ status, place }: PlanFile): boolean => status === 'completed' && place === 'completed';

export function planDefects(unsorted: readonly PlanFile[]): readonly PlanDefect[] {
  const plans = [...unsorted].sort(byId);
  const filesOf = (id: string) => plans.filter((plan) => plan.id === id).map(({ path }) => path);
  const graphDefects = workDefects(plans).map(({ defect, ids }) => ({ defect, ids, files: filesOf(ids[0] ?? '') }));
  const fileDefects = (defect: PlanDefectKind, isWrong: (plan: PlanFile) => boolean) =>
    plans.filter(isWrong).map(({ id, path }): PlanDefect => ({ defect, ids: [id], files: [path] }));
  const found: readonly PlanDefect[] = [
    ...graphDefects,
    ...fileDefects('id-filename-mismatch', ({ id, fileId }) => id !== fileId),
    ...fileDefects(
      'status-location-mismatch',
      ({ status, place }) => (status === 'completed') !== (place === 'completed'),
    ),
  ];
  return planDefectKinds.flatMap((kind) => found.filter(({ defect }) => defect === kind));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
