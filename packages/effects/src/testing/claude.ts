/** Runs one call of the real program with a model on loopback, for tests. */
import { onTestFinished } from 'vitest';
import { type ClaudeOptions, claudeProvider } from '../agent/claude/provider.ts';
import type { AgentEvent, AgentRequest, AgentResult } from '../agent/provider.ts';
import { testFolder } from '../test-folder.ts';
import { type MessagesServer, messagesServer } from './messages-server/server.ts';
import type { Answer } from './messages-server/turn.ts';

export const testKey = 'a-key-of-the-test-0815';
export const environment = { PATH: process.env['PATH'], ANTHROPIC_API_KEY: testKey };

export interface ClaudeCallResult {
  readonly request: AgentRequest;
  readonly events: readonly AgentEvent[];
  readonly result: AgentResult;
}

export interface ClaudeCallOptions {
  readonly options?: Partial<ClaudeOptions>;
  readonly request?: Partial<AgentRequest>;
  readonly signal?: AbortSignal;
  /** Receives every event during the call. */
  see?(event: AgentEvent): void;
}

export async function askClaude({ options, request: more, signal, see }: ClaudeCallOptions): Promise<ClaudeCallResult> {
  const [cwd, runFolder] = [await testFolder(), await testFolder()];
  const request: AgentRequest = {
    role: 'a.tester',
    item: null,
    attempt: 1,
    mode: 'complete',
    cwd,
    runFolder,
    family: [],
    variables: {},
    stable: 'Role: a.tester\n\nBe kind.',
    prompt: 'Say hello.',
    mark: `test/${cwd}`,
    ...more,
  };
  const events: AgentEvent[] = [];
  const provider = claudeProvider({ retries: 0, environment, ...options });
  for await (const event of provider.run(request, signal ?? new AbortController().signal)) {
    events.push(event);
    see?.(event);
  }
  const last = events.at(-1);
  if (last?.type !== 'result') throw new Error('A call ended without a result');
  return { request, events, result: last.result };
}

/** Starts a model that is closed at the end of the test. */
export async function startMessagesModel(...answers: readonly Answer[]): Promise<MessagesServer> {
  const server = await messagesServer(answers);
  onTestFinished(() => server.close());
  return server;
}
