/**
 * What other processes say to a run: answers and signals. Only the owner writes a journal, everybody may put a message here.
 *
 * The first message under an id wins; a second is told what the first one was.
 */
import type { Message } from './message.ts';

export type { Message };
export type AnswerMessage = Extract<Message, { type: 'answer' }>;
export type NoteMessage = Extract<Message, { type: 'note' }>;

export interface InboxMessage {
  readonly id: string;
  readonly message: Message;
}

export interface Inbox {
  /** Nothing when it was recorded, the earlier message when there was one. */
  put(id: string, message: Message): Promise<Message | undefined>;
  /** Puts a message aside that is no answer, so that its place is free again. */
  reject(id: string): Promise<void>;
  /** In the order in which they came. */
  read(): Promise<readonly InboxMessage[]>;
  /** Resolves when there may be others than the `seen` messages of the last `read`, or it need not be known any more. */
  changed(seen: number, signal: AbortSignal): Promise<void>;
}

/** What was written to a question without choosing, in the order in which it came. */
export const notesForQuestion = (question: string, received: readonly InboxMessage[]): readonly NoteMessage[] =>
  received.flatMap(({ message }) => (message.type === 'note' && message.question === question ? [message] : []));

/** There may be many: each takes the next free place. */
export async function putNote(inbox: Inbox, message: NoteMessage): Promise<void> {
  for (let n = 1; await inbox.put(`${message.question}.note-${n}`, message); n++);
}

/** The signal that ends a run from outside; sent once, whoever sends it. */
export const stopId = 'stop';
