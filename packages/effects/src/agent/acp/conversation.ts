/**
 * The client's side of the protocol with one process: it asks, listens, and answers what it is asked.
 *
 *   N1. No files and no terminals are offered. An agent that asks for them all the same is answered by what its role may.
 *   N2. What is said before it is listened to is not heard: an agent that goes on with a session tells the whole of it again.
 *   N3. It is over when the process has ended, whoever still holds its output.
 */
import { relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeFileWhole } from '../../checkout/file.ts';
import type { AgentEvent } from '../provider.ts';
import { type Bounds, mayUse, mayWrite, optionFor } from './permission.ts';
import type { AgentProcess } from './process.ts';
import { createStdoutFilter } from './stdout-filter.ts';
import { type AcpTranscript, deniedToolEvents, translateAcpUpdate } from './translate.ts';
import { parsePermission, parseUpdate, parseWrite, type ToolCall } from './wire.ts';

/** What it printed before it ended may still be on its way. */
const lastWordsMs = 100;

export interface AcpConversation {
  /** Rejects with the agent's error, or because nobody answered in time or ever will. */
  ask(method: string, params: unknown, patienceMs?: number): Promise<unknown>;
  notify(method: string, params: unknown): Promise<void>;
  listen(): void;
  garbage(): string;
}

export interface AcpListener {
  readonly bounds: Bounds;
  readonly heard: AcpTranscript;
  tell(events: readonly AgentEvent[]): void;
}

class RequestFailedError extends Error {
  override readonly name = 'Unanswered';
}

export async function openConversation(process: AgentProcess, listener: AcpListener): Promise<AcpConversation> {
  const { client, ndJsonStream, methods, RequestError } = await import('@agentclientprotocol/sdk');
  const { bounds, heard, tell } = listener;
  const sieve = createStdoutFilter();
  let isListening = false;
  const raw = (params: unknown) => params;
  const refuse = (call: ToolCall) => {
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
      const call = known(permission.toolCall, heard);
      const isAllowed = mayUse(bounds, call);
      if (!isAllowed) refuse(call);
      const optionId = optionFor(permission, isAllowed);
      return { outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } };
    })
    .onRequest(methods.client.fs.writeTextFile, raw, async ({ params }) => {
      const writing = parseWrite(params);
      if (!writing) throw RequestError.invalidParams();
      if (!mayWrite(bounds, writing.path)) {
        refuse(unasked('fs/write_text_file', writing.path));
        throw RequestError.invalidRequest(undefined, 'this role may not write here');
      }
      await writeFileWhole(bounds.cwd, relative(bounds.cwd, writing.path), writing.content);
      return {};
    })
    .onRequest('*', ({ method }) => {
      if (method === methods.client.terminal.create) refuse(unasked(method, '.'));
      throw RequestError.methodNotFound(method);
    })
    .onNotification('*', () => undefined)
    .connect(ndJsonStream(process.input, process.output.pipeThrough(sieve.stream) as ReadableStream<Uint8Array>));

  process.exited
    .then(() => delay(lastWordsMs))
    .then(
      () => connection.close(),
      () => undefined,
    );
  return {
    ask: (method, params, patienceMs) => patiently(method, patienceMs, connection.agent.request(method, params)),
    notify: (method, params) => connection.agent.notify(method, params),
    listen() {
      isListening = true;
    },
    garbage: sieve.garbage,
  };
}

/** A request repeats only a part of what is known of the tool. */
function known(asked: ToolCall, { tools }: AcpTranscript): ToolCall {
  const earlier = tools.get(asked.toolCallId);
  return {
    ...earlier,
    ...asked,
    name: asked.name ?? earlier?.name,
    kind: asked.kind ?? earlier?.kind,
    _meta: asked._meta ?? earlier?._meta,
    rawInput: asked.rawInput ?? earlier?.rawInput,
    locations: [...asked.locations, ...(earlier?.locations ?? [])],
    content: [...asked.content, ...(earlier?.content ?? [])],
  };
}

/** What an agent does through its client has no name of its own. */
const unasked = (name: string, path: string): ToolCall => ({
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

async function patiently<Value>(
  method: string,
  patienceMs: number | undefined,
  coming: Promise<Value>,
): Promise<Value> {
  if (patienceMs === undefined) return coming;
  const timer = new AbortController();
  const late = delay(patienceMs, undefined, { signal: timer.signal }).then(() => {
    throw new RequestFailedError(`no answer to ${method} within ${patienceMs} ms`);
  });
  late.catch(() => undefined); // cancelled: the answer came in time
  return Promise.race([coming, late]).finally(() => timer.abort());
}
