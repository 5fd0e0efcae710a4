/** The control server as a function from a request to an answer: routes from the table, bodies by their schemas, one form of refusal. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ControlRefusal } from '@harness/core/control/refusal';
import type { Route } from '@harness/core/control/routes';
import { keyRedactor } from '@harness/effects/secret/redactor';
import { readJson } from '@harness/engine/store/durable-file';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { truncateToColumns } from '../render/printable.ts';
import { findRun } from '../runs/read-runs.ts';
import type { EventStreams } from './event-streams.ts';
import { createHandlers, type HandlerContext } from './handlers.ts';
import { toRefusalResponse } from './refusal-response.ts';
import { routeTable, workflowRoutes } from './route-table.ts';

/** What was wrong is named by what was sent, which may be long. */
const mostDetail = 500;

type Bindings = {
  readonly incoming: IncomingMessage & { readonly rawBody: Buffer };
  readonly outgoing: ServerResponse;
};
type Asked = Context<{ Bindings: Bindings }>;
type Handler = (request: { params: Record<string, string>; query: Record<string, string>; body: unknown }) => unknown;

export function createApp(premises: HandlerContext, streams: EventStreams): OpenAPIHono<{ Bindings: Bindings }> {
  const app = new OpenAPIHono<{ Bindings: Bindings }>({ strict: true });
  const { controls, store } = premises;
  const routes = routeTable(controls);
  const handlers = createHandlers(premises) as unknown as Readonly<Record<string, Handler>>;
  const added = workflowRoutes(controls);
  for (const [name, route] of Object.entries(routes)) {
    const own = added[name];
    const handle: Handler = own ? (request) => own.handle(request, store) : (handlers[name] as Handler);
    app.on(route.method.toUpperCase(), route.path, async (asked) =>
      name === 'events' ? sendEvents(asked, premises, streams) : answered(asked, route, handle),
    );
  }
  app.notFound((asked) => refusal(asked, elsewhere(asked, Object.values(routes))));
  app.onError((error, asked) => refusal(asked, error));
  return app;
}

async function answered(asked: Asked, route: Route, handle: Handler): Promise<Response> {
  const body = route.body ? bodyOf(asked, route.body) : undefined;
  const document = await handle({
    params: asked.req.param() as Record<string, string>,
    query: asked.req.query(),
    body,
  });
  return asked.json(keyRedactor().deep(document) as object, route.status);
}

/** A route that takes nothing may be sent nothing. */
function bodyOf(asked: Asked, schema: NonNullable<Route['body']>): unknown {
  const text = asked.env.incoming.rawBody.toString('utf8');
  const read = schema.safeParse(text.trim() === '' ? {} : readJson(text));
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
  throw new ControlRefusal('control.unreadable', { detail: truncateToColumns(problems.join('; '), mostDetail) });
}

async function sendEvents(asked: Asked, { store }: HandlerContext, streams: EventStreams): Promise<Response> {
  const run = await findRun(store, asked.req.param('id') ?? '');
  if (asked.req.method === 'HEAD') return asked.body(null, 200, { 'content-type': 'text/event-stream' });
  await streams.send(run, asked.req.header('last-event-id'), asked.env.outgoing);
  return RESPONSE_ALREADY_SENT;
}

/** A path that is there for another method says for which. */
function elsewhere(asked: Asked, routes: readonly Route[]): ControlRefusal {
  const known = routes.flatMap(({ method, path }) => (patternOf(path).test(asked.req.path) ? [methodsOf[method]] : []));
  return known.length > 0
    ? new ControlRefusal('control.method', { known: known.join(', ') })
    : new ControlRefusal('control.unknown');
}

const methodsOf = { get: 'GET, HEAD', post: 'POST' } as const;
const patternOf = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`);

function refusal(asked: Asked, error: unknown): Response {
  const { status, body } = toRefusalResponse(error, asked.req.query('lang'));
  const allow =
    error instanceof ControlRefusal && error.code === 'control.method' ? { allow: String(error.params['known']) } : {};
  return asked.json(body, status as 400, allow);
}
