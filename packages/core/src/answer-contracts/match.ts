/**
 * What an output contract makes of an answer: a value, or the finding that it cannot be read.
 *
 * An answer that matches nothing is a result of its own. It never counts as success, it is counted
 * (`views/unreadable.ts`), and it gets one repair turn; what follows then is the workflow's to decide.
 */
import { fail, type Outcome, ok } from '../failure/failure.ts';
import type { Reply } from '../role/role.ts';

export const unreadableReasons = [
  'empty', // it says nothing
  'no-first-line', // its first line is none of those that were asked for
  'no-sentinel', // none of the lines stands by itself
  'no-verb', // no line is a decision
  'no-marker', // no line is a marker for this id
  'another-id', // a marker speaks of something else
  'contradiction', // it says two different things
  'no-json', // there is no whole document in it
  'wrong-json', // there is one, and it has another shape
  'no-file', // the file that was to be written is not there
] as const;
export type UnreadableReason = (typeof unreadableReasons)[number];

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

/** How a role reads a reply by its contract: the reason is told to the agent in its repair turn. */
export const createReplyReader =
  <Value>(contract: OutputContract<Value>) =>
  (reply: Reply): Outcome<Value> => {
    const read = contract(reply);
    if (read.is === 'match') return ok(read.value);
    return fail('agent.schema', { reason: read.detail === '' ? read.reason : `${read.reason}: ${read.detail}` });
  };
