/** What an agent is asked, in one text: who it is, what this call is about, and the form of its answer. */
import type { AgentRequest } from '../provider.ts';

/** The protocol has no place for a system prompt: the role's own words stand first, and are the same in all its calls. */
export function promptFor({ stable, prompt, schema }: AgentRequest, recap?: string): string {
  const parts = [stable, recap, prompt, schema && formOf(schema)];
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

const formOf = (schema: Readonly<Record<string, unknown>>) =>
  ['Answer with one JSON document of this schema and nothing else:', JSON.stringify(schema)].join('\n');

/** An agent whose wish was refused may take that for the end of its work. */
export const goOn =
  'That was refused: this role may not do it, and nobody can be asked. Go on without it, and answer as you were asked to.';
