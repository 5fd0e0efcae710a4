/**
 * Implements the client side of the protocol with one process: sends requests, and handles the agent's updates and
 * requests.
 *
 *   N1. The client offers no files and no terminals. If the agent still requests them, the role's permissions decide.
 *   N2. Updates before `listen` are ignored: an agent repeats the whole session when it resumes it.
 *   N3. The conversation ends when the process has ended, even if another process keeps its output open.
 */

import { relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeFileWhole } from '../../checkout/file.ts';
import { withTimeout } from '../../process/with-timeout.ts';
import type { AgentEvent } from '../provider.ts';
import { mayUse, mayWriteFile, optionFor, type PermissionContext } from './permission.ts';
import type { AgentProcess } from './process.ts';
import { createStdoutFilter } from './stdout-filter.ts';
import { type AcpTranscript, deniedToolEvents, translateAcpUpdate } from './translate.ts';
import { parsePermission, parseUpdate, parseWrite, type ToolCall } from './wire.ts';

/** The last output of the process may still be on its way. */
const lastWordsMs = 100;

export interface AcpConversation {
  /** Rejects with the agent's error, after the timeout, or when the connection closes. */
  ask(method: string, params: unknown, patienceMs?: number): Promise<unknown>;
  notify(method: string, params: unknown): Promise<void>;
  listen(): void;
  garbage(): string;
}

export interface AcpListener {
  readonly bounds: PermissionContext;
  readonly heard: AcpTranscript;
  tell(events: readonly AgentEvent[]): void;
}

class RequestFailedError extends Error {
  override readonly name = 'RequestFailedError';
}

export async function openAcpConversation(process: AgentProcess, listener: AcpListener): Promise<AcpConversation> {
  const { client, ndJsonStream, methods, RequestError } = await import('@agentclientprotocol/sdk');
  const { bounds, heard, tell } = listener;
  const filter = createStdoutFilter();
  let isListening = false;
  const raw = (params: unknown) => params;
  const reportRefusal = (call: ToolCall) => {
    heard.denials++;
    heard.ended.add(call.toolCallId);
    tell(deniedToolEvents(call, bounds.cwd));
  };

  const connection = client({ name: 'harness' })
    .onNotification(methods.client.session.update, raw, ({ params }) => {
      if (!isListening) return;
      const update = parseUpdate(params);
      const events = update ? translateAcpUpdate(update, heard, bounds) : [];
      tell(events.length > 0 ? events : [{ type: 'alive' }]);
    })
    .onRequest(methods.client.session.requestPermission, raw, ({ params }) => {
      const permission = parsePermission(params);
      if (!permission) throw RequestError.invalidParams();
      const call = mergeToolCall(permission.toolCall, heard);
      const isAllowed = mayUse(bounds, call);
      if (!isAllowed) reportRefusal(call);
      const optionId = optionFor(permission, isAllowed);
      return { outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } };
    })
    .onRequest(methods.client.fs.writeTextFile, raw, async ({ params }) => {
      const write = parseWrite(params);
      if (!write) throw RequestError.invalidParams();
      if (!mayWriteFile(bounds, write.path)) {
        reportRefusal(toolCallFor('fs/write_text_file', write.path));
        throw RequestError.invalidRequest(undefined, 'this role may not write here');
      }
      await writeFileWhole(bounds.cwd, relative(bounds.cwd, write.path), write.content);
      return {};
    })
    .onRequest('*', ({ method }) => {
      if (method === methods.client.terminal.create) reportRefusal(toolCallFor(method, '.'));
      throw RequestError.methodNotFound(method);
    })
    .onNotification('*', () => undefined)
    .connect(ndJsonStream(process.input, process.output.pipeThrough(filter.stream) as ReadableStream<Uint8Array>));

  process.exited
    .then(() => delay(lastWordsMs))
    .then(
      () => connection.close(),
      () => undefined,
    );
  return {
    ask: (method, params, patienceMs) => answerInTime(method, patienceMs, connection.agent.request(method, params)),
    notify: (method, params) => connection.agent.notify(method, params),
    listen() {
      isListening = true;
    },
    garbage: filter.garbage,
  };
}

/** A permission request repeats only a part of the tool call. */
function mergeToolCall(requested: ToolCall, { tools }: AcpTranscript): ToolCall {
  const earlier = tools.get(requested.toolCallId);
  return {
    ...earlier,
    ...requested,
    name: requested.name ?? earlier?.name,
    kind: requested.kind ?? earlier?.kind,
    _meta: requested._meta ?? earlier?._meta,
    rawInput: requested.rawInput ?? earlier?.rawInput,
    locations: [...requested.locations, ...(earlier?.locations ?? [])],
    content: [...requested.content, ...(earlier?.content ?? [])],
  };
}

/** A file or terminal request has no tool call, so one is made up. */
const toolCallFor = (name: string, path: string): ToolCall => ({
  toolCallId: name,
  name,
  title: undefined,
  kind: undefined,
  status: undefined,
  locations: [{ path }],
  content: [],
  rawInput: undefined,
  _meta: undefined,
});

async function answerInTime<Value>(method: string, patienceMs: number | undefined, response: Promise<Value>) {
  if (patienceMs === undefined) return response;
  const answer = await withTimeout(response, patienceMs);
  if (!answer.came) throw new RequestFailedError(`no answer to ${method} within ${patienceMs} ms`);
  return answer.value;
}
