/** Converts a turn of the model into a response of the API, or into its stream of events. */
import { randomUUID } from 'node:crypto';
import { tokensIn } from './cache.ts';
import type { ToolUse, Turn } from './turn.ts';

type Json = Readonly<Record<string, unknown>>;

export interface Response extends Json {
  readonly output: readonly Json[];
  readonly usage: Json;
}

interface InputUsage {
  readonly input: number;
  readonly cacheRead: number;
}

export function responseOf({ text, tools = [] }: Turn, model: string, { input, cacheRead }: InputUsage): Response {
  const output = [...(text === undefined ? [] : [messageOf(text)]), ...tools.map(callOf)];
  const outputTokens = tokensIn(JSON.stringify([text, tools]));
  return {
    id: `resp_${idOf()}`,
    object: 'response',
    model,
    status: 'completed',
    output,
    usage: {
      input_tokens: input + cacheRead,
      input_tokens_details: { cached_tokens: cacheRead },
      output_tokens: outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + cacheRead + outputTokens,
    },
  };
}

const idOf = () => randomUUID().replaceAll('-', '').slice(0, 24);

const messageOf = (text: string): Json => ({
  type: 'message',
  role: 'assistant',
  id: `msg_${idOf()}`,
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
});

function callOf(use: ToolUse): Json {
  const named = { name: use.name, call_id: `call_${idOf()}`, status: 'completed' };
  return 'text' in use
    ? { type: 'custom_tool_call', id: `ctc_${idOf()}`, ...named, input: use.text }
    : { type: 'function_call', id: `fc_${idOf()}`, ...named, arguments: JSON.stringify(use.input) };
}

export const beginningOf = ({ output, usage, ...head }: Response): Json => ({
  type: 'response.created',
  response: { ...head, status: 'in_progress', output: [], usage: null },
});

/** Splits the response into events. */
export const eventsOf = (response: Response): readonly Json[] => [
  beginningOf(response),
  ...response.output.flatMap(itemEvents),
  { type: 'response.completed', response },
];

function itemEvents(item: Json, index: number): readonly Json[] {
  const [part] = (item['content'] ?? []) as readonly Json[];
  const place = { item_id: item['id'], output_index: index, content_index: 0 };
  return [
    { type: 'response.output_item.added', output_index: index, item: part ? { ...item, content: [] } : item },
    ...(part ? [{ type: 'response.output_text.delta', ...place, delta: part['text'] }] : []),
    { type: 'response.output_item.done', output_index: index, item },
  ];
}

export const sse = (event: Json): string => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`;
