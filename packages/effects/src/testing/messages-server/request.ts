/** Parses a request of the Messages API, as far as a scripted model needs it. */
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

/** Number of cache breakpoints. */
export const breakpointsIn = ({ tools, system, messages }: MessagesRequest): number =>
  [...tools, ...blocksOf(system), ...messages.flatMap(({ content: said }) => blocksOf(said))].filter(
    (one) => one['cache_control'] !== undefined,
  ).length;

/** Identifies a call in a script and a log, independent of the number of requests before it. */
export interface Heading {
  /** From the line `Role: <role id>` of the system prompt; empty if there is none. */
  readonly role: string;
  /** The last text of the user, without the client's additions. */
  readonly prompt: string;
  /** Number of answers of the model since then. */
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

/** In a resumed session the result of the last tool and the new prompt may be in one message. */
const isPrompt = ({ role, content: said }: Message) =>
  role === 'user' && blocksOf(said).some((block) => block.type === 'text' && !isReminder(block));
/** Additions of the client: notes on tools, and the remaining tokens. */
const isReminder = ({ text = '' }: Block) => /^\s*<(?:system-reminder|total_tokens)>/.test(text);
const textOf = (blocks: readonly Block[]) =>
  blocks.flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n');
