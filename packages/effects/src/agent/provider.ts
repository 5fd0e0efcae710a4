/**
 * Defines the interface of a provider. Only its implementations know an SDK.
 *
 *   D1. A stream ends in exactly one result, which is last. A failure is a result, not an exception.
 *   D2. `started`, `noted` and `process` are in the journal before the next event is read: every act is noted before it
 *       happens.
 *   D3. Each `usage` event reports the usage since the last one; their sum equals the result.
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
  /** Parts at the start of the prompt that later calls of the role in a run repeat: instructions of the repository, the task. */
  readonly opening?: readonly string[];
  /** The repository's instructions at the start of the prompt; a resumed session already has them. */
  readonly words?: string;
  /** Absolute. */
  readonly cwd: string;
  readonly model?: string;
  /**
   * Paths, relative to the folder, that the agent may write in every mode; one that ends in `/` is a folder. Absent if the
   * role names none.
   */
  readonly writes?: readonly string[];
  /** JSON schema of a structured answer; `undefined` for an answer in text. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** The session to resume; if it is lost, the provider starts a new one and notes it. */
  readonly session?: string;
  /** Added to the prompt if the session was lost: the change so far. */
  readonly recap?: string;
  /** Absolute folder of the run; the provider keeps its own files there. */
  readonly runFolder: string;
  /** Values of `{name}` in a script. */
  readonly variables: Readonly<Record<string, string>>;
  /** The sandbox of the call's program; `undefined` without a sandbox. */
  readonly box?: Box;
  /** Environment of every process of this call: the ports of its lane. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Environment variable of every process of this call (see process/orphans). */
  readonly mark: string;
  /** Journals of the run and its relatives, the root first: for sessions to resume and used answers. */
  readonly family: readonly RunJournal[];
}

export type AgentEvent =
  | LiveEvent
  /** A try at the provider starts; noted as `agent.started`. */
  | { readonly type: 'started'; readonly params: NoteParams<'agent.started'> }
  | ({ readonly type: 'noted' } & Note)
  /** The agent is active but has no output: resets the idle timer. */
  | { readonly type: 'alive' }
  | { readonly type: 'process'; readonly pid: number; readonly startedAt: string }
  | { readonly type: 'result'; readonly result: AgentResult };

export interface AgentError {
  readonly detail: string;
  readonly status?: number;
  readonly retryAfterMs?: number;
  /** The crossed limit of cost or tokens, its amount, and the amount spent. */
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

export interface ProviderOptions<Effort> {
  /** Endpoint of the model; default: the provider's. */
  readonly baseUrl?: string | undefined;
  readonly retries: number;
  /** Maximum number of model answers per call; default unlimited. */
  readonly turns?: number | undefined;
  readonly effort?: Effort | undefined;
  /** Source of the program's environment (by allow-list) and of the key or login; default `process.env`. */
  readonly environment?: NodeJS.ProcessEnv;
}
