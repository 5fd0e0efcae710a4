import { expect, test } from 'vitest';
import * as z from 'zod';
import { createAnswerSchema } from './answer-schema.ts';

const { schema, read } = createAnswerSchema(z.object({ ids: z.array(z.string()), note: z.string().nullable() }));

test('provides a JSON schema that providers accept', () => {
  expect(schema).toMatchObject({ type: 'object', required: ['ids', 'note'], additionalProperties: false });
});

const value = { ids: ['a'], note: null };

test.each([
  ['as a document', { text: 'made it', json: value }],
  ['as a text', { text: JSON.stringify(value) }],
  ['between fences', { text: `Here it is:\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\nGood luck.` }],
  ['after some words', { text: `Here it is: ${JSON.stringify(value)} Good luck.` }],
])('reads an answer %s', (_, reply) => {
  expect(read(reply)).toEqual({ ok: true, value });
});

test.each([
  ['of another shape', { text: '', json: { ids: 'a' } }, /ids: .*; note: /],
  ['that is a list', { text: '[]' }, /the document: /],
  ['that is no document', { text: 'No {such} luck' }, /no JSON document/],
  ['that is empty', { text: '' }, /no JSON document/],
])('reports the problem of an answer %s', (_, reply, reason) => {
  expect(read(reply)).toMatchObject({
    failure: { code: 'agent.schema', params: { reason: expect.stringMatching(reason) } },
  });
});
