/** Schemas of the control server for missions: checkpoints, decisions and health. */
import * as z from 'zod';
import { time, versionSchema } from '../../documents/run.ts';

export const decisionsSchema = z
  .object({
    version: versionSchema,
    run: z.string().nullable().describe('The newest mission; null if there is none.'),
    decisions: z
      .array(z.object({ ts: time, verb: z.string(), args: z.string(), iteration: z.int(), isGhost: z.boolean() }))
      .readonly(),
    total: z.int(),
    recognized: z.int(),
    ghosts: z.int().describe('Refused decisions: they contradict the state of the features.'),
    ghostRate: z.number(),
    byVerb: z.record(z.string(), z.int()),
  })
  .meta({ id: 'Decisions' });

export const checksSchema = z
  .object({
    features_present: z.boolean(),
    not_escalated: z.boolean(),
    no_pending_checkpoints: z.boolean(),
    smoke_test_clean: z.boolean(),
    recent_activity: z.boolean().describe('Something happened within 600 seconds, or the mission has ended.'),
    low_ghost_rate: z.boolean().describe('Fewer than one decision in ten was refused.'),
    not_stuck: z.boolean(),
  })
  .meta({ id: 'MissionChecks' });

/** Fields of `GET /health`. */
export const healthFields = {
  mission: z.string().nullable().describe('The newest mission; null if there is none, or if it cannot be read.'),
  checks: checksSchema.nullable().describe('Whether that mission is healthy; null while its journal is read.'),
};

export const checkpointsSchema = z
  .object({
    version: versionSchema,
    checkpoints: z
      .array(z.object({ name: z.string(), run: z.string(), question: z.string(), askedAt: time }))
      .readonly(),
  })
  .meta({ id: 'Checkpoints' });
