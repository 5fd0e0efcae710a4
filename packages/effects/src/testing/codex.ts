/** Runs one call of the real program with a model on loopback, for tests. */
import { onTestFinished } from 'vitest';
import { type CodexOptions, codexProvider } from '../agent/codex/provider.ts';
import type { AgentEvent, AgentRequest, AgentResult } from '../agent/provider.ts';
import { testFolder } from '../test-folder.ts';
import { type ResponsesServer, responsesServer } from './responses-server/server.ts';
import type { Answer } from './responses-server/turn.ts';

export const testKey = 'a-key-of-the-test-4711';
export const environment = { PATH: process.env['PATH'], OPENAI_API_KEY: testKey };

export interface CodexCallResult {
  readonly request: AgentRequest;
  readonly events: readonly AgentEvent[];
  readonly result: AgentResult;
  /** The session that `started` named. */
  readonly session: string;
}

export interface CodexCallOptions {
  readonly options?: Partial<CodexOptions>;
  readonly request?: Partial<AgentRequest>;
  readonly signal?: AbortSignal;
  /** Receives every event during the call. */
  see?(event: AgentEvent): void;
}

export async function askCodex({ options, request: more, signal, see }: CodexCallOptions): Promise<CodexCallResult> {
  const [cwd, runFolder] = [more?.cwd ?? (await testFolder()), more?.runFolder ?? (await testFolder())];
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
    model: 'gpt-5.5',
    ...more,
  };
  const events: AgentEvent[] = [];
  const provider = codexProvider({ retries: 0, environment, ...options });
  for await (const event of provider.run(request, signal ?? new AbortController().signal)) {
    events.push(event);
    see?.(event);
  }
  const [started, last] = [events.findLast(({ type }) => type === 'started'), events.at(-1)];
  if (started?.type !== 'started' || last?.type !== 'result') throw new Error('A call has no beginning or no end');
  return { request, events, result: last.result, session: String(started.params['session']) };
}

/** Starts a model that is closed at the end of the test. */
export async function startResponsesModel(...answers: readonly Answer[]): Promise<ResponsesServer> {
  const server = await responsesServer(answers);
  onTestFinished(() => server.close());
  return server;
}
