/** Who answers questions here: the people of a script, or whoever sits at the terminal. */
import { userInfo } from 'node:os';
import type { Question } from '@harness/core/views/questions';
import { personFor } from '@harness/effects/agent/scripted/people';
import type { Script } from '@harness/effects/agent/scripted/script';
import type { AnswerMessage } from '@harness/engine/inbox';
import type { JsonlStore } from '@harness/engine/store/jsonl';

export interface Terminal {
  /** The chosen option, or nothing when it was answered elsewhere or the person left. */
  ask(question: Question, signal: AbortSignal): Promise<string | undefined>;
}

export interface People {
  /** True when somebody here will answer; the first call lets them begin. */
  attend(question: Question): boolean;
  leave(): void;
}

export function people(store: JsonlStore, script: Script | undefined, terminal: Terminal | undefined): People {
  const attended = new Set<string>();
  const leaving = new AbortController();
  return {
    attend(question) {
      const person = script && personFor(script, { ...question, item: question.input.item });
      const choice = person && matching(question.input.choices, person.choose);
      if (choice === undefined && !terminal) return false;
      if (attended.has(question.id)) return true;
      attended.add(question.id);
      if (choice !== undefined)
        setTimeout(() => void put(question, choice, person?.note ?? '', 'script'), person?.afterMs);
      else void askAt(terminal as Terminal, question);
      return true;
    },
    leave: () => leaving.abort(),
  };

  async function askAt(terminal: Terminal, question: Question) {
    const choice = await terminal.ask(question, leaving.signal);
    if (choice !== undefined) await put(question, choice, '', 'terminal');
  }

  async function put({ id, run }: Question, choice: string, note: string, channel: AnswerMessage['channel']) {
    const by = channel === 'script' ? 'script' : userInfo().username;
    const message = { version: 1, type: 'answer', question: id, choice, note, by, channel, atMs: Date.now() } as const;
    await store.inbox(run).put(id, message); // an answer that came first from elsewhere wins
  }
}

/** Labels are matched without case; what is not an option answers nothing. */
export const matching = (choices: readonly string[], label: string): string | undefined =>
  choices.find((choice) => choice.toLowerCase() === label.trim().toLowerCase());
