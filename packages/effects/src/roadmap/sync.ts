/** Writes the statuses of the sessions into the roadmap; the record shows the next sync which of them a person edited. */
import { Refusal } from '@harness/core/failure/refusal';
import { roadmapFile } from '@harness/core/roadmap/roadmap';
import {
  type RoadmapRecord,
  type RoadmapSyncResult,
  readRoadmapRecord,
  roadmapRecordFile,
  roadmapRecordText,
  syncRoadmap,
} from '@harness/core/roadmap/sync';
import { writeFileWhole } from '../checkout/file.ts';
import { readDocument, requireDocument } from '../documents/read-document.ts';
import { readSessions } from '../sessions/read-sessions.ts';

export interface RoadmapSync extends Pick<RoadmapSyncResult, 'changed' | 'kept'> {
  /** Paths of session states that cannot be read, so that their features stay as they are. */
  readonly unreadable: readonly string[];
}

export function requireRoadmap(root: string): { readonly text: string; readonly mode: number } {
  const file = requireDocument(root, roadmapFile, 'roadmap');
  if (file === null) throw new Refusal('input.missing', { path: roadmapFile, command: 'roadmap' });
  return file;
}

/** `finished` is a spec whose phases are all over, whatever the states say. */
export async function syncRoadmapFile(root: string, now: Date, finished?: string): Promise<RoadmapSync> {
  const { text, mode, result, unreadable } = compareRoadmap(root, now, finished);
  if (result.text !== text) {
    await writeRecord(root, result.pending);
    await writeFileWhole(root, roadmapFile, result.text, mode);
  }
  await writeRecord(root, result.record);
  return { changed: result.changed, kept: result.kept, unreadable };
}

/** The same without writing anything. */
export function previewRoadmapSync(root: string, now: Date): RoadmapSync {
  const { result, unreadable } = compareRoadmap(root, now, undefined);
  return { changed: result.changed, kept: result.kept, unreadable };
}

function compareRoadmap(root: string, now: Date, finished: string | undefined) {
  const { text, mode } = requireRoadmap(root);
  const { states, unreadable } = readSessions(root);
  const over = { specPath: finished, phases: [{ status: 'complete' as const }] };
  const sessions = finished === undefined ? states : [...states, over];
  return { text, mode, unreadable, result: syncRoadmap({ text, sessions, record: readRecord(root), now }) };
}

/** A record that is missing or broken is as none: then only the times in the roadmap tell about edits. */
function readRecord(root: string): RoadmapRecord | null {
  const file = readDocument(root, roadmapRecordFile);
  const read = file.is === 'text' ? readRoadmapRecord(file.text) : null;
  return read?.ok ? read.value : null;
}

async function writeRecord(root: string, record: RoadmapRecord): Promise<void> {
  const text = roadmapRecordText(record);
  const file = readDocument(root, roadmapRecordFile);
  if (file.is === 'link') throw new Refusal('input.outside', { path: roadmapRecordFile, command: 'roadmap' });
  if (file.is !== 'text' || file.text !== text) await writeFileWhole(root, roadmapRecordFile, text);
}
