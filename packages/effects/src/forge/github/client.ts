/**
 * Asks GitHub, by Octokit's request.
 *
 *   H1. What was read before is asked for by its ETag: an answer that did not change costs nothing of the rate limit.
 *   H2. Nothing is repeated here: a write that was cut off may have happened, and who asked must look first. (That is why
 *       Octokit's plugins for retries and throttling are not used: they repeat, and they cannot be ended.)
 *   H3. Every answer is read by a schema. Octokit takes a body that was cut off for an empty text and calls it success.
 *   H4. The token goes to the API that it is meant for, and to no other host that a link names.
 *   H5. No answer is waited for longer than the patience. (By a timer of our own: `AbortSignal.timeout` within `AbortSignal.any`
 *       is collected as garbage before it fires, on Node 20, and the wait has no end.)
 */
import { request as octokit } from '@octokit/request';
import type * as z from 'zod';
import { ForgeError } from '../forge-error.ts';
import { toForgeFailure } from './response-error.ts';

export interface Access {
  readonly api: string;
  readonly token: string;
  /** How long one answer may take. */
  readonly patienceMs?: number;
}

type Params = Readonly<Record<string, unknown>>;

export interface Client {
  get<Value>(type: z.ZodType<Value>, route: string, params: Params, signal: AbortSignal): Promise<Value>;
  /** All pages. `pick` finds the rows of one. */
  list<Page, Row>(
    type: z.ZodType<Page>,
    pick: (page: Page) => readonly Row[],
    route: string,
    params: Params,
    signal: AbortSignal,
  ): Promise<readonly Row[]>;
  send<Value>(type: z.ZodType<Value>, route: string, params: Params, signal: AbortSignal): Promise<Value>;
  /** What is no document but plain text. */
  text(route: string, params: Params, signal: AbortSignal): Promise<string>;
}

interface Answer {
  readonly data: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** More pages than anybody reads: a server that links in a circle is not followed for ever. */
const mostPages = 100;
const mostKept = 500;
const pageSize = 100;

export function gitHubClient({ api, token, patienceMs = 30_000 }: Access): Client {
  const base = api.replace(/\/+$/, '');
  const kept = new Map<string, Answer & { readonly etag: string }>();
  const ask = async (route: string, params: Params, signal: AbortSignal): Promise<Answer> => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new DOMException('no answer in time', 'TimeoutError')), patienceMs);
    const ends = AbortSignal.any([signal, late.signal]);
    const headers = {
      ...{ accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28', 'user-agent': 'harness' },
      ...{ authorization: `token ${token}`, ...(params['headers'] as object | undefined) },
    };
    try {
      const answer = (await octokit(route, { ...params, headers, baseUrl: base, request: { signal: ends } })) as Answer;
      signal.throwIfAborted(); // an answer that an abort cut off looks like a short one
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      throw understood(error);
    } finally {
      clearTimeout(timer);
    }
  };
  const read = async (route: string, params: Params, signal: AbortSignal): Promise<Answer> => {
    const { url } = octokit.endpoint(route, { ...params, baseUrl: base });
    const known = kept.get(url);
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
    // Kept only when it could be read: an answer that was cut off has the ETag of the whole one.
    const value = readAs(type, answer.data, route);
    const next = nextOf(answer, base);
    const { url } = octokit.endpoint(route, { ...params, baseUrl: base });
    const { etag } = answer.headers;
    // A last page that is full does not change when the next one begins: it must be asked for anew.
    const isFull = next === null && size(value) >= pageSize;
    if (typeof etag === 'string' && !isFull) keep(kept, url, { ...answer, etag });
    return { value, next };
  };
  return {
    get: async (type, route, params, signal) => (await readPage(type, route, params, signal)).value,
    send: async (type, route, params, signal) => readAs(type, (await ask(route, params, signal)).data, route),
    text: async (route, params, signal) => String((await ask(route, params, signal)).data),
    async list(type, pick, route, params, signal) {
      const rows = [];
      let at: string | null = route;
      for (let count = 0; at !== null && count < mostPages; count++) {
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

function keep<Value>(kept: Map<string, Value>, url: string, answer: Value): void {
  kept.delete(url);
  kept.set(url, answer);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
}

class NotModified extends Error {}

/** What Octokit throws: an answer with a status, or what kept it from having one. */
function understood(error: unknown): Error {
  const { status, response, message } = error as {
    status?: number;
    response?: { headers: Record<string, unknown> };
    message: string;
  };
  if (status === 304) return new NotModified();
  if (status !== undefined && response !== undefined)
    return toForgeFailure({ status, headers: response.headers, message }, Date.now());
  if (status !== undefined || (error as Error).name === 'TimeoutError')
    return new ForgeError('forge.unavailable', { detail: message });
  return error as Error;
}

function readAs<Value>(type: z.ZodType<Value>, data: unknown, route: string): Value {
  if (typeof data === 'string' || data === undefined)
    throw new ForgeError('forge.unavailable', { detail: `the answer to ${route} was cut off` });
  const result = type.safeParse(data);
  if (result.success) return result.data;
  const problem = result.error.issues[0];
  throw new ForgeError('forge.unreadable', { detail: `${route}: ${problem?.path.join('.')} ${problem?.message}` });
}

function nextOf({ headers }: Answer, base: string): string | null {
  const next = /<([^<>]+)>;\s*rel="next"/.exec(String(headers['link'] ?? ''))?.[1];
  if (next === undefined) return null;
  if (new URL(next).origin !== new URL(base).origin)
    throw new ForgeError('forge.unreadable', { detail: `the next page is said to be at ${new URL(next).origin}` });
  return `GET ${next}`;
}
