/** Generates docs/CONTROL.md from the OpenAPI document of the control server. */

import { moduleCode, type RefusalDeclaration } from '@harness/core/codes';
import { maxBodyBytes } from '@harness/core/control/guard';
import { controlRefusals } from '@harness/core/control/refusal';
import { en } from '@harness/core/messages/en';
import { messagesFor } from '@harness/core/messages/index';
import { controlText, refusalText } from '@harness/core/messages/lookup';
import { modules } from '@harness/core/workflows/list';
import { openApiDocument } from '@harness/harness/control/openapi';
import { workflows } from '@harness/harness/workflows/list';
import { allParts } from '@harness/harness/workflows/parts';
import { block, code, page, type Row, table } from './markdown.ts';

interface Operation {
  readonly summary?: string;
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>
  >;
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: object }>> };
}

const controls = (await allParts(workflows)).flatMap(({ control }) => control ?? []);

export function controlPage(): string {
  const { paths = {}, components = {} } = openApiDocument(controls);
  return page(
    '# The control server',
    'The control server shows runs and questions and accepts answers and queue commands, over HTTP on this machine. Its address is `http://127.0.0.1:4500`, or the port in `control.port`; 0 takes a free port. It reads the same journals as the commands and returns the same documents.',
    block(
      'sh',
      'token=$(node -p \'require("./.orchestrator/control.json").token\')\ncurl -H "Authorization: Bearer $token" http://127.0.0.1:4500/runs',
    ),
    '## Access',
    [
      '- While the server runs, `<stateDir>/control.json` contains `{ url, pid, token }`; only its owner can read it. Each start creates a new token. Every request except `GET /health` needs it: `Authorization: Bearer <token>`, or the cookie `harness_token` of a page of the server itself. A token in the URL is ignored.',
      '- The server listens on loopback only. It refuses another `Host` or `Origin`, and requests that a browser marks as cross-site, even with the token.',
      `- A body has at most ${maxBodyBytes.toLocaleString('en')} bytes. Slow requests time out.`,
      '- Secrets are redacted in every response.',
    ].join('\n'),
    '## Routes',
    table(
      ['route', 'description', 'body', 'response', 'errors'],
      Object.entries(paths).flatMap(([path, methods]) => rowsOf(path, methods as Readonly<Record<string, Operation>>)),
    ),
    'Every route except `/health` may also return 400, 401, 403, 413 or 500. A wrong method returns 405 with `Allow`. `GET /openapi.json` returns the complete description with all fields.',
    '## Events',
    '`GET /runs/:id/events` sends each journal entry of a run and its children once: first the existing entries, then new ones. The id of an event is a cursor: the position of the reader in each journal. A client that sends it back as `Last-Event-ID` continues there, without gaps or duplicates, even after a restart of the server. An invalid cursor, or one of another run, starts from the beginning. The server sends comments to keep the connection open. `event: end` is the last event of an ended run; a request after it returns 204. The server disconnects a client that stops reading for a minute; the client may reconnect.',
    '## Refusals',
    'Every refusal is `{ version, error: { code, message, next } }`, as with `--json`; `next` is a command that helps. A refusal that a command shares has the same code as in [the commands](COMMANDS.md).',
    table(
      ['code', 'status', 'message'],
      [
        ...Object.entries(controlRefusals).map(([refusal, { status }]) => [
          code(refusal),
          status,
          sentenceOf(refusal as keyof typeof controlRefusals),
        ]),
        ...modules.flatMap(({ codes }) => Object.entries(codes.refusals ?? {}).flatMap(moduleRow)),
      ],
    ),
    '## Documents',
    table(
      ['name', 'fields', 'description'],
      Object.entries(components.schemas ?? {}).map(([name, schema]) => documentRow(name, schema as Schema)),
    ),
  );
}

const rowsOf = (path: string, methods: Readonly<Record<string, Operation>>): readonly Row[] =>
  Object.entries(methods).map(([method, { summary = '', responses, requestBody }]) => {
    const statuses = Object.keys(responses);
    const done = statuses.filter((status) => status.startsWith('2'));
    const refused = statuses.filter(
      (status) => !status.startsWith('2') && !['400', '401', '403', '413', '500'].includes(status),
    );
    const [answer = {}] = done.map((status) => Object.values(responses[status]?.content ?? {})[0] ?? {});
    const body = Object.values(requestBody?.content ?? {})[0] ?? {};
    return [
      code(`${method.toUpperCase()} ${path}`),
      summary,
      nameOf(body.schema),
      [done.join(' or '), nameOf(answer.schema)].filter(Boolean).join(' '),
      refused.join(', '),
    ];
  });

const nameOf = (schema: object | undefined) => {
  const ref = (schema as { readonly $ref?: string } | undefined)?.$ref?.split('/').at(-1);
  return ref === undefined || ref === 'Nothing' ? '' : code(ref);
};

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

const documentRow = (name: string, { properties = {}, required = [], description = '' }: Schema): Row => [
  code(name),
  Object.keys(properties)
    .map((field) => code(required.includes(field) ? field : `${field}?`))
    .join(' '),
  description,
];

const placeholders = new Proxy({}, { get: (_, name) => `{${String(name)}}` });
const sentenceOf = (refusal: keyof typeof controlRefusals) => controlText(en, refusal, placeholders).message;

/** The row of a workflow's refusal; empty if no route uses it. Optional parameters are omitted, because only commands set them. */
function moduleRow([refusal, { status, params }]: [string, RefusalDeclaration]): readonly Row[] {
  if (status === undefined) return [];
  const required = Object.keys(params).filter((name) => !params[name]?.endsWith('?'));
  const given = Object.fromEntries(required.map((name) => [name, `{${name}}`]));
  return [[code(refusal), status, refusalText(messagesFor('en'), moduleCode(refusal), given).message]];
}
