import { expect, test } from 'vitest';
import { toStrictSchema } from './strict-schema.ts';

const text = { type: 'string' };

test('requires every key at every depth, and changes nothing else', () => {
  const item = { type: 'object', properties: { id: text, kind: { enum: ['', 'docs'] } }, required: ['id'] };
  const schema = { type: 'object', properties: { all: { type: 'array', items: item } }, additionalProperties: false };
  expect(toStrictSchema(schema)).toEqual({
    ...schema,
    required: ['all'],
    properties: { all: { type: 'array', items: { ...item, required: ['id', 'kind'] } } },
  });
});

test('a schema without keys stays as it is, also if a key is called properties', () => {
  expect(toStrictSchema(text)).toEqual(text);
  const named = { type: 'object', properties: { properties: text } };
  expect(toStrictSchema(named)).toEqual({ ...named, required: ['properties'] });
});
