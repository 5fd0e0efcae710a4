import { expect, onTestFinished, test } from 'vitest';
import { messagesServer } from './server.ts';
import type { Answer } from './turn.ts';

const open = async (answers: readonly Answer[]) => {
  const server = await messagesServer(answers);
  onTestFinished(() => server.close());
  const ask = (body: object) =>
    fetch(`${server.url}/v1/messages?beta=true`, {
      method: 'POST',
      body: JSON.stringify({ model: 'sonnet-x', messages: [{ role: 'user', content: 'Say hello.' }], ...body }),
    });
  return { server, ask };
};
const system = [{ type: 'text', text: 'Role: a.tester\n\nBe kind.', cache_control: { type: 'ephemeral' } }];
const cached = (text: string) => ({
  role: 'user',
  content: [{ type: 'text', text, cache_control: { type: 'ephemeral' } }],
});
const hello: Answer = { role: 'a.tester', prompt: /hello/, turns: [{ text: 'hello' }] };

test('finds an answer by the role of the system prompt and the last text', async () => {
  const { ask, server } = await open([{ role: 'b.other', turns: [{ text: 'no' }] }, hello]);
  const answer = (await (await ask({ system })).json()) as { content: unknown };
  expect(answer).toMatchObject({ content: [{ type: 'text', text: 'hello' }], stop_reason: 'end_turn' });
  expect(server.log).toMatchObject([{ role: 'a.tester', prompt: 'Say hello.', step: 0, status: 200 }]);
});

test('uses the next turn after a tool result, and is done after the last turn', async () => {
  const { ask } = await open([{ turns: [{ tools: [{ name: 'Read', input: { file_path: 'a' } }] }, { text: 'read' }] }]);
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'x' }] };
  const use = { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Read', input: {} }] };
  const prompt = { role: 'user', content: 'Look.' };
  const said = async (messages: object[]) =>
    ((await (await ask({ messages })).json()) as { content: object[] }).content;
  expect(await said([prompt])).toMatchObject([{ type: 'tool_use', name: 'Read' }]);
  expect(await said([prompt, use, result])).toMatchObject([{ text: 'read' }]);
  expect(await said([prompt, use, result, use, result])).toMatchObject([{ text: 'done' }]);
});

test('streams the same message in pieces', async () => {
  const { ask } = await open([{ turns: [{ text: 'hello', tools: [{ name: 'Read', input: { file_path: 'a' } }] }] }]);
  const text = await (await ask({ stream: true })).text();
  const types = [...text.matchAll(/^event: (.*)$/gm)].map(([, type]) => type);
  expect(types[0]).toBe('message_start');
  expect(types.slice(-2)).toEqual(['message_delta', 'message_stop']);
  expect(text).toContain('"text":"hello"');
  expect(text).toContain('"stop_reason":"tool_use"');
});

test('reads the prefix before a breakpoint from the cache, up to the first different byte', async () => {
  const { ask, server } = await open([{ turns: [{ text: 'hello' }] }]);
  await ask({ system, messages: [cached('one')] });
  await ask({ system, messages: [cached('one')] });
  await ask({ system, messages: [cached('two')] });
  await ask({ system, messages: [cached('one')], model: 'other' });
  const [first, again, other, elsewhere] = server.log.map(({ usage }) => usage);
  expect(first).toMatchObject({ input: 0, cacheRead: 0 });
  expect(again).toMatchObject({ input: 0, cacheWrite: 0, cacheRead: first?.cacheWrite });
  expect(other?.cacheRead).toBeGreaterThan(0);
  expect(other?.cacheRead).toBeLessThan(again?.cacheRead ?? 0);
  expect(elsewhere?.cacheRead).toBe(0);
});

test('refuses a fifth breakpoint, as the API does', async () => {
  const { ask, server } = await open([{ turns: [{ text: 'hello' }] }]);
  const four = [cached('one'), cached('two'), cached('three')];
  expect((await ask({ system, messages: four })).status).toBe(200);
  const answer = await ask({ system, messages: [...four, cached('four')] });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('maximum of 4')]);
  expect(server.log.at(-1)).toMatchObject({ status: 400, usage: null });
});

test('refuses and logs an unscripted request', async () => {
  const { ask, server } = await open([hello]);
  const answer = await ask({});
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('unscripted');
  expect(server.log).toMatchObject([{ role: '', status: 400 }]);
});

test.each([
  ['unauthorized', 401],
  ['forbidden', 403],
  ['no-model', 404],
  ['rate-limit', 429],
  ['too-long', 400],
  ['no-credit', 400],
  ['server-error', 500],
  ['overloaded', 529],
] as const)('the fault %s has status %d', async (is, status) => {
  const { ask } = await open([{ turns: [{ fault: { is, retryAfterS: 2 } }] }]);
  const answer = await ask({ stream: true });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, '2']);
  expect(await answer.json()).toMatchObject({ type: 'error' });
});

test('a temporary fault ends after its number of times', async () => {
  const { ask } = await open([{ times: 1, turns: [{ fault: { is: 'overloaded' } }] }, { turns: [{ text: 'hello' }] }]);
  expect([(await ask({})).status, (await ask({})).status]).toEqual([529, 200]);
});

test('a cut stream starts and does not end', async () => {
  const { ask } = await open([{ turns: [{ text: 'hello', fault: { is: 'cut' } }] }]);
  const answer = await ask({ stream: true });
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
});

test('garbage has the status of a stream and is none', async () => {
  const { ask } = await open([{ turns: [{ fault: { is: 'garbage' } }] }]);
  const answer = await ask({ stream: true });
  expect(answer.status).toBe(200);
  expect(await answer.text()).not.toContain('message_start');
});
