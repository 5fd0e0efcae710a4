/**
 * What a role of a mission brings along (M-20): who it is from earlier missions, as that was when the run began, and the
 * summary of this mission, as it is now. Both were written by others: data, and held to their limits whoever wrote them.
 */
import { readFileSync } from 'node:fs';
import { cappedSummary, summaryFile } from '@harness/core/memory/summary';
import { fenced } from '@harness/core/role';
import { contain } from '../contain.ts';
import { takenBy } from '../features/taken.ts';

export interface Remembered {
  /** For the stable part. */
  readonly identity: string;
  /** What a person adds to the words of the role, for the stable part too. */
  readonly added: string;
  /** Opens the user part, fenced already; empty when there is none. */
  readonly summary: string;
}

export const nothingRemembered: Remembered = { identity: '', added: '', summary: '' };

/** `rootFolder` is that of the mission, also for a call in one of its lanes. */
export function rememberedBy(role: string, repo: string, rootFolder: string): Remembered {
  if (!role.startsWith('mission.')) return nothingRemembered;
  const { text } = cappedSummary(readSummary(repo));
  return {
    ...takenBy(rootFolder, role),
    summary: text === '' ? '' : fenced('memory of the mission', text),
  };
}

function readSummary(repo: string): string {
  const place = contain(repo, summaryFile);
  if (!place.ok) return '';
  try {
    return readFileSync(place.path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}
