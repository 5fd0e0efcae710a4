import { expect, test } from 'vitest';
import * as z from 'zod';
import { answerSchemaOf } from './answer-schema.ts';

const { schema, read } = answerSchemaOf(z.object({ ids: z.array(z.string()), note: z.string().nullable() }));

test('a form says what is wanted in a way that providers take', () => {
  expect(schema).toMatchObject({ type: 'object', required: ['ids', 'note'], additionalProperties: false });
});

const value = { ids: ['a'], note: null };

test.each([
  ['as a document', { text: 'made it', json: value }],
  ['as a text', { text: JSON.stringify(value) }],
  ['between fences', { text: `Here it is:\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\nGood luck.` }],
  ['after some words', { text: `Here it is: ${JSON.stringify(value)} Good luck.` }],
])('an answer is read that comes %s', (_, reply) => {
  expect(read(reply)).toEqual({ ok: true, value });
});

test.each([
  ['of another form', { text: '', json: { ids: 'a' } }, /ids: .*; note: /],
  ['that is a list', { text: '[]' }, /the document: /],
  ['that is no document', { text: 'No {such} luck' }, /no JSON document/],
  ['that is nothing', { text: '' }, /no JSON document/],
])('an answer %s is unreadable, and what is wrong with it is said', (_, reply, reason) => {
  expect(read(reply)).toMatchObject({
    failure: { code: 'agent.schema', params: { reason: expect.stringMatching(reason) } },
  });
});
