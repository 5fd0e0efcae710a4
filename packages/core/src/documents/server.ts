/** The documents that only the control server has: that it lives, how its queue stands, what it refused. */
import * as z from 'zod';
import { time, version } from './run.ts';

/** Workflows add their own fields. */
export const health = z
  .object({
    version,
    ok: z.literal(true),
    pid: z.int(),
    startedAt: time,
    queue: z.boolean().describe('Whether a daemon works plans off here.'),
  })
  .meta({ id: 'Health' });

const queueModes = ['paused', 'running', 'idle', 'stopping'] as const;

/** Also `<stateDir>/state.json`. The queue says more than this; what is here is what everybody may rely on. */
export const queueState = z
  .looseObject({ version, mode: z.enum(queueModes) })
  .meta({ id: 'QueueState', description: 'How the queue of plans stands; the same as `<stateDir>/state.json`.' });

export const accepted = z
  .object({ version, accepted: z.string() })
  .meta({ id: 'Accepted', description: 'It is recorded, and survives a crash; the queue follows at its next step.' });

/** A route that needs nothing but its path: an empty body, or an object that says nothing. */
export const emptyBody = z.strictObject({}).meta({ id: 'Nothing' });

export const analysis = z
  .object({ title: z.string().min(1), description: z.string().optional(), labels: z.array(z.string()).optional() })
  .meta({ id: 'Analysis' });

/** The same under `--json`. */
export const refusedDocument = z
  .object({ version, error: z.object({ code: z.string(), message: z.string(), next: z.string() }) })
  .meta({ id: 'Refused', description: 'Why it was not done, and a command that helps.' });

export const openApi = z.looseObject({ openapi: z.string() });
