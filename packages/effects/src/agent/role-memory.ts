/**
 * Reads the memory of a role that remembers (M-20): its identity from earlier runs, as it was when this run started,
 * and the current summary of this run. Agents wrote both, so they are fenced as data and truncated to their limits.
 */

import { readFileSync } from 'node:fs';
import { capSummary, summaryFile } from '@harness/core/memory/summary';
import { fenceText, type Role } from '@harness/core/role/role';
import { resolveContained } from '../contained-path.ts';
import { readMissionMaterial } from '../features/mission-material.ts';
import { tryOr } from '../file/file-system.ts';

export interface RoleMemory {
  /** Goes into the stable part. */
  readonly identity: string;
  /** Text that the user adds to the role's instructions; also goes into the stable part. */
  readonly added: string;
  /** Starts the prompt, already fenced; empty if there is none. */
  readonly summary: string;
}

export const emptyRoleMemory: RoleMemory = { identity: '', added: '', summary: '' };

/** `rootFolder` is the folder of the root run, also for a call in one of its lanes. */
export function readRoleMemory({ id, remembers }: Role<never, unknown>, repo: string, rootFolder: string): RoleMemory {
  if (!remembers) return emptyRoleMemory;
  const { text } = capSummary(readSummary(repo));
  return {
    ...readMissionMaterial(rootFolder, id),
    summary: text === '' ? '' : fenceText('memory of the mission', text),
  };
}

function readSummary(repo: string): string {
  const place = resolveContained(repo, summaryFile);
  return place.ok ? tryOr(() => readFileSync(place.path, 'utf8'), '', 'ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES') : '';
}
