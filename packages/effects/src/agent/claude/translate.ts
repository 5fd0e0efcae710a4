/** What the program says, in the words of every provider; and what has to be remembered of it until the end. */
import { isAbsolute, relative } from 'node:path';
import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk';
import type { CallCost } from '@harness/core/budget/usage';
import { excerpt } from '../../excerpt.ts';
import type { AgentEvent } from '../provider.ts';
import type { FinalResult } from './failure.ts';
import { type ApiUsage, type Meter, type ModelUsage, meter } from './meter.ts';

const maxDetailBytes = 300;

export interface ClaudeTranscript {
  readonly meter: Meter;
  begun: boolean;
  result: FinalResult | undefined;
  structured: unknown;
  apiError: string | undefined;
  /** When a limit of a subscription is lifted. */
  resetsAtMs: number | undefined;
  /** The tools that are at work, by the id of their use. */
  readonly tools: Map<string, { readonly name: string; readonly path: string }>;
}

export const nothingHeard = (): ClaudeTranscript => ({
  meter: meter(),
  begun: false,
  result: undefined,
  structured: undefined,
  apiError: undefined,
  resetsAtMs: undefined,
  tools: new Map(),
});

type MessageOf<Type extends SDKMessage['type']> = Extract<SDKMessage, { type: Type }>;

export function translateClaudeMessage(
  message: SDKMessage,
  heard: ClaudeTranscript,
  cwd: string,
): readonly AgentEvent[] {
  if (message.type === 'system') return system(message, heard);
  if (message.type === 'stream_event') return streamed(message, heard);
  if (message.type === 'assistant') return said(message, heard, cwd);
  if (message.type === 'user') return toolResults(message, heard);
  if (message.type === 'rate_limit_event') return limited(message, heard);
  if (message.type === 'result') return ended(message, heard);
  return []; // of no use to anybody but the program's own screen
}

/** Only a login hears of its limit; a key is told by the endpoint (see the gateway). */
function limited(
  { rate_limit_info: { status, resetsAt } }: MessageOf<'rate_limit_event'>,
  heard: ClaudeTranscript,
): readonly [] {
  if (status === 'rejected' && resetsAt !== undefined) heard.resetsAtMs = resetsAt * 1000;
  return [];
}

function system(message: MessageOf<'system'>, heard: ClaudeTranscript): readonly AgentEvent[] {
  if (message.subtype === 'init') heard.begun = true;
  if (message.subtype === 'permission_denied') return denied(message.tool_use_id, message.tool_name, heard);
  if (message.subtype !== 'api_retry') return [];
  const detail = [message.error, message.error_status ?? 'no answer'].join(' ');
  return [{ type: 'retry', detail, afterMs: message.retry_delay_ms }];
}

function streamed({ event }: MessageOf<'stream_event'>, { meter: counter }: ClaudeTranscript): readonly AgentEvent[] {
  if (event.type === 'message_start') return told(counter.begin(event.message.model, event.message.usage as ApiUsage));
  if (event.type === 'message_delta') return told(counter.grow(event.usage as ApiUsage));
  return [];
}

const told = ({ usage, costUsd }: CallCost): readonly AgentEvent[] => {
  const isNothing = costUsd === 0 && Object.values(usage).every((amount) => amount === 0);
  return isNothing ? [] : [{ type: 'usage', usage, costUsd }];
};

/** What the program itself says in the model's place (an error of the API) is no text of the agent. */
function said({ message, error }: MessageOf<'assistant'>, heard: ClaudeTranscript, cwd: string): readonly AgentEvent[] {
  if (error !== undefined) heard.apiError = error;
  if (message.model === '<synthetic>') return [];
  return message.content.flatMap((block): readonly AgentEvent[] => {
    if (block.type === 'text' && block.text !== '') return [{ type: 'text', text: block.text }];
    if (block.type !== 'tool_use') return [];
    const input = block.input as Readonly<Record<string, unknown>>;
    const path = pathIn(input, cwd);
    heard.tools.set(block.id, { name: block.name, path });
    return [{ type: 'tool', tool: block.name, detail: excerpt(String(input['command'] ?? path), maxDetailBytes) }];
  });
}

function pathIn(input: Readonly<Record<string, unknown>>, cwd: string): string {
  const path = String(input['file_path'] ?? input['path'] ?? input['pattern'] ?? '.');
  const inside = isAbsolute(path) ? relative(cwd, path) : path;
  return inside.startsWith('..') ? path : inside || '.';
}

function toolResults({ message }: MessageOf<'user'>, heard: ClaudeTranscript): readonly AgentEvent[] {
  if (typeof message.content === 'string') return [];
  return message.content.flatMap((block): readonly AgentEvent[] => {
    if (block.type !== 'tool_result') return [];
    const tool = heard.tools.get(block.tool_use_id);
    if (!tool) return []; // it was denied, and that was told
    const text = typeof block.content === 'string' ? block.content : JSON.stringify(block.content);
    if (block.is_error && refused.test(text)) return denied(block.tool_use_id, tool.name, heard);
    heard.tools.delete(block.tool_use_id);
    return [{ type: 'tool-result', tool: tool.name, ok: block.is_error !== true }];
  });
}

/** What the role does not have at all, or may nowhere, is refused in these words, and not listed among the denials. */
const refused = /No such tool available|denied by your permission settings/;

function denied(id: string, tool: string, { tools }: ClaudeTranscript): readonly AgentEvent[] {
  const path = tools.get(id)?.path ?? '.';
  tools.delete(id);
  return [
    { type: 'noted', code: 'agent.denied', params: { path, step: tool, why: 'not-allowed' } },
    { type: 'denied', tool, path },
  ];
}

function ended(message: MessageOf<'result'>, heard: ClaudeTranscript): readonly AgentEvent[] {
  const isSuccess = message.subtype === 'success';
  heard.result = {
    subtype: message.subtype,
    isError: message.is_error,
    text: isSuccess ? message.result : '',
    errors: isSuccess ? [] : message.errors,
    terminalReason: message.terminal_reason,
    status: isSuccess ? (message.api_error_status ?? undefined) : undefined,
    startupFailure: isSuccess ? undefined : message.startup_failure_reason,
  };
  heard.structured = isSuccess ? message.structured_output : undefined;
  return told(heard.meter.settle(accountIn(message)));
}

/** Of this call alone. The field is not in the declarations of the package; a session that did not go on has no other. */
function accountIn(message: MessageOf<'result'>): Readonly<Record<string, ModelUsage>> {
  const { model_usage_since_last_result: own } = message as {
    model_usage_since_last_result?: Record<string, ModelUsage>;
  };
  return own ?? message.modelUsage;
}
