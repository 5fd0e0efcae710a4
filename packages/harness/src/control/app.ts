/** Creates the Hono app of the control server: routes from the table, bodies checked by their schemas, one format for refusals. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ControlRefusal } from '@harness/core/control/refusal';
import type { Route } from '@harness/core/control/routes';
import { keyRedactor } from '@harness/effects/secret/redactor';
import { readJson } from '@harness/engine/store/durable-file';
import { finishInTurns } from '@harness/engine/turn';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { truncateToColumns } from '../render/printable.ts';
import { findRun } from '../runs/read-runs.ts';
import type { Analyzer } from './analysis.ts';
import type { EventStreams } from './event-streams.ts';
import { createHandlers, type HandlerContext } from './handlers.ts';
import { jsonInParts } from './json-text.ts';
import type { McpEndpoint } from './mcp-endpoint.ts';
import { toRefusalResponse } from './refusal-response.ts';
import { routeTable, workflowRoutes } from './route-table.ts';
import type { WorkflowRouteRequest } from './workflow-control.ts';

/** A validation message quotes the request body, which may be long. */
const maxDetailColumns = 500;

type Bindings = {
  readonly incoming: IncomingMessage & { readonly rawBody: Buffer };
  readonly outgoing: ServerResponse;
};
type RequestContext = Context<{ Bindings: Bindings }>;
type Handler = (request: WorkflowRouteRequest) => unknown;

/** The parts of the server that write their response themselves. */
export interface Streaming {
  readonly streams: EventStreams;
  readonly analyze: Analyzer;
  readonly mcp: McpEndpoint;
}

export function createApp(
  handlerContext: HandlerContext,
  { streams, analyze, mcp }: Streaming,
): OpenAPIHono<{ Bindings: Bindings }> {
  const app = new OpenAPIHono<{ Bindings: Bindings }>({ strict: true });
  const { controls, store } = handlerContext;
  const routes = routeTable(controls);
  const handlers = createHandlers(handlerContext) as unknown as Readonly<Record<string, Handler>>;
  const added = workflowRoutes(controls);
  for (const [name, route] of Object.entries(routes)) {
    const extra = added[name];
    const handle: Handler = extra ? (request) => extra.handle(request, store) : (handlers[name] as Handler);
    app.on(route.method.toUpperCase(), route.path, async (c) => {
      if (name === 'events') return sendEvents(c, handlerContext, streams);
      if (name === 'mcp') return mcp.answer(c.req.raw, new Uint8Array(c.env.incoming.rawBody));
      return name === 'analyze' ? sendAnalysis(c, route, analyze) : answer(c, route, handle);
    });
  }
  app.notFound((c) => refusal(c, unknownRoute(c, Object.values(routes))));
  app.onError((error, c) => refusal(c, error));
  return app;
}

async function answer(c: RequestContext, route: Route, handle: Handler): Promise<Response> {
  const body = route.body ? parseBody(c, route.body) : undefined;
  const document = await handle({ params: c.req.param() as Record<string, string>, query: c.req.query(), body });
  const text = await finishInTurns(jsonInParts(document as object, keyRedactor()));
  return c.body(text, route.status, { 'content-type': 'application/json' });
}

/** An empty body means `{}`. */
function parseBody(c: RequestContext, schema: NonNullable<Route['body']>): unknown {
  const text = c.env.incoming.rawBody.toString('utf8');
  const read = schema.safeParse(text.trim() === '' ? {} : readJson(text));
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
  throw new ControlRefusal('control.unreadable', { detail: truncateToColumns(problems.join('; '), maxDetailColumns) });
}

async function sendEvents(c: RequestContext, { store }: HandlerContext, streams: EventStreams): Promise<Response> {
  const run = await findRun(store, c.req.param('id') ?? '');
  if (c.req.method === 'HEAD') return c.body(null, 200, { 'content-type': 'text/event-stream' });
  await streams.send(run, c.req.header('last-event-id'), c.env.outgoing);
  return RESPONSE_ALREADY_SENT;
}

async function sendAnalysis(c: RequestContext, route: Route, analyze: Analyzer): Promise<Response> {
  const task = parseBody(c, route.body as NonNullable<Route['body']>) as Parameters<Analyzer>[0];
  const text = await analyze(task, c.req.query('lang'));
  return c.body(text, route.status, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
}

/** Names the allowed methods if the path exists. */
function unknownRoute(c: RequestContext, routes: readonly Route[]): ControlRefusal {
  const known = routes.flatMap(({ method, path }) => (patternOf(path).test(c.req.path) ? [methodsOf[method]] : []));
  return known.length > 0
    ? new ControlRefusal('control.method', { known: known.join(', ') })
    : new ControlRefusal('control.unknown');
}

const methodsOf = { get: 'GET, HEAD', post: 'POST' } as const;
const patternOf = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`);

function refusal(c: RequestContext, error: unknown): Response {
  const { status, body } = toRefusalResponse(error, c.req.query('lang'));
  const allow =
    error instanceof ControlRefusal && error.code === 'control.method' ? { allow: String(error.params['known']) } : {};
  return c.json(body, status as 400, allow);
}
