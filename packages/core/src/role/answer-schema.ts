/**
 * The form of a structured answer. A provider that can is asked for it; whoever answers, and however, one validator judges
 * what came. What does not fit is said field by field, so that it can be repaired in the same conversation.
 */
import * as z from 'zod';
import { fail, type Outcome, ok } from '../failure/failure.ts';
import type { Reply } from './role.ts';

/** What a role is made of that asks for one. */
export interface AnswerSchema<Value> {
  readonly schema: Readonly<Record<string, unknown>>;
  read(reply: Reply): Outcome<Value>;
}

export const answerSchemaOf = <Value>(type: z.ZodType<Value>): AnswerSchema<Value> => ({
  schema: z.toJSONSchema(type, { target: 'draft-7' }),
  read: (reply) => judged(documentIn(reply), type),
});

function judged<Value>(document: unknown, type: z.ZodType<Value>): Outcome<Value> {
  if (document === undefined) return fail('agent.schema', { reason: 'it is no JSON document' });
  const result = type.safeParse(document);
  if (result.success) return ok(result.data);
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.') || 'the document'}: ${message}`);
  return fail('agent.schema', { reason: problems.slice(0, 10).join('; ') });
}

/** An agent that is asked for JSON by words alone likes to put it between fences, or to say something before it. */
function documentIn({ json, text }: Reply): unknown {
  if (json !== undefined) return json;
  const fenced = /```(?:json)?\s*\n(?<inner>[\s\S]*?)\n\s*```/.exec(text)?.groups?.['inner'];
  for (const said of [text, fenced ?? '', text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)]) {
    const document = parsed(said);
    if (document !== undefined) return document;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
