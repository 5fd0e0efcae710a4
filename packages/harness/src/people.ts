/** Who answers questions here: the people of a script, or whoever sits at the terminal. */
import { userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { choiceIn } from '@harness/core/effects/question';
import type { Question } from '@harness/core/views/questions';
import { personFor } from '@harness/effects/agent/scripted/people';
import type { Script } from '@harness/effects/agent/scripted/script';
import type { AnswerMessage } from '@harness/engine/inbox';
import type { JsonlStore } from '@harness/engine/store/jsonl';

/** A longer timer would overflow and fire at once. */
const longestMs = 2 ** 31 - 1;

export interface Terminal {
  /** The chosen option, or nothing when it was answered elsewhere or the person left. */
  ask(question: Question, signal: AbortSignal): Promise<string | undefined>;
}

export interface People {
  /** True when somebody here will answer; the first call lets them begin. */
  attend(question: Question): boolean;
  /** It was answered, perhaps from elsewhere: whoever is still asked need not answer any more. */
  answered(questionId: string): void;
  leave(): void;
}

export interface Gathering {
  readonly store: JsonlStore;
  /** The people of a rehearsal. */
  readonly script: Script | undefined;
  readonly terminal: Terminal | undefined;
  /** An answer could not be recorded: the run must not wait for it for ever. */
  onTrouble(error: unknown): void;
}

export function people({ store, script, terminal, onTrouble }: Gathering): People {
  const attended = new Map<string, AbortController>();
  return {
    attend(question) {
      const person = script && personFor(script, { ...question, item: question.input.item });
      const choice = person && choiceIn(question.input.choices, person.choose);
      if (choice === undefined && !terminal) return false;
      if (attended.has(question.id)) return true;
      const over = new AbortController();
      attended.set(question.id, over);
      const answered =
        choice === undefined
          ? askAt(terminal as Terminal, question, over.signal)
          : delay(Math.min(person?.afterMs ?? 0, longestMs)).then(() =>
              put(question, choice, person?.note ?? '', 'script'),
            );
      answered.catch(onTrouble);
      return true;
    },
    answered: (questionId) => attended.get(questionId)?.abort(),
    leave() {
      for (const over of attended.values()) over.abort();
    },
  };

  async function askAt(terminal: Terminal, question: Question, over: AbortSignal) {
    const choice = await terminal.ask(question, over);
    if (choice !== undefined) await put(question, choice, '', 'terminal');
  }

  async function put({ id, run }: Question, choice: string, note: string, channel: AnswerMessage['channel']) {
    const by = channel === 'script' ? 'script' : userInfo().username;
    const message = { version: 1, type: 'answer', question: id, choice, note, by, channel, atMs: Date.now() } as const;
    await store.inbox(run).put(id, message); // an answer that came first from elsewhere wins
  }
}
