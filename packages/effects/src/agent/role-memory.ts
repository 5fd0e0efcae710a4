/**
 * What a role of a mission brings along (M-20): who it is from earlier missions, as that was when the run began, and the
 * summary of this mission, as it is now. Both were written by others: data, and held to their limits whoever wrote them.
 */
import { readFileSync } from 'node:fs';
import { cappedSummary, summaryFile } from '@harness/core/memory/summary';
import { fenceText } from '@harness/core/role/role';
import { resolveContained } from '../contained-path.ts';
import { readMissionMaterial } from '../features/mission-material.ts';

export interface RoleMemory {
  /** For the stable part. */
  readonly identity: string;
  /** What a person adds to the words of the role, for the stable part too. */
  readonly added: string;
  /** Opens the user part, fenced already; empty when there is none. */
  readonly summary: string;
}

export const emptyRoleMemory: RoleMemory = { identity: '', added: '', summary: '' };

/** `rootFolder` is that of the mission, also for a call in one of its lanes. */
export function readRoleMemory(role: string, repo: string, rootFolder: string): RoleMemory {
  if (!role.startsWith('mission.')) return emptyRoleMemory;
  const { text } = cappedSummary(readSummary(repo));
  return {
    ...readMissionMaterial(rootFolder, role),
    summary: text === '' ? '' : fenceText('memory of the mission', text),
  };
}

function readSummary(repo: string): string {
  const place = resolveContained(repo, summaryFile);
  if (!place.ok) return '';
  try {
    return readFileSync(place.path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}
