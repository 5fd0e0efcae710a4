/**
 * Where a run is written down, when somebody asked for it (`--record <file>`).
 *
 *   N1. Whatever can be wrong with the file is said before a run is made.
 *   N2. A file that is not this run's own record is never written over.
 *   N3. A run that goes on is written on; one that was not recorded from its beginning cannot be replayed, and is not begun in the middle.
 */

import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import type { RunJournal } from '@harness/core/journal/run-tree';
import { endedTries } from '@harness/core/views/record';
import { createRecorder, type Recorder } from '@harness/effects/agent/record/recorder';
import { type Recorded, readRecord } from '@harness/effects/agent/record/script-file';
import { ScriptError } from '@harness/effects/agent/scripted/source';

export interface RecordPath {
  readonly file: string;
  /** The file that this run was written down in so far; nothing for a new run, or one that was not recorded. */
  readonly soFar: string | undefined;
}

/** N1, N2. `command` is what a person would type again. */
export async function requireRecordPath({ file, soFar }: RecordPath, command: string): Promise<void> {
  if (file !== soFar && isThere(file))
    throw new Refusal('record.exists', { path: file, command, free: freeBeside(file) });
  const folder = dirname(file);
  const probe = join(folder, `.${randomUUID()}.harness-draft`);
  try {
    await writeFile(probe, '', { flag: 'wx' });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new Refusal(
      'record.unwritable',
      code === 'ENOENT' ? { path: file, folder } : { path: file, command, detail: code },
    );
  } finally {
    await rm(probe, { force: true });
  }
}

/** Also a link that leads nowhere. */
const isThere = (file: string) => lstatSync(file, { throwIfNoEntry: false }) !== undefined;

/** `run.yaml` becomes `run-2.yaml`, or the first that is not there. */
function freeBeside(file: string): string {
  const { dir, name, ext } = parse(file);
  for (let n = 2; ; n++) {
    const free = join(dir, `${name}-${n}${ext}`);
    if (!isThere(free)) return free;
  }
}

export interface RecordedRun {
  readonly root: string;
  readonly run: string;
  readonly journals: readonly RunJournal[];
  /** The record so far is gone. */
  lost(path: string): void;
}

export async function openRunRecord(place: RecordPath, { root, run, journals, lost }: RecordedRun): Promise<Recorder> {
  const { file, soFar } = place;
  const before = soFar !== undefined && existsSync(soFar) ? await recordedIn(soFar) : undefined;
  const isLate = before === undefined && endedTries(journals).some(({ count }) => count > 0);
  if (isLate && soFar === undefined) throw new Refusal('record.late', { run });
  if (isLate && soFar !== undefined) lost(soFar);
  return createRecorder({ file, repo: root, before: before ?? { answers: [], people: [] }, family: journals });
}

async function recordedIn(file: string): Promise<Recorded> {
  try {
    return await readRecord(file);
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    throw new Refusal('script.invalid', { path: file, detail: error.message });
  }
}
