/**
 * Decides which entries of a journal are sent as notifications with the command of the setting `notify`.
 *
 *   N1. A note about each notification precedes its entry in the same append: a resumed run sends it only once.
 *   N2. Only an end, a parked run or a question is sent. If a user stops a run, no notification is sent.
 */
import type { ParamTypes } from './codes.ts';
import { waitParts } from './effects/first.ts';
import { headerOf, type QuestionInput } from './effects/question.ts';
import type { Failure } from './failure/failure.ts';
import type { End } from './journal/end.ts';
import { type FoldedJournal, failureOfEnd, type NewEntry } from './journal/journal.ts';
import type { WorkflowNotification } from './workflow.ts';
import { workflowOf } from './workflows/list.ts';
import { logicOf } from './workflows/loaded.ts';

/** Kinds of every run; workflows add their own. `crash` has no journal entry: the process that finds the run broken sends it. */
export const notificationKinds = ['done', 'blocked', 'question', 'cap', 'crash'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** The parameters of each text; `untold` reports a notify command that failed. */
export const notificationCodes = {
  done: { title: 'text', next: 'text' },
  blocked: { title: 'text', why: 'text', next: 'text' },
  question: { title: 'text', detail: 'text', next: 'text' },
  cap: { title: 'text', why: 'text', next: 'text' },
  crash: { title: 'text', detail: 'text', next: 'text' },
  untold: { kind: 'text', detail: 'text' },
} as const satisfies Record<NotificationKind | 'untold', ParamTypes>;

export interface QuestionNotification {
  /** `question`, or a kind of the workflow. */
  readonly kind: string;
  readonly key: string;
  readonly input: QuestionInput;
  /** Position among the questions with the same header and item, from 1. */
  readonly nth: number;
}

export type Notification =
  | { readonly kind: 'done' }
  | { readonly kind: 'blocked' | 'cap'; readonly because: Failure | null; readonly end: End | 'parked' }
  | WorkflowNotification
  | QuestionNotification;

/** `isUnit` is false for a child run that is no piece of work: its end sends no notification. */
export function notificationFor(log: FoldedJournal, fact: NewEntry, isUnit: boolean): readonly Notification[] {
  const own = logicOf(log.machine)?.notificationsFor?.(log, fact) ?? [];
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
): readonly QuestionNotification[] {
  const questionParts = (whole: string, one: typeof effect) =>
    waitParts(whole, one).filter((part) => part.effect.kind === 'question');
  return questionParts(key, effect).map(({ key: part, effect: { input } }) => {
    const own = input as QuestionInput;
    const earlier = [...log.asked].flatMap(([otherKey, { effect: other }]) => questionParts(otherKey, other));
    const same = earlier.filter(({ effect: other }) => isLike(other.input as QuestionInput, own));
    return { kind: questionKind(log.machine, own), key: part, input: own, nth: same.length + 1 };
  });
}

const questionKind = (machine: string, { code }: QuestionInput): string =>
  workflowOf(machine)?.codes.questions?.[code]?.notification ?? 'question';

/** Scripts use the same rule to match questions. */
const isLike = (a: QuestionInput, b: QuestionInput) => headerOf(a) === headerOf(b) && a.item === b.item;
