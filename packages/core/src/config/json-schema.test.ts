import { expect, test } from 'vitest';
import { roleIds } from '../role/role-ids.ts';
import { jsonSchema } from './json-schema.ts';
import { readConfig } from './read.ts';
import { configSchema } from './schema.ts';

interface Node {
  readonly description?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: boolean | Node;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly propertyNames?: { readonly enum: readonly string[] };
}

function nodes(node: Node, path = ''): readonly (readonly [string, Node])[] {
  const below = [
    ...Object.entries(node.properties ?? {}).flatMap(([key, value]) => nodes(value, `${path}.${key}`)),
    ...[...(node.anyOf ?? []), ...(node.oneOf ?? [])].flatMap((form) => nodes(form, path)),
    ...(node.items ? nodes(node.items, `${path}[]`) : []),
    ...(typeof node.additionalProperties === 'object' ? nodes(node.additionalProperties, `${path}.*`) : []),
  ];
  return [[path, node], ...below];
}

const schema = jsonSchema() as Node;
const all = nodes(schema);

test('has every setting', () => {
  expect(Object.keys(schema.properties ?? {})).toEqual(Object.keys(configSchema.shape));
  expect(all.length).toBeGreaterThan(120);
});

test('describes every setting in one sentence', () => {
  const settings = all.flatMap(([, { properties = {} }]) => Object.entries(properties));
  expect(settings.length).toBeGreaterThan(100);
  for (const [name, { description }] of settings)
    expect([name, description]).toEqual([name, expect.stringMatching(/^\S.+\.$/)]);
});

test('rejects unknown settings', () => {
  for (const [path, { type, properties, additionalProperties }] of all)
    if (type === 'object' && properties) expect([path, additionalProperties]).toEqual([path, false]);
});

test('lists the roles', () => {
  expect(schema.properties?.['roles']?.propertyNames?.enum).toEqual(roleIds);
});

test('has no setting for a secret', () => {
  const names = all.flatMap(([, { properties = {} }]) => Object.keys(properties));
  expect(names.filter((name) => /apikey|secret|password|credential|^token$|^key$/i.test(name))).toEqual([]);
});

function nodeAt(path: readonly string[]): Node & { readonly default?: unknown } {
  return path.reduce<Node>((node, key) => {
    const section = [node, ...(node.anyOf ?? [])].find(({ properties }) => properties?.[key] !== undefined);
    return section?.properties?.[key] ?? {};
  }, schema);
}

test('shows every default of the parser', () => {
  const read = readConfig({});
  if (!read.ok) throw new Error('nothing can be read');
  const missing: string[] = [];
  const look = (value: unknown, path: readonly string[]) => {
    if (JSON.stringify(nodeAt(path).default) === JSON.stringify(value)) return;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) missing.push(path.join('.'));
    else for (const [key, below] of Object.entries(value)) look(below, [...path, key]);
  };
  look(read.config, []);
  expect(missing).toEqual([]);
});
