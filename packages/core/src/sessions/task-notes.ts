/** Reads the decisions and blockers that an executor noted in `state.json`, so that a rewrite of the file keeps them. */
import * as z from 'zod';
import { readTaskState } from './session-files.ts';
import type { TaskStateInput } from './task-state.ts';

export type TaskNotes = Pick<TaskStateInput, 'decisions' | 'blockers'>;

const decisionSchema = z.object({ date: z.string(), decision: z.string(), context: z.string().catch('') });
const blockerSchema = z.object({
  id: z.string(),
  description: z.string(),
  status: z.enum(['open', 'resolved']).catch('open'),
});
const maxEntries = 100;

/** Empty if the file is missing, unreadable or of another phase. Entries of another form are left out. */
export function readTaskNotes(text: string | null, phase: number): TaskNotes {
  const read = readTaskState(text ?? '');
  if (!read.ok || read.value.position?.['phase'] !== phase) return { decisions: [], blockers: [] };
  return {
    decisions: entriesOf(read.value.decisions, decisionSchema),
    blockers: entriesOf(read.value.blockers, blockerSchema),
  };
}

const entriesOf = <Entry>(entries: readonly unknown[] | undefined, schema: z.ZodType<Entry>): readonly Entry[] =>
  (entries ?? []).slice(0, maxEntries).flatMap((entry) => {
    const { data } = schema.safeParse(entry);
    return data === undefined ? [] : [data];
  });
