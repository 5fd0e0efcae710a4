/**
 * What people want to hear of although they are not there: a closed list, and which fact of a journal is one.
 *
 *   N1. Each is written down before the fact that it tells of, in the same append: whoever resumes the run tells nothing twice.
 *   N2. Only what ends, stops or asks is news. A person who stopped a run knows it.
 */
import { waitParts } from './effects/first.ts';
import { headerOf, type QuestionInput } from './effects/question.ts';
import type { Failure } from './failure/failure.ts';
import type { End } from './journal/end.ts';
import { type FoldedJournal, failureOfEnd, type NewEntry } from './journal/journal.ts';
import { type MissionNotification, missionNotificationFor, missionNotificationKinds } from './mission/notification.ts';

/** `crash` is no fact of a journal: whoever finds the process gone tells it. */
export const notificationKinds = ['done', 'blocked', 'question', 'cap', 'crash', ...missionNotificationKinds] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export type Notification =
  | { readonly kind: 'done' }
  | { readonly kind: 'blocked' | 'cap'; readonly because: Failure | null; readonly end: End | 'parked' }
  | MissionNotification
  | {
      readonly kind: 'question' | 'checkpoint';
      readonly key: string;
      readonly input: QuestionInput;
      readonly nth: number;
    };

/** `isUnit`: only of a piece of work by itself it is news how it ended, not of each of its children. */
export function notificationFor(log: FoldedJournal, fact: NewEntry, isUnit: boolean): readonly Notification[] {
  const own = missionNotificationFor(log, fact);
  if (own.length > 0) return own;
  if (fact.type === 'asked') return questionsIn(log, fact.key, fact.effect);
  if (fact.type === 'failed' && fact.parks) return [{ kind: 'blocked', because: fact.failure, end: 'parked' }];
  return fact.type === 'ended' && isUnit ? endIn(log, fact) : [];
}

function endIn({ stopping }: FoldedJournal, fact: Extract<NewEntry, { type: 'ended' }>): readonly Notification[] {
  const { end } = fact;
  if (end === 'done') return [{ kind: 'done' }];
  if (end === 'stopped' && stopping?.because === undefined) return [];
  const because = failureOfEnd(stopping, fact);
  return [{ kind: end === 'capped' ? 'cap' : 'blocked', because, end }];
}

function questionsIn(
  log: FoldedJournal,
  key: string,
  effect: Extract<NewEntry, { type: 'asked' }>['effect'],
): readonly Notification[] {
  const asked = (whole: string, one: typeof effect) =>
    waitParts(whole, one).filter((part) => part.effect.kind === 'question');
  return asked(key, effect).map(({ key: part, effect: { input } }) => {
    const own = input as QuestionInput;
    const earlier = [...log.asked].flatMap(([known, { effect: other }]) => asked(known, other));
    const same = earlier.filter(({ effect: other }) => isLike(other.input as QuestionInput, own));
    return { kind: own.code === 'checkpoint' ? 'checkpoint' : 'question', key: part, input: own, nth: same.length + 1 };
  });
}

/** As the people of a script tell questions apart: by header and item. */
const isLike = (a: QuestionInput, b: QuestionInput) => headerOf(a) === headerOf(b) && a.item === b.item;
