/**
 * The result of an output contract: a value, or the reason why the answer is unreadable.
 *
 * An unreadable answer never counts as success. `views/unreadable.ts` counts it, and the agent gets one repair turn;
 * then the workflow decides.
 */
import { fail, type Outcome, ok } from '../failure/failure.ts';
import type { Reply } from '../role/role.ts';

export type UnreadableReason =
  | 'empty' // the answer is empty
  | 'no-first-line' // the first line has none of the expected keywords
  | 'no-line' // the last line does not have the expected form
  | 'quoted' // its last line is in a code block, a quotation or a comment
  | 'words-after' // text follows the verdict
  | 'words-around' // text surrounds the document
  | 'contradiction' // it contains two different answers
  | 'no-json' // it contains no complete document
  | 'wrong-json'; // no document has the expected shape

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

/** Returns the only distinct value. */
export function singleDistinct<Value>(found: readonly Value[], otherwise: UnreadableReason): Match<Value> {
  const [first, ...others] = found;
  if (first === undefined) return unreadableAnswer(otherwise);
  const json = JSON.stringify(first);
  return others.some((other) => JSON.stringify(other) !== json) ? unreadableAnswer('contradiction') : matched(first);
}

/** The agent receives the reason and may answer again. */
export const outcomeOf = <Value>(read: Match<Value>): Outcome<Value> =>
  read.is === 'match' ? ok(read.value) : fail('agent.schema', { reason: read.detail || read.reason });
