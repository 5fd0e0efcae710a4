/** Who answers questions here: the people of a script, or whoever sits at the terminal. */
import { userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { answerIn } from '@harness/core/effects/question';
import type { Entry } from '@harness/core/journal/journal';
import { isClosedBy, type Question } from '@harness/core/views/questions';
import { personFor } from '@harness/effects/agent/scripted/people';
import type { Script } from '@harness/effects/agent/scripted/script';
import { type AnswerMessage, putNote } from '@harness/engine/inbox';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { PersonReply } from '../render/screen.ts';

/** A longer timer would overflow and fire at once. */
const longestMs = 2 ** 31 - 1;

export interface TerminalAnswerer {
  /** What the person said, or nothing when it was answered elsewhere or the person left. */
  ask(question: Question, signal: AbortSignal): Promise<PersonReply | undefined>;
}

export interface Answerers {
  /** True when somebody here will answer; the first call lets them begin, and one with another note shows it again. */
  attend(question: Question): boolean;
  /** Whoever is still asked what this entry settles need not answer any more. */
  see(run: string, entry: Entry): void;
  leave(): void;
}

export interface AnswererOptions {
  readonly store: JsonlStore;
  /** The people of a rehearsal. */
  readonly script: Pick<Script, 'people'>;
  readonly terminal: TerminalAnswerer | undefined;
  /** An answer could not be recorded: the run must not wait for it for ever. */
  onTrouble(error: unknown): void;
}

/** One question that somebody here was asked. */
interface Attended {
  readonly question: Question;
  readonly over: AbortController;
}

export function openAnswerers({ store, script, terminal, onTrouble }: AnswererOptions): Answerers {
  const attended = new Map<string, Attended>();
  /** A terminal shows one question at a time; the others wait their turn. */
  let turn = Promise.resolve();
  return {
    attend(question) {
      const person = personFor(script, { ...question, item: question.input.item });
      const choice = person && answerIn(question.input, person.choose);
      if (choice === undefined && !terminal) return false;
      const before = attended.get(question.id);
      if (before && (choice !== undefined || notesOf(before.question) === notesOf(question))) return true;
      before?.over.abort();
      const over = new AbortController();
      attended.set(question.id, { question, over });
      if (choice === undefined) {
        turn = turn.then(() => askAt(terminal as TerminalAnswerer, question, over.signal)).catch(onTrouble);
        return true;
      }
      delay(Math.min(person?.afterMs ?? 0, longestMs))
        .then(() => put(question, choice, person?.note ?? '', 'script'))
        .catch(onTrouble);
      return true;
    },
    see(run, entry) {
      for (const { question, over } of attended.values())
        if (question.run === run && isClosedBy(entry, question)) over.abort();
    },
    leave() {
      for (const { over } of attended.values()) over.abort();
    },
  };

  async function askAt(terminal: TerminalAnswerer, question: Question, over: AbortSignal) {
    if (over.aborted) return;
    const said = await terminal.ask(question, over);
    if (said === undefined) return;
    // Where a question takes a text, what was written under Other is the answer.
    const choice = 'choice' in said ? said.choice : answerIn(question.input, said.note);
    if (choice !== undefined) return put(question, choice, '', 'terminal');
    if ('choice' in said) return;
    // The run hears of it as of any other note, and asks again with it.
    const { id, run } = question;
    const note = { version: 1, type: 'note', question: id, note: said.note, by: userInfo().username } as const;
    await putNote(store.inbox(run), { ...note, channel: 'terminal', atMs: Date.now() });
  }

  async function put({ id, run }: Question, choice: string, note: string, channel: AnswerMessage['channel']) {
    const by = channel === 'script' ? 'script' : userInfo().username;
    const message = { version: 1, type: 'answer', question: id, choice, note, by, channel, atMs: Date.now() } as const;
    await store.inbox(run).put(id, message); // an answer that came first from elsewhere wins
  }
}

const notesOf = ({ notes = [] }: Question): number => notes.length;
