/** Translates the agent's updates, and collects what the result needs. */

import type { Mode } from '@harness/core/role/role';
import { excerpt } from '../../excerpt.ts';
import { deniedEvents, pathBelow, usageEvents } from '../call-events.ts';
import type { AgentEvent } from '../provider.ts';
import type { AcpMeter } from './meter.ts';
import { pathsIn } from './permission.ts';
import type { ToolCall, Update } from './wire.ts';

const maxDetailBytes = 300;
/** Text is reported in pieces of this size, because agents send only a few characters at a time. */
const pieceChars = 400;

export interface AcpTranscript {
  readonly meter: AcpMeter;
  /** Text that was not reported yet. */
  untold: string;
  /** Text since the last tool call. `answer` is the last one that is not blank. */
  saying: string;
  answer: string;
  readonly tools: Map<string, ToolCall>;
  /** Tool calls whose result was reported. */
  readonly ended: Set<string>;
  /** A turn failed although the agent reports it as a success. */
  isBroken: boolean;
  /** Number of refusals in this turn. */
  denials: number;
}

export const emptyAcpTranscript = (meter: AcpMeter): AcpTranscript => ({
  meter,
  untold: '',
  saying: '',
  answer: '',
  isBroken: false,
  denials: 0,
  tools: new Map(),
  ended: new Set(),
});

export interface TranslateContext {
  readonly cwd: string;
  readonly mode: Mode;
}

export function translateAcpUpdate(
  update: Update,
  transcript: AcpTranscript,
  place: TranslateContext,
): readonly AgentEvent[] {
  switch (update.sessionUpdate) {
    case 'agent_message_chunk':
      return addText(update.content.text, transcript);
    case 'tool_call':
    case 'tool_call_update':
      return updateTool(update, transcript, place);
    case 'usage_update':
      return update.cost.currency === 'USD' ? usageEvents(transcript.meter.cost(update.cost.amount)) : [];
    case 'session_info_update':
      return translateStatus(update._meta.codex, transcript);
  }
}

function addText(piece: string, transcript: AcpTranscript): readonly AgentEvent[] {
  transcript.saying += piece;
  transcript.untold += piece;
  if (transcript.saying.trim() !== '') transcript.answer = transcript.saying;
  return transcript.untold.length < pieceChars ? [] : takeUnreportedText(transcript);
}

export function takeUnreportedText(transcript: AcpTranscript): readonly AgentEvent[] {
  const { untold: text } = transcript;
  transcript.untold = '';
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

function updateTool(
  update: ToolCall,
  transcript: AcpTranscript,
  { cwd, mode }: TranslateContext,
): readonly AgentEvent[] {
  const { toolCallId: id } = update;
  const earlier = transcript.tools.get(id);
  const call = earlier ? mergeUpdate(earlier, update) : update;
  transcript.tools.set(id, call);
  if (!earlier) transcript.saying = '';
  const before = [...takeUnreportedText(transcript), ...(earlier ? [] : [toolStarted(call, cwd)])];
  const isOver = call.status === 'completed' || call.status === 'failed';
  if (!isOver || transcript.ended.has(id)) return before;
  transcript.ended.add(id);
  const isRefused = call.status === 'failed' && mode !== 'exec' && changing.includes(call.kind ?? 'other');
  if (isRefused) return [...before, ...deniedToolEvents(call, cwd)];
  return [...before, { type: 'tool-result', tool: toolOf(call), ok: call.status === 'completed' }];
}

/** In a read-only role a failure of these kinds counts as a refusal. */
const changing = ['edit', 'delete', 'move', 'execute', 'other'];

/** The first update of a tool call is often incomplete. */
const mergeUpdate = (earlier: ToolCall, update: ToolCall): ToolCall => ({
  ...earlier,
  ...Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined)),
  locations: update.locations.length > 0 ? update.locations : earlier.locations,
  content: update.content.length > 0 ? update.content : earlier.content,
});

const toolStarted = (call: ToolCall, cwd: string): AgentEvent => ({
  type: 'tool',
  tool: toolOf(call),
  detail: excerpt(String(call.rawInput?.['command'] ?? placeOf(call, cwd) ?? call.title ?? ''), maxDetailBytes),
});

const toolOf = ({ name, kind, title, _meta }: ToolCall): string =>
  name ?? _meta?.claudeCode?.toolName ?? kind ?? title ?? 'tool';

export const deniedToolEvents = (call: ToolCall, cwd: string): readonly AgentEvent[] =>
  deniedEvents(toolOf(call), placeOf(call, cwd) ?? '.', 'not-allowed');

function placeOf(call: ToolCall, cwd: string): string | undefined {
  const [path] = pathsIn(call);
  return path === undefined ? undefined : pathBelow(cwd, path);
}

type CodexStatus = Extract<Update, { sessionUpdate: 'session_info_update' }>['_meta']['codex'];

/** codex-acp reports a failed turn as done, with the reason as its text. */
function translateStatus({ threadStatus, error }: CodexStatus, transcript: AcpTranscript): readonly AgentEvent[] {
  if (threadStatus) transcript.isBroken = threadStatus.type === 'systemError';
  const detail = error?.additionalDetails ?? error?.message;
  return error?.willRetry && detail !== undefined ? [{ type: 'retry', detail, afterMs: 0 }] : [];
}
