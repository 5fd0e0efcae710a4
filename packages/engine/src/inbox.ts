/**
 * Inbox of a run: answers and signals from other processes. Any process may write here, not to the journal.
 *
 * The first message per id wins. A later sender receives the first message.
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
  /** Returns `undefined` if the message was recorded, else the earlier message with the same id. */
  put(id: string, message: Message): Promise<Message | undefined>;
  /** Moves an invalid answer aside, so that its id is free again. */
  reject(id: string): Promise<void>;
  /** In the order of arrival. */
  read(): Promise<readonly InboxMessage[]>;
  /** Resolves when the number of messages may differ from `seen`, or when `signal` is aborted. */
  changed(seen: number, signal: AbortSignal): Promise<void>;
}

/** Notes to a question (free text without a choice), in the order of arrival. */
export const notesForQuestion = (question: string, received: readonly InboxMessage[]): readonly NoteMessage[] =>
  received.flatMap(({ message }) => (message.type === 'note' && message.question === question ? [message] : []));

/** Stores a note under the next free number: a question may have many. */
export async function putNote(inbox: Inbox, message: NoteMessage): Promise<void> {
  for (let n = 1; await inbox.put(`${message.question}.note-${n}`, message); n++);
}

/** Signal that stops a run from outside. It is recorded once, whichever process sends it. */
export const stopId = 'stop';
