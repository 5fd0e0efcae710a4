/** Reads the answers of the current state, by the names of its needs: what the next move depends on. */
import { answerOf } from '../effects/kinds.ts';
import type { FoldedJournal } from './journal.ts';

export function currentAnswers({ asked, askedHere, answered }: FoldedJournal): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...askedHere].flatMap((key) => {
      const [effect, outcome] = [asked.get(key)?.effect, answered.get(key)];
      return effect && outcome ? [[key.slice(key.indexOf('/') + 1).split('@')[0], answerOf(effect, outcome)]] : [];
    }),
  );
}
