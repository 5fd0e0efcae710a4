/**
 * The way from a process to a session that can be asked: a greeting, a new session or an earlier one, its mode, its model.
 *
 *   E1. Only what the agent offers is chosen. Without a mode that fits it goes on as it is: what a role may do is seen to
 *       from outside.
 *   E2. A session that cannot be gone on with is lost, for whatever reason; that costs nothing.
 */
import { isTier } from '@harness/core/providers/model-tier';
import type { AcpAgent, AcpSettings } from './agent.ts';
import type { AcpConversation } from './conversation.ts';
import { parseGreeting, parseSession, type SessionOffer } from './wire.ts';

const protocolVersion = 1;

export interface SessionRequest {
  readonly agent: AcpAgent;
  readonly settings: AcpSettings;
  readonly cwd: string;
  readonly mode: keyof AcpAgent['modes'];
  readonly model: string | undefined;
  /** The agent's own name for the session to go on with. */
  readonly earlier: string | undefined;
  /** How long it may take to answer before it is at work. */
  readonly patienceMs: number;
}

export class SessionLostError extends Error {
  override readonly name = 'Lost';
}

/** Says what it is no use to speak to. */
class ProtocolMismatchError extends Error {
  override readonly name = 'Stranger';
}

/** Answers with the agent's own name for the session. */
export async function openAcpSession(talk: AcpConversation, wanted: SessionRequest): Promise<string> {
  const { agent, patienceMs, cwd, settings, earlier } = wanted;
  const greeting = parseGreeting(await talk.ask('initialize', hello, patienceMs));
  if (greeting?.protocolVersion !== protocolVersion)
    throw new ProtocolMismatchError(
      `it speaks version ${greeting?.protocolVersion ?? '?'} of the protocol, not ${protocolVersion}`,
    );
  const place = { cwd: agent.folder?.(cwd) ?? cwd, mcpServers: [], ...(settings.meta ? { _meta: settings.meta } : {}) };
  if (earlier !== undefined) {
    if (greeting.agentCapabilities?.loadSession !== true) throw new SessionLostError('it cannot go on with a session');
    const loaded = await talk.ask('session/load', { ...place, sessionId: earlier }, patienceMs).catch(lost);
    return chosen(talk, wanted, earlier, parseSession(loaded));
  }
  const offer = parseSession(await talk.ask('session/new', place, patienceMs));
  if (offer.sessionId === undefined) throw new ProtocolMismatchError('it answered session/new without a session');
  return chosen(talk, wanted, offer.sessionId, offer);
}

const hello = {
  protocolVersion,
  clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
  clientInfo: { name: 'harness', version: '1' },
};

function lost(error: unknown): never {
  throw new SessionLostError(error instanceof Error ? error.message : String(error));
}

async function chosen(
  talk: AcpConversation,
  wanted: SessionRequest,
  sessionId: string,
  offer: SessionOffer,
): Promise<string> {
  const { agent, mode, model, patienceMs } = wanted;
  const optionFor = (category: string) => offer.configOptions.find((one) => (one.category ?? one.id) === category);
  const choose = (configId: string, value: string) =>
    talk.ask('session/set_config_option', { sessionId, configId, value }, patienceMs);

  const modes = offer.modes?.availableModes.map(({ id }) => id) ?? [];
  const [own, option] = [agent.modes[mode].find((id) => modes.includes(id)), optionFor('mode')];
  const listed = agent.modes[mode].find((id) => option?.options.includes(id));
  if (own !== undefined) await talk.ask('session/set_mode', { sessionId, modeId: own }, patienceMs);
  else if (option && listed !== undefined) await choose(option.id, listed);

  const models = optionFor('model');
  if (models && model !== undefined && !isTier(model) && models.options.includes(model)) await choose(models.id, model);
  return sessionId;
}
