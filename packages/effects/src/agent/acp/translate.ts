/** What an agent says while it works, in the words of the door; and what of it matters at the end. */
import { isAbsolute, relative } from 'node:path';
import type { CallCost } from '@harness/core/budget/usage';
import type { Mode } from '@harness/core/role/role';
import { excerpt } from '../../excerpt.ts';
import type { AgentEvent } from '../provider.ts';
import type { Meter } from './meter.ts';
import { pathsIn } from './permission.ts';
import type { ToolCall, Update } from './wire.ts';

const maxDetailBytes = 300;
/** A text is told in pieces that can be read: agents send it in pieces of a few letters. */
const pieceChars = 400;

/** Collected while it is listened to. */
export interface AcpTranscript {
  readonly meter: Meter;
  /** What it says right now, as far as it was not told. */
  untold: string;
  /** What it has said since it used a tool last; its answer, when it stays the last. */
  saying: string;
  answer: string;
  readonly tools: Map<string, ToolCall>;
  /** What became of these was told. */
  readonly ended: Set<string>;
  /** Its own word for a turn that went wrong and is called a success. */
  isBroken: boolean;
  /** How often it was told no in this turn. */
  denials: number;
}

export const nothingHeard = (meter: Meter): AcpTranscript => ({
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
  heard: AcpTranscript,
  place: TranslateContext,
): readonly AgentEvent[] {
  switch (update.sessionUpdate) {
    case 'agent_message_chunk':
      return said(update.content.text, heard);
    case 'tool_call':
    case 'tool_call_update':
      return used(update, heard, place);
    case 'usage_update':
      return update.cost.currency === 'USD' ? spendingEvents(heard.meter.cost(update.cost.amount)) : [];
    case 'session_info_update':
      return trouble(update._meta.codex, heard);
  }
}

function said(piece: string, heard: AcpTranscript): readonly AgentEvent[] {
  heard.saying += piece;
  heard.untold += piece;
  if (heard.saying.trim() !== '') heard.answer = heard.saying;
  return heard.untold.length < pieceChars ? [] : takeUnreportedText(heard);
}

/** What was said and not told yet. */
export function takeUnreportedText(heard: AcpTranscript): readonly AgentEvent[] {
  const { untold: text } = heard;
  heard.untold = '';
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

function used(update: ToolCall, heard: AcpTranscript, { cwd, mode }: TranslateContext): readonly AgentEvent[] {
  const { toolCallId: id } = update;
  const earlier = heard.tools.get(id);
  const call = earlier ? merged(earlier, update) : update;
  heard.tools.set(id, call);
  if (!earlier) heard.saying = '';
  const before = [...takeUnreportedText(heard), ...(earlier ? [] : [begun(call, cwd)])];
  const isOver = call.status === 'completed' || call.status === 'failed';
  if (!isOver || heard.ended.has(id)) return before;
  heard.ended.add(id);
  const isRefused = call.status === 'failed' && mode !== 'exec' && changing.includes(call.kind ?? 'other');
  if (isRefused) return [...before, ...deniedToolEvents(call, cwd)];
  return [...before, { type: 'tool-result', tool: toolOf(call), ok: call.status === 'completed' }];
}

/** A role that only reads cannot have failed at these for another reason that matters more. */
const changing = ['edit', 'delete', 'move', 'execute', 'other'];

/** An agent begins to tell of a tool before it knows what it will do with it. */
const merged = (earlier: ToolCall, update: ToolCall): ToolCall => ({
  ...earlier,
  ...Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined)),
  locations: update.locations.length > 0 ? update.locations : earlier.locations,
  content: update.content.length > 0 ? update.content : earlier.content,
});

const begun = (call: ToolCall, cwd: string): AgentEvent => ({
  type: 'tool',
  tool: toolOf(call),
  detail: excerpt(String(call.rawInput?.['command'] ?? placeOf(call, cwd) ?? call.title ?? ''), maxDetailBytes),
});

const toolOf = ({ name, kind, title, _meta }: ToolCall): string =>
  name ?? _meta?.claudeCode?.toolName ?? kind ?? title ?? 'tool';

/** What it tried and may not: told, and written down. */
export function deniedToolEvents(call: ToolCall, cwd: string): readonly AgentEvent[] {
  const path = placeOf(call, cwd) ?? '.';
  return [
    { type: 'noted', code: 'agent.denied', params: { path, step: toolOf(call), why: 'not-allowed' } },
    { type: 'denied', tool: toolOf(call), path },
  ];
}

function placeOf(call: ToolCall, cwd: string): string | undefined {
  const [path] = pathsIn(call);
  if (path === undefined) return undefined;
  const below = isAbsolute(path) ? relative(cwd, path) : path;
  return below.startsWith('..') ? path : below || '.';
}

type CodexNews = Extract<Update, { sessionUpdate: 'session_info_update' }>['_meta']['codex'];

/** codex-acp ends a turn that went wrong as if it were done, with the reason as its text. */
function trouble({ threadStatus, error }: CodexNews, heard: AcpTranscript): readonly AgentEvent[] {
  if (threadStatus) heard.isBroken = threadStatus.type === 'systemError';
  const detail = error?.additionalDetails ?? error?.message;
  return error?.willRetry && detail !== undefined ? [{ type: 'retry', detail, afterMs: 0 }] : [];
}

export function spendingEvents({ usage, costUsd }: CallCost): readonly AgentEvent[] {
  const isNothing = costUsd === 0 && Object.values(usage).every((tokens) => tokens === 0);
  return isNothing ? [] : [{ type: 'usage', usage, costUsd }];
}
