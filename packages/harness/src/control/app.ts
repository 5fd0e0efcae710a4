/** Creates the Hono app of the control server: routes from the table, bodies checked by their schemas, one format for refusals. */
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

/** A validation message quotes the request body, which may be long. */
const maxDetailColumns = 500;

type Bindings = {
  readonly incoming: IncomingMessage & { readonly rawBody: Buffer };
  readonly outgoing: ServerResponse;
};
type RequestContext = Context<{ Bindings: Bindings }>;
type Handler = (request: { params: Record<string, string>; query: Record<string, string>; body: unknown }) => unknown;

export function createApp(handlerContext: HandlerContext, streams: EventStreams): OpenAPIHono<{ Bindings: Bindings }> {
  const app = new OpenAPIHono<{ Bindings: Bindings }>({ strict: true });
  const { controls, store } = handlerContext;
  const routes = routeTable(controls);
  const handlers = createHandlers(handlerContext) as unknown as Readonly<Record<string, Handler>>;
  const added = workflowRoutes(controls);
  for (const [name, route] of Object.entries(routes)) {
    const workflowRoute = added[name];
    const handle: Handler = workflowRoute
      ? (request) => workflowRoute.handle(request, store)
      : (handlers[name] as Handler);
    app.on(route.method.toUpperCase(), route.path, async (context) =>
      name === 'events' ? sendEvents(context, handlerContext, streams) : answer(context, route, handle),
    );
  }
  app.notFound((context) => refusal(context, unknownRoute(context, Object.values(routes))));
  app.onError((error, context) => refusal(context, error));
  return app;
}

async function answer(context: RequestContext, route: Route, handle: Handler): Promise<Response> {
  const body = route.body ? parseBody(context, route.body) : undefined;
  const document = await handle({
    params: context.req.param() as Record<string, string>,
    query: context.req.query(),
    body,
  });
  return context.json(keyRedactor().deep(document) as object, route.status);
}

/** An empty body means `{}`. */
function parseBody(context: RequestContext, schema: NonNullable<Route['body']>): unknown {
  const text = context.env.incoming.rawBody.toString('utf8');
  const read = schema.safeParse(text.trim() === '' ? {} : readJson(text));
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
  throw new ControlRefusal('control.unreadable', { detail: truncateToColumns(problems.join('; '), maxDetailColumns) });
}

async function sendEvents(
  context: RequestContext,
  { store }: HandlerContext,
  streams: EventStreams,
): Promise<Response> {
  const run = await findRun(store, context.req.param('id') ?? '');
  if (context.req.method === 'HEAD') return context.body(null, 200, { 'content-type': 'text/event-stream' });
  await streams.send(run, context.req.header('last-event-id'), context.env.outgoing);
  return RESPONSE_ALREADY_SENT;
}

/** Names the allowed methods if the path exists. */
function unknownRoute(context: RequestContext, routes: readonly Route[]): ControlRefusal {
  const known = routes.flatMap(({ method, path }) =>
    patternOf(path).test(context.req.path) ? [methodsOf[method]] : [],
  );
  return known.length > 0
    ? new ControlRefusal('control.method', { known: known.join(', ') })
    : new ControlRefusal('control.unknown');
}

const methodsOf = { get: 'GET, HEAD', post: 'POST' } as const;
const patternOf = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`);

function refusal(context: RequestContext, error: unknown): Response {
  const { status, body } = toRefusalResponse(error, context.req.query('lang'));
  const allow =
    error instanceof ControlRefusal && error.code === 'control.method' ? { allow: String(error.params['known']) } : {};
  return context.json(body, status as 400, allow);
}
