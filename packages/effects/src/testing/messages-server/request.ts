/** What a client of the Messages API asked, as far as a scripted model looks at it. */
import * as z from 'zod';

const block = z.looseObject({ type: z.string(), text: z.string().optional(), cache_control: z.unknown().optional() });
const content = z.union([z.string(), z.array(block)]);

const schema = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  system: content.default([]),
  tools: z.array(z.looseObject({ name: z.string() })).default([]),
  messages: z.array(z.looseObject({ role: z.enum(['user', 'assistant', 'system']), content })),
});

export type Block = z.output<typeof block>;
export type MessagesRequest = z.output<typeof schema>;
type Message = MessagesRequest['messages'][number];

export const readRequest = (body: string): MessagesRequest => schema.parse(JSON.parse(body));

export const blocksOf = (value: z.output<typeof content>): readonly Block[] =>
  typeof value === 'string' ? [{ type: 'text', text: value }] : value;

/** How many parts the client wants kept. */
export const breakpointsIn = ({ tools, system, messages }: MessagesRequest): number =>
  [...tools, ...blocksOf(system), ...messages.flatMap(({ content: said }) => blocksOf(said))].filter(
    (one) => one['cache_control'] !== undefined,
  ).length;

/** A script and a log know a call by these, not by how many came before it. */
export interface Heading {
  /** From the line `Role: <role id>` of the system prompt; empty when there is none. */
  readonly role: string;
  /** What the person said last, without what the client puts around it. */
  readonly prompt: string;
  /** How often the model has spoken since then. */
  readonly step: number;
}

export function headingOf({ system, messages }: MessagesRequest): Heading {
  const role = /^Role: (?<role>\S+)$/m.exec(textOf(blocksOf(system)))?.groups?.['role'] ?? '';
  const at = messages.findLastIndex(isPrompt);
  const later = messages.slice(at + 1);
  return {
    role,
    prompt: at === -1 ? '' : textOf(blocksOf(messages[at]?.content ?? '').filter((one) => !isReminder(one))),
    step: later.filter(({ role: speaker }) => speaker === 'assistant').length,
  };
}

/** After a last tool, a conversation that is gone on with has what the tool answered and the new prompt in one message. */
const isPrompt = ({ role, content: said }: Message) =>
  role === 'user' && blocksOf(said).some((block) => block.type === 'text' && !isReminder(block));
/** What the client says aside: to the model about its tools, and how much room is left. */
const isReminder = ({ text = '' }: Block) => /^\s*<(?:system-reminder|total_tokens)>/.test(text);
const textOf = (blocks: readonly Block[]) =>
  blocks.flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n');
