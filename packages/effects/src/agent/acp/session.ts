/**
 * Opens a session: the handshake, a new or an earlier session, its mode and its model.
 *
 *   E1. Only options that the agent offers are chosen. Without a matching mode its default stays: the role's
 *       permissions are enforced from outside.
 *   E2. A session that cannot be resumed, for whatever reason, is lost; that costs nothing.
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
  /** The agent's id of the session to resume; `undefined` starts a new one. */
  readonly earlier: string | undefined;
  /** Timeout of requests before the first prompt, in ms. */
  readonly patienceMs: number;
}

export class SessionLostError extends Error {
  override readonly name = 'SessionLostError';
}

class ProtocolMismatchError extends Error {
  override readonly name = 'ProtocolMismatchError';
}

/** Returns the agent's id of the session. */
export async function openAcpSession(conversation: AcpConversation, request: SessionRequest): Promise<string> {
  const { agent, patienceMs, cwd, settings, earlier } = request;
  const greeting = parseGreeting(await conversation.ask('initialize', clientInfo, patienceMs));
  if (greeting?.protocolVersion !== protocolVersion)
    throw new ProtocolMismatchError(
      `it speaks version ${greeting?.protocolVersion ?? '?'} of the protocol, not ${protocolVersion}`,
    );
  const place = { cwd: agent.folder?.(cwd) ?? cwd, mcpServers: [], ...(settings.meta ? { _meta: settings.meta } : {}) };
  if (earlier !== undefined) {
    if (greeting.agentCapabilities?.loadSession !== true) throw new SessionLostError('it cannot resume a session');
    const loaded = await conversation
      .ask('session/load', { ...place, sessionId: earlier }, patienceMs)
      .catch(throwLost);
    return configureSession(conversation, request, earlier, parseSession(loaded));
  }
  const offer = parseSession(await conversation.ask('session/new', place, patienceMs));
  if (offer.sessionId === undefined) throw new ProtocolMismatchError('it answered session/new without a session');
  return configureSession(conversation, request, offer.sessionId, offer);
}

const clientInfo = {
  protocolVersion,
  clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
  clientInfo: { name: 'harness', version: '1' },
};

function throwLost(error: unknown): never {
  throw new SessionLostError(error instanceof Error ? error.message : String(error));
}

async function configureSession(
  conversation: AcpConversation,
  request: SessionRequest,
  sessionId: string,
  offer: SessionOffer,
): Promise<string> {
  const { agent, mode, model, patienceMs } = request;
  const optionFor = (category: string) => offer.configOptions.find((one) => (one.category ?? one.id) === category);
  const choose = (configId: string, value: string) =>
    conversation.ask('session/set_config_option', { sessionId, configId, value }, patienceMs);

  const modes = offer.modes?.availableModes.map(({ id }) => id) ?? [];
  const [own, option] = [agent.modes[mode].find((id) => modes.includes(id)), optionFor('mode')];
  const listed = agent.modes[mode].find((id) => option?.options.includes(id));
  if (own !== undefined) await conversation.ask('session/set_mode', { sessionId, modeId: own }, patienceMs);
  else if (option && listed !== undefined) await choose(option.id, listed);

  const models = optionFor('model');
  if (models && model !== undefined && !isTier(model) && models.options.includes(model)) await choose(models.id, model);
  return sessionId;
}
