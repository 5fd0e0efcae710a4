/**
 * What people want to hear of although they are not there: a closed list, and which fact of a journal is one.
 *
 *   N1. Each is written down before the fact that it tells of, in the same append: whoever resumes the run tells nothing twice.
 *   N2. Only what ends, stops or asks is news. A person who stopped a run knows it.
 */
import { partsOf } from './effects/first.ts';
import { type QuestionInput, questions } from './effects/question.ts';
import type { Failure } from './failure.ts';
import type { Fact, Log } from './journal.ts';
import { type MissionNews, missionNewsKinds, missionNewsOf } from './mission/news.ts';

/** `crash` is no fact of a journal: whoever finds the process gone tells it. */
export const newsKinds = ['done', 'blocked', 'question', 'cap', 'crash', ...missionNewsKinds] as const;
export type NewsKind = (typeof newsKinds)[number];

export type News =
  | { readonly kind: 'done' }
  | { readonly kind: 'blocked' | 'cap'; readonly because: Failure | null; readonly end: string }
  | MissionNews
  | {
      readonly kind: 'question' | 'checkpoint';
      readonly key: string;
      readonly input: QuestionInput;
      readonly nth: number;
    };

/** `isUnit`: only of a piece of work by itself it is news how it ended, not of each of its children. */
export function newsOf(log: Log, fact: Fact, isUnit: boolean): readonly News[] {
  const own = missionNewsOf(log, fact);
  if (own.length > 0) return own;
  if (fact.type === 'asked') return questionsIn(log, fact.key, fact.effect);
  if (fact.type === 'failed' && fact.parks) return [{ kind: 'blocked', because: fact.failure, end: 'parked' }];
  return fact.type === 'ended' && isUnit ? endIn(log, fact) : [];
}

function endIn({ stopping }: Log, { end, result }: Extract<Fact, { type: 'ended' }>): readonly News[] {
  if (end === 'done') return [{ kind: 'done' }];
  if (end === 'stopped' && stopping?.because === undefined) return [];
  const because = stopping?.because ?? (result as { because?: Failure } | null)?.because ?? null;
  return [{ kind: end === 'capped' ? 'cap' : 'blocked', because, end }];
}

function questionsIn(log: Log, key: string, effect: Extract<Fact, { type: 'asked' }>['effect']): readonly News[] {
  const asked = (whole: string, one: typeof effect) =>
    partsOf(whole, one).filter((part) => part.effect.kind === 'question');
  return asked(key, effect).map(({ key: part, effect: { input } }) => {
    const own = input as QuestionInput;
    const earlier = [...log.asked].flatMap(([known, { effect: other }]) => asked(known, other));
    const same = earlier.filter(({ effect: other }) => isLike(other.input as QuestionInput, own));
    return { kind: own.code === 'checkpoint' ? 'checkpoint' : 'question', key: part, input: own, nth: same.length + 1 };
  });
}

/** As the people of a script tell questions apart: by header and item. */
const isLike = (a: QuestionInput, b: QuestionInput) =>
  questions[a.code].header === questions[b.code].header && a.item === b.item;
