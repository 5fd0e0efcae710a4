/** Answers the questions of a run: from the script of a rehearsal, or by asking the user at the terminal. */
import { userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parseAnswer } from '@harness/core/effects/question';
import type { Entry } from '@harness/core/journal/journal';
import { isClosedBy, type Question } from '@harness/core/views/questions';
import { personFor } from '@harness/effects/agent/scripted/people';
import type { Script } from '@harness/effects/agent/scripted/script';
import { type AnswerMessage, putNote } from '@harness/engine/inbox';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Screen } from '../render/screen.ts';

/** A longer timeout would overflow and fire at once. */
const maxTimeoutMs = 2 ** 31 - 1;

type TerminalAnswerer = Required<Pick<Screen, 'ask'>>;

export interface Answerers {
  /** True if the script or the terminal will answer. Asks on the first call, and again if the question has a new note. */
  attend(question: Question): boolean;
  /** Withdraws the question that this entry closes. */
  see(run: string, entry: Entry): void;
  leave(): void;
}

export interface AnswererOptions {
  readonly store: JsonlStore;
  readonly script: Pick<Script, 'people'>;
  readonly terminal: TerminalAnswerer | undefined;
  /** Called once if the script answers with a text that is no option. */
  onUnclear?(question: Question, text: string): void;
  /** Called if an answer could not be stored: the run must not wait for it. */
  onTrouble(error: unknown): void;
}

export function openAnswerers({ store, script, terminal, onUnclear, onTrouble }: AnswererOptions): Answerers {
  const unclear = new Set<string>();
  const asked = new Map<string, { readonly question: Question; readonly over: AbortController }>();
  /** A terminal shows one question at a time. */
  let turn = Promise.resolve();
  return {
    attend(question) {
      const person = personFor(script, { ...question, item: question.input.item });
      const choice = person && parseAnswer(question.input, person.choose);
      if (person && choice === undefined && !unclear.has(question.id)) {
        unclear.add(question.id);
        onUnclear?.(question, person.choose);
      }
      if (choice === undefined && !terminal) return false;
      const before = asked.get(question.id);
      if (before && (choice !== undefined || notesOf(before.question) === notesOf(question))) return true;
      before?.over.abort();
      const over = new AbortController();
      asked.set(question.id, { question, over });
      if (choice === undefined) {
        turn = turn.then(() => askAtTerminal(terminal as TerminalAnswerer, question, over.signal)).catch(onTrouble);
        return true;
      }
      delay(Math.min(person?.afterMs ?? 0, maxTimeoutMs))
        .then(() => put(question, choice, person?.note ?? '', 'script'))
        .catch(onTrouble);
      return true;
    },
    see(run, entry) {
      for (const { question, over } of asked.values())
        if (question.run === run && isClosedBy(entry, question)) over.abort();
    },
    leave() {
      for (const { over } of asked.values()) over.abort();
    },
  };

  async function askAtTerminal(terminal: TerminalAnswerer, question: Question, over: AbortSignal) {
    if (over.aborted) return;
    const reply = await terminal.ask(question, over);
    if (reply === undefined) return;
    // If a question accepts text, the text under "Other" is the answer.
    const choice = 'choice' in reply ? reply.choice : parseAnswer(question.input, reply.note);
    if (choice !== undefined) return put(question, choice, ('choice' in reply && reply.note) || '', 'terminal');
    if ('choice' in reply) return;
    // The run receives the note from its inbox and asks again with it.
    const { id, run } = question;
    const note = { version: 1, type: 'note', question: id, note: reply.note, by: userInfo().username } as const;
    await putNote(store.inbox(run), { ...note, channel: 'terminal', atMs: Date.now() });
  }

  async function put({ id, run }: Question, choice: string, note: string, channel: AnswerMessage['channel']) {
    const by = channel === 'script' ? 'script' : userInfo().username;
    const message = { version: 1, type: 'answer', question: id, choice, note, by, channel, atMs: Date.now() } as const;
    await store.inbox(run).put(id, message); // the first answer wins
  }
}

const notesOf = ({ notes = [] }: Question): number => notes.length;
