/**
 * Sends requests to GitHub with Octokit, for the forge and the tracker.
 *
 *   H1. Repeated reads use the ETag: an unchanged response does not count for the rate limit.
 *   H2. No request is retried here: an interrupted write may have happened, so the caller must check first. Octokit's
 *       retry and throttling plugins are not used, because they retry and cannot be aborted.
 *   H3. Every response is validated by a schema. Octokit reports a truncated body as an empty text and a success.
 *   H4. The token is sent only to the host of its API, never to a host in a link.
 *   H5. Every response has a timeout, by our own timer: on Node 20, `AbortSignal.timeout` within `AbortSignal.any` is
 *       garbage collected before it fires.
 */
import { request as octokit } from '@octokit/request';
import type * as z from 'zod';
import { type HubFailure, isRedirect, toHubFailure } from './response-error.ts';

export interface Access {
  readonly api: string;
  readonly token: string;
  /** Timeout per response in milliseconds; default: 30,000. */
  readonly patienceMs?: number;
}

interface ClientOptions {
  /** Whether a redirect is a failure: a write that follows one becomes a read. Default: it is followed. */
  readonly refusesRedirects?: true;
}

type Params = Readonly<Record<string, unknown>>;

export interface Client {
  get<Value>(type: z.ZodType<Value>, route: string, params: Params, signal: AbortSignal): Promise<Value>;
  /** Reads all pages. `pick` returns the rows of one page. */
  list<Page, Row>(
    type: z.ZodType<Page>,
    pick: (page: Page) => readonly Row[],
    route: string,
    params: Params,
    signal: AbortSignal,
  ): Promise<readonly Row[]>;
  send<Value>(type: z.ZodType<Value>, route: string, params: Params, signal: AbortSignal): Promise<Value>;
  /** Sends a request whose response is not read and may be empty. */
  tell(route: string, params: Params, signal: AbortSignal): Promise<void>;
  text(route: string, params: Params, signal: AbortSignal): Promise<string>;
}

interface GitHubResponse {
  readonly status: number;
  readonly data: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Limit for a server that links pages in a circle. */
const maxPages = 100;
const maxCached = 500;
const pageSize = 100;

/** `fail` makes the error of the caller. */
export function gitHubClient(
  { api, token, patienceMs = 30_000 }: Access,
  fail: (failure: HubFailure) => Error,
  { refusesRedirects }: ClientOptions = {},
): Client {
  const base = api.replace(/\/+$/, '');
  const cache = new Map<string, GitHubResponse & { readonly etag: string }>();
  const ask = async (route: string, params: Params, signal: AbortSignal): Promise<GitHubResponse> => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new DOMException('no answer in time', 'TimeoutError')), patienceMs);
    const ends = AbortSignal.any([signal, late.signal]);
    const headers = {
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      'user-agent': 'harness',
      authorization: `token ${token}`,
      ...(params['headers'] as object | undefined),
    };
    try {
      const answer = (await octokit(route, {
        ...params,
        headers,
        baseUrl: base,
        request: { signal: ends, ...(refusesRedirects ? { redirect: 'manual' } : {}) },
      })) as GitHubResponse;
      signal.throwIfAborted(); // an aborted response looks like a short one
      if (isRedirect(answer.status)) throw fail({ is: 'not-found', status: answer.status, detail: 'it was moved' });
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      throw toError(error, fail);
    } finally {
      clearTimeout(timer);
    }
  };
  const read = async (route: string, params: Params, signal: AbortSignal): Promise<GitHubResponse> => {
    const { url } = octokit.endpoint(route, { ...params, baseUrl: base });
    const known = cache.get(url);
    try {
      return await ask(route, known ? { ...params, headers: { 'if-none-match': known.etag } } : params, signal);
    } catch (error) {
      if (known !== undefined && error instanceof NotModified) return known;
      throw error;
    }
  };
  const readPage = async <Value>(
    type: z.ZodType<Value>,
    route: string,
    params: Params,
    signal: AbortSignal,
    size: (value: Value) => number = () => 1,
  ): Promise<{ readonly value: Value; readonly next: string | null }> => {
    const answer = await read(route, params, signal);
    // Cache only a valid response: a truncated one has the ETag of the whole one.
    const value = readAs(type, answer.data, route, fail);
    const next = nextOf(answer, base, fail);
    const { url } = octokit.endpoint(route, { ...params, baseUrl: base });
    const { etag } = answer.headers;
    // Do not cache a full last page: it stays the same when the next page appears.
    const isFull = next === null && size(value) >= pageSize;
    if (typeof etag === 'string' && !isFull) addToCache(cache, url, { ...answer, data: value, etag });
    return { value, next };
  };
  return {
    get: async (type, route, params, signal) => (await readPage(type, route, params, signal)).value,
    send: async (type, route, params, signal) => readAs(type, (await ask(route, params, signal)).data, route, fail),
    tell: async (route, params, signal) => void (await ask(route, params, signal)),
    text: async (route, params, signal) => String((await ask(route, params, signal)).data),
    async list(type, pick, route, params, signal) {
      const rows = [];
      let at: string | null = route;
      for (let count = 0; at !== null && count < maxPages; count++) {
        const asked: Params = count === 0 ? { ...params, per_page: pageSize } : {};
        const page: { value: Parameters<typeof pick>[0]; next: string | null } = await readPage(
          ...([type, at, asked, signal] as const),
          (value) => pick(value).length,
        );
        rows.push(...pick(page.value));
        at = page.next;
      }
      return rows;
    },
  };
}

function addToCache<Value>(cache: Map<string, Value>, url: string, answer: Value): void {
  cache.delete(url);
  cache.set(url, answer);
  const [oldest] = cache.keys();
  if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
}

class NotModified extends Error {}

/** Converts an error of Octokit: a response with a status, or the reason for its absence. */
function toError(error: unknown, fail: (failure: HubFailure) => Error): Error {
  const { status, response, message } = error as {
    status?: number;
    response?: { headers: Record<string, unknown> };
    message: string;
  };
  if (status === 304) return new NotModified();
  if (status !== undefined && response !== undefined)
    return fail(toHubFailure({ status, headers: response.headers, message }, Date.now()));
  if (status !== undefined || (error as Error).name === 'TimeoutError')
    return fail({ is: 'unavailable', detail: message });
  return error as Error;
}

function readAs<Value>(
  type: z.ZodType<Value>,
  data: unknown,
  route: string,
  fail: (failure: HubFailure) => Error,
): Value {
  if (typeof data === 'string' || data === undefined)
    throw fail({ is: 'unavailable', detail: `the answer to ${route} was cut off` });
  const result = type.safeParse(data);
  if (result.success) return result.data;
  const problem = result.error.issues[0];
  throw fail({ is: 'unreadable', detail: `${route}: ${problem?.path.join('.')} ${problem?.message}` });
}

function nextOf({ headers }: GitHubResponse, base: string, fail: (failure: HubFailure) => Error): string | null {
  const next = /<([^<>]+)>;\s*rel="next"/.exec(String(headers['link'] ?? ''))?.[1];
  if (next === undefined) return null;
  if (new URL(next).origin !== new URL(base).origin)
    throw fail({ is: 'unreadable', detail: `the next page is on another host: ${new URL(next).origin}` });
  return `GET ${next}`;
}
