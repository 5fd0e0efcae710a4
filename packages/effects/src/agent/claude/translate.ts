/** Translates the program's messages, and collects what the result needs. */

import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk';
import { excerpt } from '../../excerpt.ts';
import { deniedEvents, pathBelow, usageEvents } from '../call-events.ts';
import type { AgentEvent } from '../provider.ts';
import type { FinalResult } from './failure.ts';
import { type ApiUsage, type ClaudeMeter, createClaudeMeter, type ModelUsage } from './meter.ts';

const maxDetailBytes = 300;

export interface ClaudeTranscript {
  readonly meter: ClaudeMeter;
  begun: boolean;
  result?: FinalResult;
  structured?: unknown;
  apiError?: string;
  /** When the limit of a subscription resets. */
  resetsAtMs?: number;
  /** Running tools, by the id of their use. */
  readonly tools: Map<string, { readonly name: string; readonly path: string }>;
}

export const emptyClaudeTranscript = (): ClaudeTranscript => ({
  meter: createClaudeMeter(),
  begun: false,
  tools: new Map(),
});

type MessageOf<Type extends SDKMessage['type']> = Extract<SDKMessage, { type: Type }>;

export function translateClaudeMessage(
  message: SDKMessage,
  transcript: ClaudeTranscript,
  cwd: string,
): readonly AgentEvent[] {
  if (message.type === 'system') return system(message, transcript);
  if (message.type === 'stream_event') return handleStreamEvent(message, transcript);
  if (message.type === 'assistant') return handleAssistant(message, transcript, cwd);
  if (message.type === 'user') return toolResults(message, transcript);
  if (message.type === 'rate_limit_event') return handleRateLimit(message, transcript);
  if (message.type === 'result') return handleResult(message, transcript);
  return []; // only for the program's own screen
}

/** Only a login receives this event; with a key the gateway sees the limit. */
function handleRateLimit(
  { rate_limit_info: { status, resetsAt } }: MessageOf<'rate_limit_event'>,
  transcript: ClaudeTranscript,
): readonly [] {
  if (status === 'rejected' && resetsAt !== undefined) transcript.resetsAtMs = resetsAt * 1000;
  return [];
}

function system(message: MessageOf<'system'>, transcript: ClaudeTranscript): readonly AgentEvent[] {
  if (message.subtype === 'init') transcript.begun = true;
  if (message.subtype === 'permission_denied') return denyTool(message.tool_use_id, message.tool_name, transcript);
  if (message.subtype !== 'api_retry') return [];
  const detail = [message.error, message.error_status ?? 'no answer'].join(' ');
  return [{ type: 'retry', detail, afterMs: message.retry_delay_ms }];
}

function handleStreamEvent(
  { event }: MessageOf<'stream_event'>,
  { meter: counter }: ClaudeTranscript,
): readonly AgentEvent[] {
  if (event.type === 'message_start')
    return usageEvents(counter.begin(event.message.model, event.message.usage as ApiUsage));
  if (event.type === 'message_delta') return usageEvents(counter.grow(event.usage as ApiUsage));
  return [];
}

/** Messages of the program itself (API errors) are no text of the agent. */
function handleAssistant(
  { message, error }: MessageOf<'assistant'>,
  transcript: ClaudeTranscript,
  cwd: string,
): readonly AgentEvent[] {
  if (error !== undefined) transcript.apiError = error;
  if (message.model === '<synthetic>') return [];
  return message.content.flatMap((block): readonly AgentEvent[] => {
    if (block.type === 'text' && block.text !== '') return [{ type: 'text', text: block.text }];
    if (block.type !== 'tool_use') return [];
    const input = block.input as Readonly<Record<string, unknown>>;
    const path = pathBelow(cwd, String(input['file_path'] ?? input['path'] ?? input['pattern'] ?? '.'));
    transcript.tools.set(block.id, { name: block.name, path });
    return [{ type: 'tool', tool: block.name, detail: excerpt(String(input['command'] ?? path), maxDetailBytes) }];
  });
}

function toolResults({ message }: MessageOf<'user'>, transcript: ClaudeTranscript): readonly AgentEvent[] {
  if (typeof message.content === 'string') return [];
  return message.content.flatMap((block): readonly AgentEvent[] => {
    if (block.type !== 'tool_result') return [];
    const tool = transcript.tools.get(block.tool_use_id);
    if (!tool) return []; // its denial was already reported
    const text = typeof block.content === 'string' ? block.content : JSON.stringify(block.content);
    if (block.is_error && refusalPattern.test(text)) return denyTool(block.tool_use_id, tool.name, transcript);
    transcript.tools.delete(block.tool_use_id);
    return [{ type: 'tool-result', tool: tool.name, ok: block.is_error !== true }];
  });
}

/** The program refuses unknown or forbidden tools with these words, without a denial event. */
const refusalPattern = /No such tool available|denied by your permission settings/;

function denyTool(id: string, tool: string, { tools }: ClaudeTranscript): readonly AgentEvent[] {
  const path = tools.get(id)?.path ?? '.';
  tools.delete(id);
  return deniedEvents(tool, path, 'not-allowed');
}

function handleResult(message: MessageOf<'result'>, transcript: ClaudeTranscript): readonly AgentEvent[] {
  const isSuccess = message.subtype === 'success';
  transcript.result = {
    subtype: message.subtype,
    isError: message.is_error,
    text: isSuccess ? message.result : '',
    errors: isSuccess ? [] : message.errors,
    terminalReason: message.terminal_reason,
    status: isSuccess ? (message.api_error_status ?? undefined) : undefined,
    startupFailure: isSuccess ? undefined : message.startup_failure_reason,
  };
  transcript.structured = isSuccess ? message.structured_output : undefined;
  return usageEvents(transcript.meter.settle(accountIn(message)));
}

/** The usage of this call alone. The package does not declare the field; in a new session the total is the same. */
function accountIn(message: MessageOf<'result'>): Readonly<Record<string, ModelUsage>> {
  const { model_usage_since_last_result: own } = message as {
    model_usage_since_last_result?: Record<string, ModelUsage>;
  };
  return own ?? message.modelUsage;
}
