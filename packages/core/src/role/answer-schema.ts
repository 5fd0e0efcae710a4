/**
 * Defines and validates structured answers. Providers that support it get the JSON schema; the same validator reads
 * every answer. It reports each wrong field, so that the agent can repair the answer in the same conversation.
 */
import * as z from 'zod';
import { fail, type Outcome, ok } from '../failure/failure.ts';
import { parseJson } from '../text/json.ts';
import type { Reply } from './role.ts';

export interface AnswerSchema<Value> {
  readonly schema: Readonly<Record<string, unknown>>;
  read(reply: Reply): Outcome<Value>;
}

export const createAnswerSchema = <Value>(type: z.ZodType<Value>): AnswerSchema<Value> => ({
  schema: z.toJSONSchema(type, { target: 'draft-7' }),
  read: (reply) => validate(findDocument(reply), type),
});

function validate<Value>(document: unknown, type: z.ZodType<Value>): Outcome<Value> {
  if (document === undefined) return fail('agent.schema', { reason: 'it contains no JSON document' });
  const result = type.safeParse(document);
  if (result.success) return ok(result.data);
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.') || 'the document'}: ${message}`);
  return fail('agent.schema', { reason: problems.slice(0, 10).join('; ') });
}

/** Without schema support an agent often puts the JSON into a code fence or after other text. */
function findDocument({ json, text }: Reply): unknown {
  if (json !== undefined) return json;
  const fenced = /```(?:json)?\s*\n(?<inner>[\s\S]*?)\n\s*```/.exec(text)?.groups?.['inner'];
  for (const candidate of [text, fenced ?? '', text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)]) {
    const document = parseJson(candidate);
    if (document !== undefined) return document;
  }
  return undefined;
}
