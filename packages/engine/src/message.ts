/** What a message to a run must look like: other processes, also of other tools, write it. */
import * as z from 'zod';

export const messageSchema = z.discriminatedUnion('type', [
  z.object({
    version: z.literal(1),
    type: z.literal('answer'),
    question: z.string(),
    choice: z.string(),
    note: z.string(),
    by: z.string(),
    channel: z.enum(['terminal', 'command', 'script', 'http']),
    atMs: z.number(),
  }),
  // Free text to a question: kept with it and shown with it, and no answer.
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
