/** Builds the prompt of an agent as one text: its role, this call, and the schema of the answer. */
import type { AgentRequest } from '../provider.ts';

/** The protocol has no system prompt, so the role's instructions come first; they are the same in all its calls. */
export function promptFor({ stable, prompt, schema }: AgentRequest, recap?: string): string {
  const parts = [stable, recap, prompt, schema && schemaText(schema)];
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

const schemaText = (schema: Readonly<Record<string, unknown>>) =>
  ['Answer with one JSON document of this schema and nothing else:', JSON.stringify(schema)].join('\n');

/** Sent if the agent ended its turn because of a refusal. */
export const goOn =
  'That was refused: this role may not do it, and nobody can be asked. Go on without it, and answer as you were asked to.';
