/** Creates the OpenAPI document from the table of routes. */
import { controlRefusals, statusOf } from '@harness/core/control/refusal';
import { type Route, refusedEverywhere } from '@harness/core/control/routes';
import { refusedDocument } from '@harness/core/documents/server';
import { modules } from '@harness/core/workflows/list';
import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { version } from '../version.ts';
import { routeTable } from './route-table.ts';
import type { WorkflowControl } from './workflow-control.ts';

type OpenApi = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

export function openApiDocument(controls: readonly WorkflowControl[]): OpenApi {
  const app = new OpenAPIHono();
  const registry = app.openAPIRegistry;
  registry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description: 'The current token of the server, in `<stateDir>/control.json`.',
  });
  for (const [name, route] of Object.entries(routeTable(controls))) registry.registerPath(pathOf(name, route));
  const info = { title: 'harness', version, description: 'The control server of one repository, on loopback.' };
  return app.getOpenAPI31Document({ openapi: '3.1.0', info });
}

const pathOf = (name: string, route: Route) => ({
  operationId: name,
  method: route.method,
  path: route.path.replaceAll(/:(\w+)/g, '{$1}'),
  summary: route.about,
  security: name === 'health' ? [] : [{ token: [] }],
  request: requestOf(route),
  responses: { ...refusalsOf(name, route), ...answerOf(route) },
});

const textsBy = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, z.string()]));

function requestOf({ path, query, body, isStream, method }: Route) {
  const params = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const parameters = Object.entries(query ?? {}).map(([name, about]) => [name, z.string().optional().describe(about)]);
  const isResumable = isStream && method === 'get';
  return {
    ...(params.length > 0 ? { params: z.object(textsBy(params)) } : {}),
    ...(parameters.length > 0 ? { query: z.object(Object.fromEntries(parameters)) } : {}),
    ...(isResumable ? { headers: z.object({ 'Last-Event-ID': z.string().optional() }) } : {}),
    ...(body ? { body: { content: { 'application/json': { schema: body } } } } : {}),
  };
}

function answerOf({ status, answer, isStream, method }: Route) {
  const type = isStream ? 'text/event-stream' : 'application/json';
  const done = {
    [status]: { description: status === 202 ? 'Accepted.' : 'Done.', content: { [type]: { schema: answer } } },
  };
  return isStream && method === 'get' ? { ...done, 204: { description: 'No further event can follow.' } } : done;
}

/** One response per status, which lists all its codes. */
function refusalsOf(name: string, { refusals }: Route) {
  const codes = name === 'health' ? ['control.foreign'] : [...refusedEverywhere, ...refusals];
  const byStatus = new Map<number, string[]>();
  for (const code of codes) {
    const status = statusIn(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const schema = refusedDocument;
  return Object.fromEntries(
    [...byStatus].map(([status, sameStatus]) => [
      status,
      { description: sameStatus.map((code) => `\`${code}\`.`).join(' '), content: { 'application/json': { schema } } },
    ]),
  );
}

function statusIn(code: string): number {
  if (code in controlRefusals) return controlRefusals[code as keyof typeof controlRefusals].status;
  return modules.map(({ codes }) => codes.refusals?.[code]?.status).find(Boolean) ?? statusOf(code);
}
