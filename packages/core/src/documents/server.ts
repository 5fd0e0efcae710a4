/** Documents that only the control server returns. */
import * as z from 'zod';
import { time, versionSchema } from './run.ts';

/** Workflows add their own fields. */
export const health = z
  .object({
    version: versionSchema,
    ok: z.literal(true),
    pid: z.int(),
    startedAt: time,
    queue: z.boolean().describe('Whether a daemon runs plans here.'),
  })
  .meta({ id: 'Health' });

const queueModes = ['paused', 'running', 'idle', 'stopping'] as const;

/** Also `<stateDir>/state.json`. The queue may add fields; these are stable. */
export const queueState = z
  .looseObject({ version: versionSchema, mode: z.enum(queueModes) })
  .meta({ id: 'QueueState', description: 'The state of the plan queue; the same as `<stateDir>/state.json`.' });

export const accepted = z.object({ version: versionSchema, accepted: z.string() }).meta({
  id: 'Accepted',
  description: 'The command is recorded and survives a crash. The queue acts on it at its next step.',
});

/** Body of a route without parameters: missing or an empty object. */
export const emptyBody = z.strictObject({}).meta({ id: 'Nothing' });

export const analysis = z
  .object({ title: z.string().min(1), description: z.string().optional(), labels: z.array(z.string()).optional() })
  .meta({ id: 'Analysis' });

/** The data of each event. */
export const analysisEvent = z.looseObject({ version: versionSchema }).meta({
  id: 'AnalysisEvent',
  description: 'The data of one event of an analysis. Its fields depend on the event; docs/SIGNALS.md explains them.',
});

/** The MCP server checks its messages itself. */
export const mcpMessage = z
  .looseObject({ jsonrpc: z.literal('2.0') })
  .meta({ id: 'McpMessage', description: 'A message of the Model Context Protocol.' });

/** Commands print the same document with `--json`. */
export const refusedDocument = z
  .object({ version: versionSchema, error: z.object({ code: z.string(), message: z.string(), next: z.string() }) })
  .meta({ id: 'Refused', description: 'The reason of the refusal, and a command that helps.' });

export const openApi = z.looseObject({ openapi: z.string() });
