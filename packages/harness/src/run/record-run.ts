/**
 * Checks and opens the file that a run is recorded in (`--record <file>`).
 *
 *   N1. Every problem with the file is reported before the run starts.
 *   N2. A file that is not the record of this run is never overwritten.
 *   N3. A resumed run is recorded further. A run that was not recorded from its start cannot be replayed, so recording is refused.
 */

import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import type { RunJournal } from '@harness/core/journal/run-tree';
import { endedTries } from '@harness/core/views/record';
import { createRecorder, type Recorder } from '@harness/effects/agent/record/recorder';
import { type Recording, readRecord } from '@harness/effects/agent/record/script-file';
import { ScriptError } from '@harness/effects/agent/scripted/source';

export interface RecordPath {
  readonly file: string;
  /** The record file of this run so far; `undefined` for a new run, or one that was not recorded. */
  readonly soFar: string | undefined;
}

/** N1, N2. `command` is the command to suggest. */
export async function requireRecordPath({ file, soFar }: RecordPath, command: string): Promise<void> {
  if (file !== soFar && exists(file))
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

/** Also true for a broken link. */
const exists = (file: string) => lstatSync(file, { throwIfNoEntry: false }) !== undefined;

/** `run.yaml` becomes `run-2.yaml`, or the first name that is free. */
function freeBeside(file: string): string {
  const { dir, name, ext } = parse(file);
  for (let n = 2; ; n++) {
    const free = join(dir, `${name}-${n}${ext}`);
    if (!exists(free)) return free;
  }
}

export interface RecordedRun {
  readonly root: string;
  readonly run: string;
  readonly journals: readonly RunJournal[];
  /** Called if the record so far is missing. */
  lost(path: string): void;
}

export async function openRunRecord(paths: RecordPath, { root, run, journals, lost }: RecordedRun): Promise<Recorder> {
  const { file, soFar } = paths;
  const before = soFar !== undefined && existsSync(soFar) ? await readRecordOrRefuse(soFar) : undefined;
  const isLate = before === undefined && endedTries(journals).some(({ count }) => count > 0);
  if (isLate && soFar === undefined) throw new Refusal('record.late', { run });
  if (isLate && soFar !== undefined) lost(soFar);
  return createRecorder({ file, repo: root, before: before ?? { answers: [], people: [] }, family: journals });
}

async function readRecordOrRefuse(file: string): Promise<Recording> {
  try {
    return await readRecord(file);
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    throw new Refusal('script.invalid', { path: file, detail: error.message });
  }
}
