/** The document of `harness runs --json` and `GET /runs`. */
import * as z from 'zod';
import { runStatuses } from '../journal/end.ts';

export const versionSchema = z.literal(1);
/** ISO 8601 in UTC. */
export const time = z.string();

export const usage = z
  .object({ input: z.number(), output: z.number(), cacheRead: z.number(), cacheWrite: z.number() })
  .meta({ id: 'Usage', description: 'Tokens; `input` is uncached input.' });

export const runFields = {
  id: z.string(),
  workflow: z.string(),
  title: z.string(),
  status: z.enum(runStatuses),
  state: z.string(),
  startedAt: time,
  endedAt: time.nullable(),
  costUsd: z.number(),
  rehearsedUsd: z.number().describe('The part of the cost that was not paid, because a script named it.'),
  tokens: usage,
  openQuestions: z.int(),
};

export const runRowSchema = z.object(runFields).meta({ id: 'Run', description: 'A run in a list.' });

export const runs = z.object({ version: versionSchema, runs: z.array(runRowSchema).readonly() }).meta({ id: 'Runs' });
