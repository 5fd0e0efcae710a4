/**
 * Runs a stand-in for GitHub on loopback: pull requests over a real bare repository, with the shapes of the real API.
 *
 *   S1. Every response has an ETag and rate limit headers; an unchanged one is 304 and does not count.
 *   S2. Lists have pages, linked as in the real API.
 *   S3. A test adds faults for the requests that it names; every request is logged.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Fault, faultResponses } from './fault.ts';
import type { Reply } from './reply.ts';
import { routes } from './routes.ts';
import { type HubState, newState } from './state.ts';

export interface Logged {
  /** `GET /repos/acme/app/pulls/1`. */
  readonly what: string;
  readonly status: number;
}

export interface GitHubServer {
  /** Value of `GITHUB_API_URL`. */
  readonly url: string;
  readonly state: HubState;
  readonly log: Logged[];
  /** Number of requests that count for the rate limit. */
  readonly used: number;
  /** The next `times` requests that match get this fault, after the first `after` ones. */
  trouble(what: RegExp, fault: Fault, times?: number, after?: number): void;
  /** Runs `act` just before the next matching request is handled, to simulate a race. */
  before(what: RegExp, act: () => unknown): void;
  close(): Promise<void>;
}

interface Trouble {
  readonly what: RegExp;
  readonly fault: Fault;
  times: number;
  after: number;
}

export async function gitHubServer(bare: string, token: string): Promise<GitHubServer> {
  const state = newState(bare);
  const log: Logged[] = [];
  const troubles: Trouble[] = [];
  const limit = { used: 0 };
  const interruptions: { readonly what: RegExp; act(): unknown }[] = [];
  const server = createServer((request, response) => {
    const at = interruptions.findIndex(({ what }) => what.test(`${request.method} ${request.url}`));
    if (at !== -1) interruptions.splice(at, 1)[0]?.act();
    const fault = faultFor(troubles, request);
    answer(request, response, { state, token, fault, limit })
      .then((status) => log.push({ what: `${request.method} ${request.url}`, status }))
      .catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    log,
    get used() {
      return limit.used;
    },
    trouble: (what, fault, times = 1, after = 0) => void troubles.push({ what, fault, times, after }),
    before: (what, act) => void interruptions.push({ what, act }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function faultFor(troubles: readonly Trouble[], { method, url = '' }: IncomingMessage): Fault | null {
  const found = troubles.find(({ what, times }) => times > 0 && what.test(`${method} ${url}`));
  if (found === undefined) return null;
  if (found.after-- > 0) return null;
  found.times--;
  return found.fault;
}

interface Situation {
  readonly state: HubState;
  readonly token: string;
  readonly fault: Fault | null;
  readonly limit: { used: number };
}

/** Returns the status; 0 if the connection was cut. */
async function answer(request: IncomingMessage, response: ServerResponse, situation: Situation): Promise<number> {
  const { fault, limit, token } = situation;
  const body = await text(request);
  if (fault === 'cut-before') return cut(response);
  const faultResponse =
    request.headers.authorization === `token ${token}`
      ? faultResponses[fault ?? 'silence']
      : faultResponses.unauthorized;
  if (faultResponse !== undefined) {
    const { status, type, text: page, headers } = faultResponse(Date.now(), situation.state.limitEndsAfterS);
    response.writeHead(status, { 'content-type': type, ...headers }).end(page);
    return status;
  }
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
  const reply = replyTo(request, url, body, situation);
  const { data, status, link } = paged(reply, url);
  if (fault === 'cut-after') return cut(response);
  if (fault === 'silence') return 0;
  if (reply.text !== undefined) {
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(reply.text);
    return status;
  }
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  if (status === 204) {
    limit.used++;
    response.writeHead(204).end();
    return 204;
  }
  const page = JSON.stringify(data);
  const etag = `W/"${createHash('sha256').update(page).digest('hex')}"`;
  const isSame = request.method === 'GET' && request.headers['if-none-match'] === etag;
  if (!isSame) limit.used++;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('x-ratelimit-limit', '5000');
  response.setHeader('x-ratelimit-remaining', String(5_000 - limit.used));
  response.setHeader('x-ratelimit-reset', String(Math.ceil(Date.now() / 1_000) + 3_600));
  if (status < 300) response.setHeader('etag', etag);
  if (link !== null) response.setHeader('link', link);
  if (fault === 'cut-within') {
    response.writeHead(status, { 'content-length': page.length + 100 }).write(page.slice(0, page.length / 2));
    return cut(response);
  }
  response.writeHead(isSame ? 304 : status).end(isSame ? undefined : page);
  return isSame ? 304 : status;
}

function cut(response: ServerResponse): number {
  setImmediate(() => response.destroy()); // sends the written part first
  return 0;
}

function replyTo(
  { method }: IncomingMessage,
  { pathname, origin, searchParams }: URL,
  body: string,
  { state }: Situation,
): Reply {
  for (const [pattern, route] of routes) {
    const found = pattern.exec(`${method} ${decodeURIComponent(pathname)}`);
    if (found === null) continue;
    const read = body === '' ? {} : (JSON.parse(body) as Readonly<Record<string, unknown>>);
    const reply = route({ state, url: origin, params: found.slice(1), query: searchParams, body: read });
    if (reply !== null) return reply;
  }
  return { status: 404, data: { message: 'Not Found' } };
}

function paged({ status, data, rows, wrap }: Reply, url: URL) {
  if (rows === undefined || wrap === undefined) return { status, data, link: null };
  const size = Math.min(100, Number(url.searchParams.get('per_page') ?? 30));
  const page = Number(url.searchParams.get('page') ?? 1);
  const next = new URL(url);
  next.searchParams.set('page', String(page + 1));
  const isLast = page * size >= rows.length;
  return {
    status,
    data: wrap(rows.slice((page - 1) * size, page * size)),
    link: isLast ? null : `<${next.href}>; rel="next", <${next.href}>; rel="last"`,
  };
}
