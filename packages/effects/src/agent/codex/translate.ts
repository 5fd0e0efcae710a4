/** Translates the program's events, and collects what the result needs. */

import type { Usage } from '@harness/core/budget/usage';
import type { ThreadEvent, ThreadItem } from '@openai/codex-sdk';
import { excerpt } from '../../excerpt.ts';
import { pathBelow } from '../call-events.ts';
import type { AgentEvent } from '../provider.ts';
import { usageIn } from './meter.ts';

const maxDetailBytes = 500;

export interface CodexTranscript {
  begun: boolean;
  completed: boolean;
  /** The last message of the agent: its answer. */
  text: string;
  /** Reason of the failed turn; `undefined` if it did not fail. */
  said?: string;
  /** Usage of the session since its start. */
  total?: Usage;
}

export const emptyCodexTranscript = (): CodexTranscript => ({ begun: false, completed: false, text: '' });

export function translateCodexEvent(
  event: ThreadEvent,
  transcript: CodexTranscript,
  cwd: string,
): readonly AgentEvent[] {
  switch (event.type) {
    case 'turn.started':
      transcript.begun = true;
      return [];
    case 'item.started':
      return itemStarted(event.item, cwd);
    case 'item.completed':
      return itemCompleted(event.item, transcript);
    case 'turn.completed':
      transcript.completed = true;
      transcript.total = usageIn(event.usage);
      return [];
    case 'turn.failed':
      transcript.said = event.error.message;
      return [];
    case 'thread.started':
    case 'item.updated':
    case 'error':
      return [];
  }
}

function itemStarted(item: ThreadItem, cwd: string): readonly AgentEvent[] {
  const tool = (name: string, detail: string): readonly AgentEvent[] => [
    { type: 'tool', tool: name, detail: excerpt(detail, maxDetailBytes) },
  ];
  if (item.type === 'command_execution') return tool('exec_command', item.command);
  if (item.type === 'file_change')
    return tool('apply_patch', item.changes.map(({ path }) => pathBelow(cwd, path)).join(' '));
  if (item.type === 'mcp_tool_call') return tool(`${item.server}.${item.tool}`, '');
  return item.type === 'web_search' ? tool('web_search', item.query) : [];
}

function itemCompleted(item: ThreadItem, transcript: CodexTranscript): readonly AgentEvent[] {
  const result = (tool: string, ok: boolean): AgentEvent => ({ type: 'tool-result', tool, ok });
  if (item.type === 'agent_message') {
    transcript.text = item.text;
    return item.text === '' ? [] : [{ type: 'text', text: item.text }];
  }
  if (item.type === 'command_execution') return [result('exec_command', item.exit_code === 0)];
  if (item.type === 'file_change') return [result('apply_patch', item.status === 'completed')];
  return item.type === 'mcp_tool_call' ? [result(`${item.server}.${item.tool}`, item.status === 'completed')] : [];
}
