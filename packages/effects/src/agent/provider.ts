/**
 * One agent behind one small door: nothing past this file knows an SDK.
 *
 *   D1. A stream ends in exactly one result, which is last. A failure is a result, not a throw.
 *   D2. Back-pressure is the durability rule: what is `started`, `noted` or a `process` is in the journal before the next
 *       event is pulled, so nothing happens in the world before its note.
 *   D3. `usage` events are what was used since the last one; together they are what the result says.
 */

import type { CallCost } from '@harness/core/budget/usage';
import type { AgentFailureKind } from '@harness/core/effects/agent';
import type { LiveEvent } from '@harness/core/journal/live';
import type { Note, NoteParams } from '@harness/core/journal/note';
import type { RunJournal } from '@harness/core/journal/run-tree';
import type { Mode } from '@harness/core/role/role';
import type { Box } from '../sandbox/box.ts';

export interface AgentRequest {
  readonly role: string;
  readonly item: string | null;
  /** 1-based: the nth call of this role for this item. */
  readonly attempt: number;
  readonly mode: Mode;
  /** Byte-identical in all calls of the role in a run; the prompt is the rest. */
  readonly stable: string;
  readonly prompt: string;
  /** What the prompt begins with in every call of the role in a run: the words of the repository, the task. */
  readonly opening?: string;
  /** What the repository itself says to agents: the prompt begins with it, and a conversation that goes on has heard it. */
  readonly words?: string;
  /** Absolute. */
  readonly cwd: string;
  readonly model?: string;
  /** The one file, relative to the folder, that may be written whatever the mode. */
  readonly output?: string;
  /** The form of a structured answer, as a JSON schema; a role without one answers in text. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** The conversation to go on with; who has lost it begins anew and says so. */
  readonly session?: string;
  /** What is told besides the prompt when the conversation was lost: the change so far. */
  readonly recap?: string;
  /** The run's own folder, absolute: what a provider keeps of itself lies there. */
  readonly runFolder: string;
  /** What `{name}` in a script stands for. */
  readonly variables: Readonly<Record<string, string>>;
  /** What the program of the call is started in; nothing where there is no sandbox. */
  readonly box?: Box;
  /** What the lane has to itself, for every process of this call: ports. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What every process of this call carries in its environment (see process/orphans). */
  readonly mark: string;
  /** What the run and its relatives have journalled so far, the root first: sessions to go on with, answers that are used up. */
  readonly family: readonly RunJournal[];
}

export type AgentEvent =
  | LiveEvent
  /** A try at the provider begins; noted as `agent.started`. */
  | { readonly type: 'started'; readonly params: NoteParams<'agent.started'> }
  | ({ readonly type: 'noted' } & Note)
  /** It is at work, and there is nothing to tell: silence would be taken for a stop. */
  | { readonly type: 'alive' }
  | { readonly type: 'process'; readonly pid: number; readonly startedAt: string }
  | { readonly type: 'result'; readonly result: AgentResult };

export interface AgentError {
  readonly detail: string;
  readonly status?: number;
  readonly retryAfterMs?: number;
  /** Which limit of money or tokens was crossed, how much it is, and what was spent. */
  readonly limit?: string;
  readonly of?: number;
  readonly spent?: number;
}

export type AgentResult =
  | { readonly outcome: 'ok'; readonly text: string; readonly json?: unknown; readonly spent: CallCost }
  | { readonly outcome: AgentFailureKind; readonly error: AgentError; readonly spent: CallCost };

export interface Provider {
  readonly id: string;
  run(request: AgentRequest, signal: AbortSignal): AsyncIterable<AgentEvent>;
}
