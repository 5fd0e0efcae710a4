import { expect, onTestFinished, test } from 'vitest';
import { responsesServer } from './server.ts';
import { type Answer, patchAdding, shell } from './turn.ts';

const message = (role: string, text: string) => ({ type: 'message', role, content: [{ type: 'input_text', text }] });
const developer = message('developer', 'Role: a.tester\n\nBe kind.');
const environment = message('user', '<environment_context>\n<cwd>/x</cwd>\n</environment_context>');

const open = async (answers: readonly Answer[]) => {
  const server = await responsesServer(answers);
  onTestFinished(() => server.close());
  const ask = (input: readonly object[] = [message('user', 'Say hello.')], more: object = {}) =>
    fetch(`${server.url}/responses`, {
      method: 'POST',
      body: JSON.stringify({ model: 'gpt-x', input, ...more }),
    });
  const said = async (input: readonly object[]) =>
    ((await (await ask(input)).json()) as { output: readonly object[] }).output;
  return { server, ask, said };
};

test('finds an answer by the role of the developer messages and the last text of the user', async () => {
  const hello: Answer = { role: 'a.tester', prompt: /hello/, turns: [{ text: 'hello' }] };
  const { server, said } = await open([{ role: 'b.other', turns: [{ text: 'no' }] }, hello]);
  const output = await said([developer, message('user', 'Say hello.'), environment]);
  expect(output).toMatchObject([{ type: 'message', content: [{ text: 'hello' }] }]);
  expect(server.log).toMatchObject([{ role: 'a.tester', prompt: 'Say hello.', step: 0, status: 200 }]);
});

test('uses the next turn after a tool output, and is done after the last turn', async () => {
  const { said } = await open([{ turns: [{ tools: [shell('ls'), patchAdding('a', 'x\ny')] }, { text: 'listed' }] }]);
  const prompt = message('user', 'Look.');
  const calls = await said([prompt]);
  const outputs = calls.map(() => ({ type: 'function_call_output', call_id: 'c', output: 'a' }));
  expect(calls).toMatchObject([
    { type: 'function_call', name: 'exec_command', arguments: expect.stringContaining('"cmd":"ls"') },
    { type: 'custom_tool_call', input: '*** Begin Patch\n*** Add File: a\n+x\n+y\n*** End Patch' },
  ]);
  expect(await said([prompt, ...calls, ...outputs])).toMatchObject([{ content: [{ text: 'listed' }] }]);
  const again = [prompt, ...calls, ...outputs, ...calls, ...outputs];
  expect(await said(again)).toMatchObject([{ content: [{ text: 'done' }] }]);
});

test('finds an answer by the tool outputs', async () => {
  const seen: Answer = { output: /needle/, turns: [{}, { text: 'found' }] };
  const { said } = await open([seen, { turns: [{}, { text: 'not found' }] }]);
  const after = (output: unknown) => [
    message('user', 'Look.'),
    { type: 'function_call', name: 'exec_command' },
    { type: 'function_call_output', output },
  ];
  expect(await said(after('a needle'))).toMatchObject([{ content: [{ text: 'found' }] }]);
  expect(await said(after([{ type: 'input_text', text: 'hay' }]))).toMatchObject([
    { content: [{ text: 'not found' }] },
  ]);
});

test('streams the same response in pieces', async () => {
  const { ask } = await open([{ turns: [{ text: 'hello', tools: [shell('ls')] }] }]);
  const text = await (await ask(undefined, { stream: true })).text();
  expect([...text.matchAll(/^event: (.*)$/gm)].map(([, type]) => type)).toEqual([
    'response.created',
    ...['response.output_item.added', 'response.output_text.delta', 'response.output_item.done'],
    ...['response.output_item.added', 'response.output_item.done'],
    'response.completed',
  ]);
});

test('reads earlier input from the cache, up to the first different byte', async () => {
  const { ask, server } = await open([{ turns: [{ text: 'hello' }] }]);
  for (const [n, words] of ['one', 'one', 'two'].entries())
    await ask([{ ...developer, id: `msg_${n}` }, message('user', words)]);
  await ask([developer, message('user', 'one')], { model: 'other' });
  const [first, again, other, elsewhere] = server.log.map(({ usage }) => usage);
  const all = first?.input ?? 0;
  expect(first).toMatchObject({ cacheRead: 0, cacheWrite: 0 });
  expect(again).toMatchObject({ input: 0, cacheRead: all });
  expect(other?.cacheRead).toBeGreaterThan(0);
  expect(other?.cacheRead).toBeLessThan(all);
  expect(elsewhere?.cacheRead).toBe(0);
});

test('refuses and logs unscripted requests and other routes', async () => {
  const { ask, server } = await open([{ role: 'nobody', turns: [] }]);
  const answer = await ask();
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('unscripted')]);
  expect(server.log).toMatchObject([{ role: '', status: 400 }]);
  expect((await fetch(`${server.url}/models`)).status).toBe(404);
  expect(server.strays).toEqual(['GET /v1/models']);
});

test.each([
  ['unauthorized', 401],
  ['forbidden', 403],
  ['no-model', 404],
  ['bad-request', 400],
  ['too-long', 400],
  ['rate-limit', 429],
  ['no-credit', 429],
  ['usage-limit', 429],
  ['server-error', 500],
  ['slow-down', 503],
  ['overloaded', 529],
] as const)('the fault %s has status %d', async (is, status) => {
  const { ask } = await open([{ turns: [{ fault: { is, retryAfterS: 2 } }] }]);
  const answer = await ask(undefined, { stream: true });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, '2']);
  expect(await answer.json()).toMatchObject({ error: { message: expect.any(String) } });
});

test('a fault in the stream starts the response and then fails it', async () => {
  const { ask } = await open([{ turns: [{ fault: { is: 'failed-rate-limit' } }] }]);
  const text = await (await ask(undefined, { stream: true })).text();
  expect(text).toMatch(/^event: response\.created\n[\s\S]*event: response\.failed\n.*"code":"rate_limit_exceeded"/);
});

test('a temporary fault ends after its number of times', async () => {
  const { ask } = await open([{ times: 1, turns: [{ fault: { is: 'overloaded' } }] }, { turns: [{ text: 'hello' }] }]);
  expect([(await ask()).status, (await ask()).status]).toEqual([529, 200]);
});

test('a cut stream starts and does not end', async () => {
  const { ask } = await open([{ turns: [{ text: 'hello', fault: { is: 'cut' } }] }]);
  const answer = await ask(undefined, { stream: true });
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
});

test('garbage has the status of a stream and is none', async () => {
  const { ask } = await open([{ turns: [{ fault: { is: 'garbage' } }] }]);
  const answer = await ask(undefined, { stream: true });
  expect(answer.status).toBe(200);
  expect(await answer.text()).not.toContain('response.created');
});
