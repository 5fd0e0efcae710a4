/**
 * What other processes say to a run: answers and signals. Only the owner writes a journal, everybody may put a message here.
 *
 * The first message under an id wins; a second is told what the first one was.
 */
import * as z from 'zod';

export const messageSchema = z.discriminatedUnion('type', [
  z.object({
    version: z.literal(1),
    type: z.literal('answer'),
    question: z.string(),
    choice: z.string(),
    note: z.string(),
    by: z.string(),
    channel: z.enum(['terminal', 'command', 'script']),
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
export type AnswerMessage = Extract<Message, { type: 'answer' }>;

export interface Received {
  readonly id: string;
  readonly message: Message;
}

export interface Inbox {
  /** Nothing when it was recorded, the earlier message when there was one. */
  put(id: string, message: Message): Promise<Message | undefined>;
  /** Puts a message aside that is no answer, so that its place is free again. */
  reject(id: string): Promise<void>;
  /** In the order in which they came. */
  read(): Promise<readonly Received[]>;
  /** Resolves when something may have come since the last `read`. */
  changed(signal: AbortSignal): Promise<void>;
}

/** The signal that ends a run from outside; sent once, whoever sends it. */
export const stopId = 'stop';
