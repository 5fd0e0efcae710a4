/**
 * Reads the JSON answers of roles. The document is the only one and the end of the answer. A field of another
 * type, an unknown word of a closed list, or a list without a limit makes the answer unreadable; long texts are cut.
 */
import * as z from 'zod';
import { findJsonObjection } from '../answer-contracts/json.ts';
import { fail, type Outcome, ok } from '../failure/failure.ts';
import { boundedLine, boundedText } from '../text/bounded-text.ts';
import { createAnswerSchema } from './answer-schema.ts';
import type { Role } from './role.ts';

const maxEntries = 500;

/** A list that is longer than any honest one is refused as a whole: no entry of it is lost. */
export const answerList = <Entry extends z.ZodType>(entry: Entry) => z.array(entry).max(maxEntries);

export const lineOf = (text: string): string => boundedLine(text, 300);
export const paragraphOf = (text: string): string => boundedText(text, 4_000);
/** The end of an output says what failed. */
export const tailOf = (text: string): string => boundedText(text.slice(-20_000), 20_000);

/** Lines that are not empty. */
export const linesOf = (texts: readonly string[]): readonly string[] => texts.map(lineOf).filter((line) => line !== '');

export const unreadableBecause = (reason: string): Outcome<never> => fail('agent.schema', { reason });

/** `bound` makes the value of a readable answer, or says why it is unreadable after all. */
export function jsonReader<Answer, Value>(
  type: z.ZodType<Answer>,
  bound: (answer: Answer) => Outcome<Value>,
): Pick<Role<never, Value>, 'read'> & { readonly schema: Readonly<Record<string, unknown>> } {
  const { schema, read } = createAnswerSchema(type);
  return {
    schema,
    read(reply) {
      const objection = reply.json === undefined ? findJsonObjection(reply.text) : undefined;
      if (objection !== undefined) return fail('agent.schema', { reason: objection });
      const answer = read(reply);
      return answer.ok ? bound(answer.value) : answer;
    },
  };
}

export const readable = <Value>(value: Value): Outcome<Value> => ok(value);
