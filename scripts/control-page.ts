/** docs/CONTROL.md: what the control server can be asked, drawn from its OpenAPI document. */

import { moduleCode, type RefusalCode } from '@harness/core/codes';
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
    'What runs, what waits, and what is wished of the queue, over HTTP on this machine: `http://127.0.0.1:4500`, or the port in `control.port`; 0 takes a free one. It reads the same journals as the commands and answers with the same documents, so it is never more or less true than they are.',
    block(
      'sh',
      'token=$(node -p \'require("./.orchestrator/control.json").token\')\ncurl -H "Authorization: Bearer $token" http://127.0.0.1:4500/runs',
    ),
    '## Who may ask',
    [
      '- `<stateDir>/control.json` (`{ url, pid, token }`, for its owner alone) is there while the server lives. The token is new at each start, and every request but `GET /health` needs it: `Authorization: Bearer <token>`, or the cookie `harness_token` of a page of the server itself. A token in the address is none.',
      '- Only loopback is served, and only under its own name: a foreign `Host` or `Origin`, or what a browser calls another site, is refused, also with the token.',
      `- A body has at most ${maxBodyBytes.toLocaleString('en')} bytes; whoever takes too long to say something is not waited for.`,
      '- Secrets are taken out of every answer as they are taken out of everything that is written.',
    ].join('\n'),
    '## What can be asked',
    table(
      ['', '', 'body', 'answer', 'refused with'],
      Object.entries(paths).flatMap(([path, methods]) => rowsOf(path, methods as Readonly<Record<string, Operation>>)),
    ),
    'Beside what stands there, every route but `/health` may answer 400, 401, 403, 413 or 500. A path that is there for another method is 405 with `Allow`. The whole of it, with every field, is `GET /openapi.json`.',
    '## Events',
    '`GET /runs/:id/events` tells each entry of the journals of a run and its children once, first those that are there, then those that come. The id of an event says how far its reader is in each of the journals; said back as `Last-Event-ID` it goes on from there, without a gap and without a double, also at a server that was started since. What is no such id, or one of another run, begins anew. A comment is sent now and again; `event: end` is the last when the run has ended, and who asks again then gets 204. Whoever reads nothing for a minute is dropped and may come back.',
    '## Refusals',
    'Every refusal is `{ version, error: { code, message, next } }`, as under `--json`, where `next` is a command that helps. What a command would refuse as well has the code that [the commands](COMMANDS.md) have.',
    table(
      ['code', 'status', 'it says'],
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
      ['name', 'fields', ''],
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

const named = new Proxy({}, { get: (_, name) => `{${String(name)}}` });
const sentenceOf = (refusal: keyof typeof controlRefusals) => controlText(en, refusal, named).message;

/** A refusal of a workflow, if a route has it. A command may say more than a route: optional parameters are left out. */
function moduleRow([refusal, { status, params }]: [string, RefusalCode]): readonly Row[] {
  if (status === undefined) return [];
  const required = Object.keys(params).filter((name) => !params[name]?.endsWith('?'));
  const given = Object.fromEntries(required.map((name) => [name, `{${name}}`]));
  return [[code(refusal), status, refusalText(messagesFor('en'), moduleCode(refusal), given).message]];
}
