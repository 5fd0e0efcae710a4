/**
 * Runs a scripted model with the Messages API on loopback.
 *
 *   M1. The answer depends on the request (role, prompt, turn), never on the number of requests before: clients repeat
 *       requests, send extra ones, and run in parallel.
 *   M2. An unscripted request is refused and logged.
 *   M3. Too many breakpoints are refused as by the API.
 *   M4. The usage follows from the prefix cache, so that costs can be added up and compared.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Usage } from '@harness/core/budget/usage';
import { prefixCache } from './cache.ts';
import { type Broken, type Fault, headersOf, isBroken, statuses } from './fault.ts';
import { breakpointsIn, type Heading, headingOf, type MessagesRequest, readRequest } from './request.ts';
import { eventsOf, type Message, messageOf, sse } from './stream.ts';
import { type Answer, turnFor } from './turn.ts';

export interface Logged extends Heading {
  readonly request: MessagesRequest;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly status: number;
  /** Usage in the response; `null` if it was not complete. */
  readonly usage: Usage | null;
}

export interface MessagesServer {
  /** Value of `ANTHROPIC_BASE_URL`. */
  readonly url: string;
  readonly log: readonly Logged[];
  close(): Promise<void>;
}

export async function messagesServer(answers: readonly Answer[]): Promise<MessagesServer> {
  const log: Logged[] = [];
  const respond = responder(answers, log);
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const mostBreakpoints = 4;

function responder(answers: readonly Answer[], log: Logged[]) {
  const cache = prefixCache();
  const uses = new Map<Answer, number>();
  const used = (answer: Answer) => uses.get(answer) ?? 0;
  return async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isCall = incoming.method === 'POST' && /^\/v1\/messages(\?|$)/.test(incoming.url ?? '');
    if (!isCall) return document(response, incoming.method === 'HEAD' ? 200 : 404, {});
    const request = readRequest(await text(incoming));
    const heading = headingOf(request);
    const note = (status: number, usage: Usage | null = null) =>
      void log.push({ ...heading, request, headers: incoming.headers, status, usage });
    const found = turnFor(answers, heading, used);
    if (!found) {
      note(400);
      return document(response, 400, errorOf('invalid_request_error', `unscripted: ${JSON.stringify(heading)}`));
    }
    const breakpoints = breakpointsIn(request);
    if (breakpoints > mostBreakpoints) {
      note(400);
      const detail = `A maximum of ${mostBreakpoints} blocks with cache_control may be provided. Found ${breakpoints}.`;
      return document(response, 400, errorOf('invalid_request_error', detail));
    }
    uses.set(found.answer, used(found.answer) + 1);
    const message = () => messageOf(found.turn, request.model, cache.take(request));
    const { fault } = found.turn;
    if (fault) {
      note(isBroken(fault.is) ? 200 : statuses[fault.is].status);
      return sendFault(response, fault, message);
    }
    const whole = message();
    note(200, usageOf(whole));
    return request.stream ? sendStream(response, whole) : document(response, 200, whole);
  };
}

const usageOf = ({ usage }: Message): Usage => ({
  input: Number(usage['input_tokens']),
  output: Number(usage['output_tokens']),
  cacheRead: Number(usage['cache_read_input_tokens']),
  cacheWrite: Number(usage['cache_creation_input_tokens']),
});

const errorOf = (type: string, message: string) => ({ type: 'error', error: { type, message } });

function document(response: ServerResponse, status: number, value: object, headers: OutgoingHttpHeaders = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

function sendStream(response: ServerResponse, message: Message): void {
  begin(response);
  for (const event of eventsOf(message)) response.write(sse(event));
  response.end();
}

function sendFault(response: ServerResponse, fault: Fault, message: () => Message): void {
  const { is } = fault;
  if (isBroken(is)) {
    broken[is](response, () => eventsOf(message()).slice(0, 3).map(sse).join(''));
    return;
  }
  const { status, type, message: text } = statuses[is];
  document(response, status, errorOf(type, text), headersOf(fault));
}

const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });

/** `beginning` is the part of the stream that still arrives. */
const broken: Readonly<Record<Broken, (response: ServerResponse, beginning: () => string) => void>> = {
  cut: (response, beginning) => void begin(response).write(beginning(), () => response.destroy()),
  garbage: (response) => void begin(response).end('<html>this is no stream</html>\n\ndata: {"type":\n\n'),
  silence: (response, beginning) => void begin(response).write(beginning()), // ends with the server or the client
};
