/** Tells the queue which of its plans waits for a person, and when it was answered: a plan does not see its own question from outside. */
import { questionId } from '@harness/core/effects/question';
import type { Entry } from '@harness/core/journal/journal';
import type { Question } from '@harness/core/views/questions';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { signalQueue } from './queue-control.ts';

export interface QuestionRelay {
  /** Nobody here answers it. */
  unanswered(question: Question): void;
  see(run: string, entry: Entry): void;
  /** Resolves when everything that was to be told is told. */
  told(): Promise<void>;
}

/** The run of a plan among the children of the queue: `<queue>.<moves>.<name>`, whatever its own children are called. */
const childIn = (queue: string, run: string): string | null => {
  if (!run.startsWith(`${queue}.`)) return null;
  const [moves, name] = run.slice(queue.length + 1).split('.');
  return `${queue}.${moves}.${name}`;
};

export function createQuestionRelay(
  queue: string,
  store: JsonlStore,
  onTrouble: (error: unknown) => void,
): QuestionRelay {
  const sending = new Set<Promise<void>>();
  const say = (name: 'asks' | 'answered', question: string, run: string) => {
    const child = childIn(queue, run);
    if (child === null) return;
    const said = signalQueue(store, queue, `${name}-${question}`, { name, choice: child, by: 'daemon' }).catch(
      onTrouble,
    );
    sending.add(said);
    void said.finally(() => sending.delete(said));
  };
  return {
    unanswered: ({ id, run }) => say('asks', id, run),
    see(run, entry) {
      const id = entry.type === 'answered' ? questionId(run, entry.key) : '';
      if (entry.type === 'answered' && entry.by === id) say('answered', id, run);
    },
    async told() {
      await Promise.all(sending);
    },
  };
}
