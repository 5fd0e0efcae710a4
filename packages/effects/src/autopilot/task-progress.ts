/** Writes the progress of the tasks of a phase into `state.json` (AO-17). The notes of the executor in it stay. */
import type { NamedPhase } from '@harness/core/effects/autopilot';
import { readTaskNotes } from '@harness/core/sessions/task-notes';
import { readTaskProgress, type TaskProgress, taskStateText } from '@harness/core/sessions/task-state';
import { readSessionFile, type SessionFile, writeSessionFile } from './session-file.ts';

interface ProgressPlace {
  readonly slug: string;
  /** `null` for fixes of the final review. */
  readonly phase: NamedPhase | null;
}

const fileOf = (slug: string): SessionFile => ({ slug, name: 'state.json' });

/** The numbers of the tasks in the file, whatever it says about them. */
export function listKnownTasks(repo: string, slug: string): readonly number[] {
  const read = readTaskProgress(readSessionFile(repo, fileOf(slug)));
  return read.is === 'read' ? [...read.progress.keys()] : [];
}

export async function writeTaskProgress(
  repo: string,
  { slug, phase }: ProgressPlace,
  progress: ReadonlyMap<number, TaskProgress>,
): Promise<void> {
  const n = phase?.n ?? 0;
  const notes = readTaskNotes(readSessionFile(repo, fileOf(slug)), n);
  const open = [...progress].find(([, word]) => word !== 'complete')?.[0];
  const position = { phase: n, task: open ?? [...progress.keys()].at(-1) ?? 0 };
  const lastSession = `${slug} ${new Date().toISOString()}`;
  await writeSessionFile(repo, fileOf(slug), taskStateText({ position, progress, ...notes, lastSession }));
}
