/** Generates docs/CONFIG.md from the schema: every setting with its type, default, environment variable and meaning. */

import { variables } from '@harness/core/config/environment';
import { jsonSchema } from '@harness/core/config/json-schema';
import { readConfig } from '@harness/core/config/read';
import { factsOf, providerNames } from '@harness/core/providers/providers';
import { block, code, page, type Row, table } from './markdown.ts';

/** The part of JSON Schema that our schema uses. */
interface Node {
  readonly description?: string;
  readonly type?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Node;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
}

const example = {
  $schema: '<clone>/schema/harness.config.schema.json',
  agent: { provider: 'claude', limits: { idleMs: 600_000 } },
  roles: { 'mission.validator': { model: 'a-larger-model' } },
  budget: { capUsd: 20 },
  checks: { test: 'npm test', lint: null },
  sandbox: 'required',
};

export const schemaFile = (): string => `${JSON.stringify(jsonSchema(), null, 2)}\n`;

export function configPage(): string {
  if (!readConfig(example).ok) throw new Error('the example of docs/CONFIG.md is invalid');
  const { properties = {} } = jsonSchema() as Node;
  const sections = Object.entries(properties).filter(([, node]) => sectionOf(node));
  const single = Object.entries(properties).filter(([, node]) => !sectionOf(node));
  return page(
    '# Configuration',
    'A repository needs no configuration: every setting has a default. To change settings, create `harness.config.ts`, `.mts`, `.js`, `.mjs` or `.json` in the root folder. The first existing file in this order is read. A program may export the configuration or a function that returns it. If it is invalid, the command reports all problems with their paths and exits 2. A file that changed while an agent could write here is refused until you commit, restore or accept it ([sandbox](SANDBOX.md)).',
    'A flag overrides an environment variable, which overrides the file, which overrides the default. A list is one value: it replaces the default list. **Keys and passwords are not settings.** They come from the environment (`ANTHROPIC_API_KEY`, `ANTHROPIC_AUTH_TOKEN`, `CLAUDE_CODE_OAUTH_TOKEN`, `OPENAI_API_KEY`, `PGPASSWORD`) or from the login of the provider’s own command.',
    'With the [JSON Schema](../schema/harness.config.schema.json) an editor completes and checks the file:',
    block('json', JSON.stringify(example, null, 2)),
    '## Top level',
    options(single.flatMap(([name, node]) => rows(name, node))),
    ...sections.flatMap(([name, node]) => sectionText(name, node)),
    '## Environment variables',
    'An empty variable counts as not set. An endpoint variable applies to the roles that use its provider.',
    table(['variable', 'sets'], variableRows()),
  );
}

const options = (all: readonly Row[]) => table(['setting', 'type', 'default', 'environment', 'meaning'], all);

function sectionText(name: string, node: Node): readonly string[] {
  const isShort = node.anyOf?.some(({ type }) => type === 'boolean') === true;
  const short = isShort ? ' `true` and `false` are short for `{ "enabled": … }`.' : '';
  const { properties = {}, required = [] } = sectionOf(node) ?? {};
  const own = Object.entries(properties).flatMap(([key, below]) =>
    rows(`${name}.${key}`, below, required.includes(key)),
  );
  return [`## ${code(name)}`, `${node.description}${short}`, options(own), ...longLists(name, properties)];
}

/** The object form of a setting; `undefined` if the setting has no settings below it. */
const sectionOf = (node: Node): Node | undefined =>
  node.properties ? node : (node.anyOf ?? []).find(({ properties }) => properties !== undefined);

/** One row per setting, followed by the rows of its section or of its list items. */
function rows(path: string, node: Node, isRequired = false): readonly Row[] {
  const section = sectionOf(node);
  const words = (node.anyOf ?? []).filter(({ enum: choices }) => choices !== undefined);
  const short = words.map((form) => [code(path), typeText(form), '', variableOf(path), node.description ?? '']);
  if (section && path.includes('.')) return [...short, ...below(path, section)];
  const row = [code(path), typeText(node), defaultText(node, isRequired), variableOf(path), node.description ?? ''];
  const items = node.items?.properties ? below(`${path}[]`, node.items) : [];
  return [row, ...items];
}

const below = (path: string, { properties = {}, required = [] }: Node) =>
  Object.entries(properties).flatMap(([key, inner]) => rows(`${path}.${key}`, inner, required.includes(key)));

function typeText(node: Node): string {
  if (node.enum) return node.enum.map((value) => code(JSON.stringify(value))).join(', ');
  if (node.const !== undefined) return code(JSON.stringify(node.const));
  const forms = node.anyOf ?? node.oneOf;
  if (forms) return [...new Set(forms.map(typeText))].join(' or ');
  if (node.type === 'array')
    return node.items?.properties ? 'list of objects' : `list of ${typeText(node.items ?? {})}`;
  return words[node.type ?? ''] ?? node.type ?? '';
}

const words: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
  null: code('null'),
};

/** Default lists with more items are printed below the table. */
const longestList = 3;
const isLong = (value: unknown): value is readonly string[] => Array.isArray(value) && value.length > longestList;

function defaultText(node: Node, isRequired: boolean): string {
  if (isRequired) return 'must be set';
  if (node.default === undefined) return '';
  return isLong(node.default) ? 'see below' : code(JSON.stringify(node.default));
}

const longLists = (name: string, properties: Readonly<Record<string, Node>>) =>
  Object.entries(properties).flatMap(([key, node]) =>
    isLong(node.default)
      ? [`The default of ${code(`${name}.${key}`)}: ${node.default.map((item) => code(item)).join(', ')}.`]
      : [],
  );

const variableOf = (path: string) => {
  const row = variables.find(({ paths }) => paths.some((segments) => segments.join('.') === path));
  return row ? code(row.variable) : '';
};

const variableRows = (): readonly Row[] => [
  ...variables.map(({ variable, paths }) => [code(variable), paths.map((path) => code(path.join('.'))).join(', ')]),
  ...providerNames.flatMap((provider) => {
    const { endpointVariable } = factsOf(provider);
    return endpointVariable ? [[code(endpointVariable), `${code('agent.baseUrl')} for ${code(provider)}`]] : [];
  }),
];
