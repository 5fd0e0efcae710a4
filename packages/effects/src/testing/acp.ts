/** Runs one call of the scripted agent, a real process, for tests. */

import { acpAgent } from '../agent/acp/agents.ts';
import { type AcpOptions, acpProvider } from '../agent/acp/provider.ts';
import type { AgentEvent, AgentRequest, AgentResult } from '../agent/provider.ts';
import { testFolder } from '../test-folder.ts';
import type { Script } from './acp-agent/script.ts';
import { type ScriptedAgent, scriptedAgent } from './acp-agent/start.ts';

export interface AcpCallResult {
  readonly request: AgentRequest;
  readonly events: readonly AgentEvent[];
  readonly result: AgentResult;
  /** The last session that `started` named. */
  readonly session: string;
  readonly agent: ScriptedAgent;
}

export interface AcpCallOptions {
  readonly script: Script;
  readonly options?: Partial<AcpOptions>;
  readonly modes?: Readonly<Partial<Record<AgentRequest['mode'], string>>>;
  readonly env?: readonly string[];
  readonly request?: Partial<AgentRequest>;
  readonly signal?: AbortSignal;
  /** Receives every event during the call. */
  see?(event: AgentEvent): void;
}

export const environment: NodeJS.ProcessEnv = { PATH: process.env['PATH'] };

export async function askAcp({
  script,
  options,
  modes,
  env = [],
  request: more,
  signal,
  see,
}: AcpCallOptions): Promise<AcpCallResult> {
  const agent = scriptedAgent(await testFolder(), script);
  const [cwd, runFolder] = [more?.cwd ?? (await testFolder()), more?.runFolder ?? (await testFolder())];
  const request: AgentRequest = {
    role: 'a.tester',
    item: null,
    attempt: 1,
    mode: 'exec',
    cwd,
    runFolder,
    family: [],
    variables: {},
    stable: 'Role: a.tester\n\nBe kind.',
    prompt: 'Say hello.',
    mark: `test/${cwd}`,
    ...more,
  };
  const choice = { command: [...agent.command], env: [...env], ...(modes ? { modes } : {}) };
  const provider = acpProvider({ agent: acpAgent(choice), retries: 0, environment, ...options });
  const events: AgentEvent[] = [];
  for await (const event of provider.run(request, signal ?? new AbortController().signal)) {
    events.push(event);
    see?.(event);
  }
  const [started, last] = [events.findLast(({ type }) => type === 'started'), events.at(-1)];
  if (started?.type !== 'started' || last?.type !== 'result') throw new Error('A call has no beginning or no end');
  return { request, events, result: last.result, session: String(started.params['session']), agent };
}
