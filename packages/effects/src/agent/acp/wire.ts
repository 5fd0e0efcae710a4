/**
 * What an agent sends, as far as it is looked at here. Agents are of many versions and makers: a part in a form that nobody
 * knows is left out, and what surrounds it still counts.
 */
import * as z from 'zod';

/** Nothing in place of what has not the form. */
const perhaps = <Type extends z.ZodType>(form: Type) => form.optional().catch(undefined);
const text = perhaps(z.string());
const amount = z.number().nonnegative();
const listOf = <Type extends z.ZodType>(form: Type) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((all) => all.flatMap((one) => form.safeParse(one).data ?? []));

const place = z.object({ path: z.string() });

const toolCall = z.object({
  toolCallId: z.string(),
  title: text,
  name: text,
  kind: text,
  status: text,
  locations: listOf(place),
  content: listOf(place), // a diff has a path; of the rest nothing is looked at
  rawInput: perhaps(z.record(z.string(), z.unknown())),
  _meta: perhaps(z.object({ claudeCode: perhaps(z.object({ toolName: text })) })),
});
export type ToolCall = z.infer<typeof toolCall>;

const update = z.union([
  z.object({
    sessionUpdate: z.enum(['agent_message_chunk']),
    messageId: text,
    content: z.object({ type: z.literal('text'), text: z.string() }),
  }),
  toolCall.extend({ sessionUpdate: z.enum(['tool_call', 'tool_call_update']) }),
  z.object({
    sessionUpdate: z.literal('usage_update'),
    cost: z.object({ amount, currency: z.string() }),
  }),
  z.object({
    sessionUpdate: z.literal('session_info_update'),
    _meta: z.object({
      codex: z.object({
        threadStatus: perhaps(z.object({ type: z.string() })),
        error: perhaps(z.object({ message: text, additionalDetails: text, willRetry: perhaps(z.boolean()) })),
      }),
    }),
  }),
]);
export type Update = z.infer<typeof update>;

/** Nothing for an update that says nothing to us. */
export const parseUpdate = (params: unknown): Update | undefined => z.object({ update }).safeParse(params).data?.update;

const option = z.object({ optionId: z.string(), kind: z.string() });
const permission = z.object({ toolCall, options: listOf(option) });
export type Permission = z.infer<typeof permission>;
export const parsePermission = (params: unknown): Permission | undefined => permission.safeParse(params).data;

const writing = z.object({ path: z.string(), content: z.string() });
export const parseWrite = (params: unknown) => writing.safeParse(params).data;

const choice = z.object({
  id: z.string(),
  category: text,
  type: z.literal('select'),
  options: z.array(z.unknown()).transform((all) =>
    all.flatMap((one) => {
      const value = z.object({ value: z.string() }).safeParse(one).data?.value;
      const group = z.object({ options: listOf(z.object({ value: z.string() })) }).safeParse(one).data?.options ?? [];
      return value === undefined ? group.map((each) => each.value) : [value];
    }),
  ),
});

const session = z.object({
  sessionId: text,
  modes: perhaps(z.object({ availableModes: listOf(z.object({ id: z.string() })) })),
  configOptions: listOf(choice),
});
export type SessionOffer = z.infer<typeof session>;
/** `session/load` may answer with nothing at all. */
export const parseSession = (answer: unknown): SessionOffer => session.parse(answer ?? {});

const greeting = z.object({
  protocolVersion: z.number(),
  agentCapabilities: perhaps(z.object({ loadSession: perhaps(z.boolean()) })),
});
export const parseGreeting = (answer: unknown) => greeting.safeParse(answer).data;

const count = perhaps(z.number().int().nonnegative());
const used = z.object({
  totalTokens: count,
  inputTokens: count,
  outputTokens: count,
  cachedReadTokens: count,
  cachedWriteTokens: count,
  thoughtTokens: count,
});
const quota = z.object({ token_count: perhaps(z.object({ input_tokens: count, output_tokens: count })) });
const stopped = z.object({
  stopReason: z.string(),
  usage: perhaps(used),
  _meta: perhaps(z.object({ quota: perhaps(quota) })),
});
export type StopMessage = z.infer<typeof stopped>;
export const parseStop = (answer: unknown): StopMessage | undefined => stopped.safeParse(answer).data;
