/** Parses the messages of agents. Versions and vendors differ, so a part with an unknown form is left out. */
import * as z from 'zod';

/** `undefined` if the value does not match. */
const optional = <Type extends z.ZodType>(form: Type) => form.optional().catch(undefined);
const text = optional(z.string());
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
  content: listOf(place), // a diff has a path; other content is ignored
  rawInput: optional(z.record(z.string(), z.unknown())),
  _meta: optional(z.object({ claudeCode: optional(z.object({ toolName: text })) })),
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
        threadStatus: optional(z.object({ type: z.string() })),
        error: optional(z.object({ message: text, additionalDetails: text, willRetry: optional(z.boolean()) })),
      }),
    }),
  }),
]);
export type Update = z.infer<typeof update>;

/** Returns `undefined` for updates that are not used. */
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
  modes: optional(z.object({ availableModes: listOf(z.object({ id: z.string() })) })),
  configOptions: listOf(choice),
});
export type SessionOffer = z.infer<typeof session>;
/** `session/load` may return no result. */
export const parseSession = (answer: unknown): SessionOffer => session.parse(answer ?? {});

const greeting = z.object({
  protocolVersion: z.number(),
  agentCapabilities: optional(z.object({ loadSession: optional(z.boolean()) })),
});
export const parseGreeting = (answer: unknown) => greeting.safeParse(answer).data;

const count = optional(z.number().int().nonnegative());
const used = z.object({
  totalTokens: count,
  inputTokens: count,
  outputTokens: count,
  cachedReadTokens: count,
  cachedWriteTokens: count,
  thoughtTokens: count,
});
const quota = z.object({ token_count: optional(z.object({ input_tokens: count, output_tokens: count })) });
const stopped = z.object({
  stopReason: z.string(),
  usage: optional(used),
  _meta: optional(z.object({ quota: optional(quota) })),
});
export type StopMessage = z.infer<typeof stopped>;
export const parseStop = (answer: unknown): StopMessage | undefined => stopped.safeParse(answer).data;
