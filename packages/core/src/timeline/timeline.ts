/** Reads `.harness/arch/timeline.json`: one snapshot of measures per finished phase. */
import * as z from 'zod';
import { type ReadForm, readJsonForm } from '../validate/json-form.ts';

export const timelineFile = '.harness/arch/timeline.json';

const snapshotSchema = z.looseObject({
  capturedAt: z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'an ISO 8601 time'),
  commitHash: z.string().optional(),
  /** By category. A measure that is not known is absent. */
  metrics: z.record(z.string(), z.looseObject({ value: z.number() })),
});

const timelineSchema = z.looseObject({ version: z.literal(1), snapshots: z.array(snapshotSchema) });

export const readTimeline = (text: string): ReadForm<z.infer<typeof timelineSchema>> =>
  readJsonForm(text, timelineSchema);
