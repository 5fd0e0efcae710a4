/**
 * What an output contract makes of an answer: a value, or the finding that it cannot be read.
 *
 * An answer that matches nothing is a result of its own. It never counts as success, it is counted
 * (`views/unreadable.ts`), and it gets one repair turn; what follows then is the workflow's to decide.
 */
import { fail, type Outcome, ok } from '../failure/failure.ts';
import type { Reply } from '../role/role.ts';

export type UnreadableReason =
  | 'empty' // it says nothing
  | 'no-first-line' // its first line is none of those that were asked for
  | 'no-line' // no line has the form that was asked for
  | 'contradiction' // it says two different things
  | 'no-json' // there is no whole document in it
  | 'wrong-json'; // there is one, and it has another shape

export type Match<Value> =
  | { readonly is: 'match'; readonly value: Value }
  | { readonly is: 'unreadable'; readonly reason: UnreadableReason; readonly detail: string };

export type OutputContract<Value> = (reply: Reply) => Match<Value>;

export const matched = <Value>(value: Value): Match<Value> => ({ is: 'match', value });
export const unreadableAnswer = (reason: UnreadableReason, detail = ''): Match<never> => ({
  is: 'unreadable',
  reason,
  detail,
});

/** The one that was found, if all that were found are the same. */
export function onlyOne<Value>(found: readonly Value[], otherwise: UnreadableReason): Match<Value> {
  const [first, ...others] = found;
  if (first === undefined) return unreadableAnswer(otherwise);
  const said = JSON.stringify(first);
  return others.some((other) => JSON.stringify(other) !== said) ? unreadableAnswer('contradiction') : matched(first);
}

/** What a role returns. The agent is told the reason, and may answer again. */
export const outcomeOf = <Value>(read: Match<Value>): Outcome<Value> =>
  read.is === 'match' ? ok(read.value) : fail('agent.schema', { reason: read.detail || read.reason });
