/**
 * One decision on a line of its own: `DONE`, `NEXT_WORKER F-001`, `ESCALATE the spec contradicts itself` (M-09).
 *
 * Verbs are upper case and take exactly what they take, so that "DONE is far away" decides nothing. Two different
 * decisions contradict each other.
 */
import { type OutputContract, onlyOne } from './match.ts';
import { nonEmptyLines, stripEmphasis } from './plain.ts';

/** What a verb takes: nothing, one word, or the rest of the line. */
export type Argument = 'nothing' | 'word' | 'text';

export interface Decision<Verb extends string> {
  readonly verb: Verb;
  readonly argument: string;
}

export const verb =
  <Verb extends string>(verbs: Readonly<Record<Verb, Argument>>): OutputContract<Decision<Verb>> =>
  ({ text }) =>
    onlyOne(
      nonEmptyLines(text).flatMap((line) => decisionIn(stripEmphasis(line), verbs) ?? []),
      'no-verb',
    );

function decisionIn<Verb extends string>(
  line: string,
  verbs: Readonly<Record<Verb, Argument>>,
): Decision<Verb> | undefined {
  const [, said = '', rest = ''] = /^([A-Z][A-Z0-9_]*)(?:[\s:]+(.*)|[.!])?$/.exec(line) ?? [];
  if (!Object.hasOwn(verbs, said)) return undefined;
  const verb = said as Verb;
  const [, argument] = takes[verbs[verb]].exec(rest) ?? [];
  return argument === undefined ? undefined : { verb, argument };
}

/** Nothing and one word may be followed by a reason after a dash or in brackets. */
const takes: Readonly<Record<Argument, RegExp>> = {
  nothing: /^()(?:$|[—–(-])/,
  word: /^([^\s.!]+(?:[.!]+[^\s.!]+)*)[.!]?(?:$|\s+[—–(-])/,
  text: /^(\S.*)$/,
};
