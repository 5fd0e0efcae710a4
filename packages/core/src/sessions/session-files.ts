/** Reads the files that roles leave for each other in the folder of a session (AO-16, AO-17). */
import * as z from 'zod';
import { type ReadForm, readJsonForm } from '../validate/json-form.ts';

const list = z.array(z.unknown()).optional();

const handoffSchema = z.looseObject({
  timestamp: z.string().optional(),
  fromSkill: z.string().optional(),
  phase: z.union([z.string(), z.number()]).optional(),
  summary: z.string(),
  completed: list,
  pending: list,
  concerns: list,
  decisions: list,
  blockers: list,
  contextKeywords: list,
  planPath: z.string().nullish(),
});

const taskStateSchema = z.looseObject({
  schemaVersion: z.literal(1),
  position: z.looseObject({}).optional(),
  progress: z.record(z.string(), z.enum(['pending', 'in_progress', 'complete'])),
  decisions: list,
  blockers: list,
});

export const readHandoff = (text: string): ReadForm<z.infer<typeof handoffSchema>> => readJsonForm(text, handoffSchema);

export const readTaskState = (text: string): ReadForm<z.infer<typeof taskStateSchema>> =>
  readJsonForm(text, taskStateSchema);
