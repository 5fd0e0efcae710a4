/**
 * A model on loopback that speaks the Responses API and says what a test scripted.
 *
 *   M1. What is answered depends on what was asked (role, prompt, turn, what the tools said), never on how many requests
 *       came before: clients repeat, ask aside, and work at the same time.
 *   M2. What nobody scripted is refused, and the log says so. It never improvises.
 *   M3. Usage is what the prefix cache makes of the request, so that costs can be added up and compared.
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
  /** What the answer said was used; nothing when there was no whole answer. */
  readonly usage: Usage | null;
}

export interface ResponsesServer {
  /** What `OPENAI_BASE_URL` is set to. */
  readonly url: string;
  /** Every call of the model. */
  readonly log: readonly Logged[];
  /** Whatever else was asked: `GET /v1/models`, a WebSocket. */
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
      return trouble(outgoing, fault, response);
    }
    note(200, usageOf(response));
    return request.stream ? streamed(outgoing, response, found.turn.pauseMs) : document(outgoing, 200, response);
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

async function streamed(outgoing: ServerResponse, response: Response, pauseMs = 0): Promise<void> {
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of eventsOf(response)) {
    if (pauseMs > 0) await delay(pauseMs);
    outgoing.write(sse(event));
  }
  outgoing.end();
}

function trouble(outgoing: ServerResponse, { is, retryAfterS, resetsAtS }: Fault, response: Response): void {
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
    outgoing.write(beginning); // what it holds open ends with the server, or with the client
  else if (is === 'garbage') outgoing.end('<html>this is no stream</html>\n\ndata: {"type":\n\n');
  else outgoing.write(beginning, () => outgoing.destroy());
}
