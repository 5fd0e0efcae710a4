/**
 * Runs a scripted model with the Responses API on loopback.
 *
 *   M1. The answer depends on the request (role, prompt, turn, tool outputs), never on the number of requests before:
 *       clients repeat requests, send extra ones, and run in parallel.
 *   M2. An unscripted request is refused and logged.
 *   M3. The usage follows from the prefix cache, so that costs can be added up and compared.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Usage } from '@harness/core/budget/usage';
import { prefixCache } from './cache.ts';
import { errorOf, type Fault, failures, isFailure, isStatus, statuses } from './fault.ts';
import { type Heading, headingOf, type ResponsesRequest, readRequest } from './request.ts';
import { beginningOf, eventsOf, type Response, responseOf, sse } from './stream.ts';
import { type Answer, turnFor } from './turn.ts';

export interface Logged extends Heading {
  readonly request: ResponsesRequest;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly status: number;
  /** Usage in the response; `null` if it was not complete. */
  readonly usage: Usage | null;
}

export interface ResponsesServer {
  /** Value of `OPENAI_BASE_URL`. */
  readonly url: string;
  /** All calls of the model. */
  readonly log: readonly Logged[];
  /** All other requests: `GET /v1/models`, a WebSocket. */
  readonly strays: readonly string[];
  close(): Promise<void>;
}

export async function responsesServer(answers: readonly Answer[]): Promise<ResponsesServer> {
  const log: Logged[] = [];
  const strays: string[] = [];
  const respond = responder(answers, log, strays);
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.on('upgrade', ({ url }, socket) => {
    strays.push(`UPGRADE ${url}`);
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    log,
    strays,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function responder(answers: readonly Answer[], log: Logged[], strays: string[]) {
  const cache = prefixCache();
  const uses = new Map<Answer, number>();
  const used = (answer: Answer) => uses.get(answer) ?? 0;
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    if (incoming.method !== 'POST' || incoming.url !== '/v1/responses') {
      strays.push(`${incoming.method} ${incoming.url}`);
      return document(outgoing, 404, {});
    }
    const request = readRequest(await text(incoming));
    const heading = headingOf(request);
    const note = (status: number, usage: Usage | null = null) =>
      void log.push({ ...heading, request, headers: incoming.headers, status, usage });
    const found = turnFor(answers, heading, used);
    if (!found) {
      note(400);
      const message = `unscripted: ${JSON.stringify(heading)}`;
      return document(outgoing, 400, { error: errorOf({ type: 'invalid_request_error', code: null, message }) });
    }
    uses.set(found.answer, used(found.answer) + 1);
    const response = responseOf(found.turn, request.model, cache.take(request));
    const { fault } = found.turn;
    if (fault) {
      note(isStatus(fault.is) ? statuses[fault.is].status : 200);
      return sendFault(outgoing, fault, response);
    }
    note(200, usageOf(response));
    return request.stream ? sendStream(outgoing, response, found.turn.pauseMs) : document(outgoing, 200, response);
  };
}

function usageOf({ usage }: Response): Usage {
  const { cached_tokens } = usage['input_tokens_details'] as { cached_tokens: number };
  const input = Number(usage['input_tokens']) - cached_tokens;
  return { input, output: Number(usage['output_tokens']), cacheRead: cached_tokens, cacheWrite: 0 };
}

function document(outgoing: ServerResponse, status: number, value: object, headers: Record<string, string> = {}): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
  outgoing.end(JSON.stringify(value));
}

async function sendStream(outgoing: ServerResponse, response: Response, pauseMs = 0): Promise<void> {
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of eventsOf(response)) {
    if (pauseMs > 0) await delay(pauseMs);
    outgoing.write(sse(event));
  }
  outgoing.end();
}

function sendFault(outgoing: ServerResponse, { is, retryAfterS, resetsAtS }: Fault, response: Response): void {
  if (isStatus(is)) {
    const headers: Record<string, string> = retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) };
    document(outgoing, statuses[is].status, { error: errorOf(statuses[is], resetsAtS) }, headers);
    return;
  }
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
  const beginning = eventsOf(response).slice(0, 3).map(sse).join('');
  if (isFailure(is)) {
    const failed = { ...response, status: 'failed', output: [], usage: null, error: errorOf(failures[is]) };
    outgoing.end(sse(beginningOf(response)) + sse({ type: 'response.failed', response: failed }));
  } else if (is === 'silence')
    outgoing.write(beginning); // stays open until the server or the client closes it
  else if (is === 'garbage') outgoing.end('<html>this is no stream</html>\n\ndata: {"type":\n\n');
  else outgoing.write(beginning, () => outgoing.destroy());
}
