/** Schema of messages to a run. Other processes, also of other tools, write them. */
import * as z from 'zod';

export const messageSchema = z.discriminatedUnion('type', [
  z.object({
    version: z.literal(1),
    type: z.literal('answer'),
    question: z.string(),
    choice: z.string(),
    note: z.string(),
    by: z.string(),
    channel: z.enum(['terminal', 'command', 'script', 'http', 'mcp']),
    atMs: z.number(),
  }),
  // Free text to a question: stored and shown with it, but not an answer.
  z.object({
    version: z.literal(1),
    type: z.literal('note'),
    question: z.string(),
    note: z.string(),
    by: z.string(),
    channel: z.enum(['terminal', 'command', 'http']),
    atMs: z.number(),
  }),
  z.object({
    version: z.literal(1),
    type: z.literal('signal'),
    name: z.string(),
    choice: z.string(),
    by: z.string(),
    atMs: z.number(),
  }),
]);

export type Message = z.infer<typeof messageSchema>;
