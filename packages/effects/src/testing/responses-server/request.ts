/** What a client of the Responses API asked, as far as a scripted model looks at it. */
import * as z from 'zod';

const part = z.looseObject({ type: z.string(), text: z.string().optional() });

const item = z.looseObject({
  type: z.string().default('message'),
  role: z.string().optional(),
  content: z.union([z.string(), z.array(part), z.null()]).optional(),
  output: z.unknown().optional(),
});

const schema = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  instructions: z.string().default(''),
  tools: z.array(z.looseObject({ type: z.string(), name: z.string().optional() })).default([]),
  input: z.array(item),
});

export type Item = z.output<typeof item>;
export type ResponsesRequest = z.output<typeof schema>;

export const readRequest = (body: string): ResponsesRequest => schema.parse(JSON.parse(body));

/** A script and a log know a call by these, not by how many came before it. */
export interface Heading {
  /** From the line `Role: <role id>` of the developer messages; empty when there is none. */
  readonly role: string;
  /** What the person said last, without what the client puts around it. */
  readonly prompt: string;
  /** How often the model has spoken since then. */
  readonly step: number;
  /** What the tools answered since then. */
  readonly outputs: readonly string[];
}

export function headingOf({ instructions, input }: ResponsesRequest): Heading {
  const told = [instructions, ...input.filter(({ role }) => role === 'developer' || role === 'system').map(textOf)];
  const role = /^Role: (?<role>\S+)$/m.exec(told.join('\n'))?.groups?.['role'] ?? '';
  const at = input.findLastIndex((one) => one.role === 'user' && !isSurrounding(one));
  const prompt = input[at];
  const later = input.slice(at + 1);
  return {
    role,
    prompt: prompt === undefined ? '' : textOf(prompt),
    step: later.filter((one, n) => isModel(one) && !isModel(later[n - 1])).length,
    outputs: later.flatMap(({ output }) => (output === undefined ? [] : [asText(output)])),
  };
}

/** A turn of the model may be several items in a row: reasoning, a text, calls. */
const modelTypes = ['reasoning', 'function_call', 'custom_tool_call', 'local_shell_call', 'web_search_call'];
const isModel = (one: Item | undefined) =>
  one !== undefined && (one.role === 'assistant' || modelTypes.includes(one.type));

/** What the client says of the place, in a message of the user's. */
const isSurrounding = (one: Item) => /^\s*<(environment_context|user_instructions)>|^# AGENTS\.md/.test(textOf(one));

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function textOf({ content }: Item): string {
  if (typeof content === 'string') return content;
  return (content ?? []).flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n');
}
