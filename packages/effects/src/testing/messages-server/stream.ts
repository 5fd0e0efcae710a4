/** Converts a turn of the model into a message of the API, or into its stream of events. */
import { randomUUID } from 'node:crypto';
import type { Usage } from '@harness/core/budget/usage';
import { tokensIn } from './cache.ts';
import type { Turn } from './turn.ts';

type Json = Readonly<Record<string, unknown>>;

export interface Message extends Json {
  readonly content: readonly Json[];
  readonly usage: Json;
}

export function messageOf({ text, tools = [], usage }: Turn, model: string, read: Omit<Usage, 'output'>): Message {
  const content: readonly Json[] = [
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...tools.map(({ name, input }) => ({ type: 'tool_use', id: `toolu_${idOf()}`, name, input })),
  ];
  const { input, cacheRead, cacheWrite, output } = usage ?? { ...read, output: tokensIn(JSON.stringify(content)) };
  return {
    id: `msg_${idOf()}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: tools.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: {
      input_tokens: input,
      cache_read_input_tokens: cacheRead,
      cache_creation_input_tokens: cacheWrite,
      output_tokens: output,
    },
  };
}

const idOf = () => randomUUID().replaceAll('-', '').slice(0, 24);

/** Splits the message into events. */
export function eventsOf({ content, usage, stop_reason, stop_sequence, ...head }: Message): readonly Json[] {
  const message = {
    ...head,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...usage, output_tokens: 1 },
  };
  return [
    { type: 'message_start', message },
    ...content.flatMap(blockEvents),
    { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage: { output_tokens: usage['output_tokens'] } },
    { type: 'message_stop' },
  ];
}

function blockEvents(block: Json, index: number): readonly Json[] {
  const isText = block['type'] === 'text';
  const start = isText ? { type: 'text', text: '' } : { ...block, input: {} };
  const delta = isText
    ? { type: 'text_delta', text: block['text'] }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block['input']) };
  return [
    { type: 'content_block_start', index, content_block: start },
    { type: 'content_block_delta', index, delta },
    { type: 'content_block_stop', index },
  ];
}

export const sse = (event: Json): string => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`;
