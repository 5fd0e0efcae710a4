/** The documents about missions: every decision that one took, and whether it is well. */
import * as z from 'zod';
import { time, version } from './run.ts';

export const decisions = z
  .object({
    version,
    run: z.string().nullable().describe('The newest mission; null when there is none.'),
    decisions: z
      .array(z.object({ ts: time, verb: z.string(), args: z.string(), iteration: z.int(), isGhost: z.boolean() }))
      .readonly(),
    total: z.int(),
    recognized: z.int(),
    ghosts: z.int().describe('Decisions that the features did not bear out: refused, and counted.'),
    ghostRate: z.number(),
    byVerb: z.record(z.string(), z.int()),
  })
  .meta({ id: 'Decisions' });

export const missionChecks = z
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
