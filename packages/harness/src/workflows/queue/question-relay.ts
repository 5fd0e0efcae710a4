/** Signals to the queue that one of its plans waits for a person, or that the question was answered. */
import { questionId } from '@harness/core/effects/question';
import type { Entry } from '@harness/core/journal/journal';
import type { Question } from '@harness/core/views/questions';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { signalQueue } from './queue-control.ts';

export interface QuestionRelay {
  /** Signals a question that no answerer takes. */
  unanswered(question: Question): void;
  see(run: string, entry: Entry): void;
  /** Resolves when all signals are in the inbox. */
  told(): Promise<void>;
}

/** The run of a plan among the children of the queue: `<queue>.<moves>.<name>`, also for its own children. */
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
  const send = (name: 'asks' | 'answered', question: string, run: string) => {
    const child = childIn(queue, run);
    if (child === null) return;
    const sent = signalQueue(store, queue, `${name}-${question}`, { name, choice: child, by: 'daemon' }).catch(
      onTrouble,
    );
    sending.add(sent);
    void sent.finally(() => sending.delete(sent));
  };
  return {
    unanswered: ({ id, run }) => send('asks', id, run),
    see(run, entry) {
      const id = entry.type === 'answered' ? questionId(run, entry.key) : '';
      if (entry.type === 'answered' && entry.by === id) send('answered', id, run);
    },
    async told() {
      await Promise.all(sending);
    },
  };
}
