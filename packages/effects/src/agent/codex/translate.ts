/** What the program says while it works, in the words of the door; and what of it matters at the end. */
import { isAbsolute, relative } from 'node:path';
import type { Usage } from '@harness/core/budget/usage';
import type { ThreadEvent, ThreadItem } from '@openai/codex-sdk';
import { excerpt } from '../../excerpt.ts';
import type { AgentEvent } from '../provider.ts';
import { usageIn } from './meter.ts';

const maxDetailBytes = 500;

/** Collected while it is listened to. */
export interface CodexTranscript {
  begun: boolean;
  completed: boolean;
  /** The last thing that the agent said: its answer. */
  text: string;
  /** Why the turn failed. */
  said: string | undefined;
  /** What the session has used since it began. */
  total: Usage | undefined;
}

export const nothingHeard = (): CodexTranscript => ({
  begun: false,
  completed: false,
  text: '',
  said: undefined,
  total: undefined,
});

export function translateCodexEvent(event: ThreadEvent, heard: CodexTranscript, cwd: string): readonly AgentEvent[] {
  switch (event.type) {
    case 'turn.started':
      heard.begun = true;
      return [];
    case 'item.started':
      return begun(event.item, cwd);
    case 'item.completed':
      return ended(event.item, heard);
    case 'turn.completed':
      heard.completed = true;
      heard.total = usageIn(event.usage);
      return [];
    case 'turn.failed':
      heard.said = event.error.message;
      return [];
    case 'thread.started':
    case 'item.updated':
    case 'error':
      return [];
  }
}

function begun(item: ThreadItem, cwd: string): readonly AgentEvent[] {
  const tool = (name: string, detail: string): readonly AgentEvent[] => [
    { type: 'tool', tool: name, detail: excerpt(detail, maxDetailBytes) },
  ];
  if (item.type === 'command_execution') return tool('exec_command', item.command);
  if (item.type === 'file_change') return tool('apply_patch', pathsIn(item, cwd).join(' '));
  if (item.type === 'mcp_tool_call') return tool(`${item.server}.${item.tool}`, '');
  return item.type === 'web_search' ? tool('web_search', item.query) : [];
}

function ended(item: ThreadItem, heard: CodexTranscript): readonly AgentEvent[] {
  const result = (tool: string, ok: boolean): AgentEvent => ({ type: 'tool-result', tool, ok });
  if (item.type === 'agent_message') {
    heard.text = item.text;
    return item.text === '' ? [] : [{ type: 'text', text: item.text }];
  }
  if (item.type === 'command_execution') return [result('exec_command', item.exit_code === 0)];
  if (item.type === 'file_change') return [result('apply_patch', item.status === 'completed')];
  return item.type === 'mcp_tool_call' ? [result(`${item.server}.${item.tool}`, item.status === 'completed')] : [];
}

const pathsIn = ({ changes }: Extract<ThreadItem, { type: 'file_change' }>, cwd: string) =>
  changes.map(({ path }) => inside(path, cwd));

/** What it tried and may not: told, and written down. */
export function deniedPathEvents(tool: string, path: string, cwd: string): readonly AgentEvent[] {
  const place = inside(path, cwd);
  return [
    { type: 'noted', code: 'agent.denied', params: { path: place, step: tool, why: 'read-only' } },
    { type: 'denied', tool, path: place },
  ];
}

function inside(path: string, cwd: string): string {
  const below = isAbsolute(path) ? relative(cwd, path) : path;
  return below.startsWith('..') ? path : below || '.';
}
