/** Starts and resumes the sessions of providers. */
import { randomUUID } from 'node:crypto';
import { noCost } from '@harness/core/budget/usage';
import type { AgentFailureKind } from '@harness/core/effects/agent';
import type { Box, BoxedCommand } from '../sandbox/box.ts';
import type { AgentEvent, AgentRequest, AgentResult } from './provider.ts';
import { restartPrompt } from './resume-prompt.ts';

/** Short, because programs create sockets below it, and socket paths have a length limit. */
export const newProviderSession = (): string => randomUUID().slice(0, 8);

type SessionNote = { readonly resumed?: 'yes' | 'no' };

/** Resumes the requested session, or starts one. A lost session has cost nothing. */
export async function* runResumable(
  request: AgentRequest,
  run: (
    request: AgentRequest,
    earlier: string | undefined,
    note: SessionNote,
  ) => AsyncGenerator<AgentEvent, AgentResult>,
): AsyncGenerator<AgentEvent, AgentResult> {
  if (request.session === undefined) return yield* run(request, undefined, {});
  const result = yield* run(request, request.session, { resumed: 'yes' });
  if (result.outcome !== 'session_lost') return result;
  return yield* run(restartPrompt(request), undefined, { resumed: 'no' });
}

interface SessionHome<Memory> {
  memory(): Promise<Memory | undefined>;
  leave(): Promise<void>;
}

/** The home is left after the call. A session without a memory, or of another provider, is lost. */
export async function* runInHome<Memory, Home extends SessionHome<Memory>>(
  session: string,
  { resumed }: SessionNote,
  open: () => Promise<Home>,
  converse: (home: Home, memory: Memory | undefined) => AsyncGenerator<AgentEvent, AgentResult>,
): AsyncGenerator<AgentEvent, AgentResult> {
  if (!/^[0-9a-f]{8}$/.test(session)) return sessionLost; // a session of another provider
  const home = await open();
  try {
    const memory = await home.memory();
    return memory === undefined && resumed === 'yes' ? sessionLost : yield* converse(home, memory);
  } finally {
    await home.leave();
  }
}

/** A failure before the model was asked. */
export const failedBefore = (outcome: AgentFailureKind, detail: string): AgentResult => ({
  outcome,
  error: { detail },
  spent: noCost,
});
const sessionLost = failedBefore('session_lost', 'the session files are missing');

/** If the network is closed, the program may still reach the endpoint or, without one, the model's hosts. */
export const boxAround =
  (box: Box | undefined, endpoint: string | undefined) =>
  (command: BoxedCommand): BoxedCommand =>
    box?.around(command, endpoint === undefined ? {} : { reach: [endpoint] }) ?? command;
