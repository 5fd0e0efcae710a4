/** Parses a request of the Responses API, as far as a scripted model needs it. */
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

/** Identifies a call in a script and a log, independent of the number of requests before it. */
export interface Heading {
  /** From the line `Role: <role id>` of the developer messages; empty if there is none. */
  readonly role: string;
  /** The last text of the user, without the client's additions. */
  readonly prompt: string;
  /** Number of answers of the model since then. */
  readonly step: number;
  /** Outputs of the tools since then. */
  readonly outputs: readonly string[];
}

export function headingOf({ instructions, input }: ResponsesRequest): Heading {
  const instructionTexts = [
    instructions,
    ...input.filter(({ role }) => role === 'developer' || role === 'system').map(textOf),
  ];
  const role = /^Role: (?<role>\S+)$/m.exec(instructionTexts.join('\n'))?.groups?.['role'] ?? '';
  const at = input.findLastIndex((one) => one.role === 'user' && !isContext(one));
  const prompt = input[at];
  const later = input.slice(at + 1);
  return {
    role,
    prompt: prompt === undefined ? '' : textOf(prompt),
    step: later.filter((one, n) => isModel(one) && !isModel(later[n - 1])).length,
    outputs: later.flatMap(({ output }) => (output === undefined ? [] : [asText(output)])),
  };
}

/** A turn of the model may be several items: reasoning, a text, calls. */
const modelTypes = ['reasoning', 'function_call', 'custom_tool_call', 'local_shell_call', 'web_search_call'];
const isModel = (one: Item | undefined) =>
  one !== undefined && (one.role === 'assistant' || modelTypes.includes(one.type));

/** Additions of the client about the environment, in a message of the user. */
const isContext = (one: Item) => /^\s*<(environment_context|user_instructions)>|^# AGENTS\.md/.test(textOf(one));

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function textOf({ content }: Item): string {
  if (typeof content === 'string') return content;
  return (content ?? []).flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n');
}
