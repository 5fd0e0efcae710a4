/** Another process sees the activity of the real program while the call runs. */
import { messagesServer } from '@harness/effects/testing/messages-server/server';
import { expect, onTestFinished, test } from 'vitest';
import { repository, until } from '../testing/command.ts';

/** Long enough that the call is still running when the test looks. */
const working = { name: 'Bash', input: { command: 'node -e "setTimeout(() => {}, 60_000)"' } };

test('`harness watch --json` prints the tools that claude uses while the call runs', async () => {
  const repo = repository();
  const server = await messagesServer([
    { role: 'converge.implementer', turns: [{ text: 'I begin.', tools: [working] }] },
  ]);
  onTestFinished(() => server.close());
  const env = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'a-key-of-the-test-0815' };
  const run = repo.start(['converge', 'Watch me', '--check', 'true'], env);
  const id = await until(async () => (await repo.newest()) || undefined);

  const watcher = repo.start(['watch', id, '--json']);
  let seen = '';
  watcher.child.stdout?.on('data', (chunk: Buffer) => (seen += chunk.toString()));
  const event = await until(() => seen.split('\n').find((line) => line.includes('"type":"tool"')));
  expect(JSON.parse(event)).toMatchObject({ version: 1, type: 'tool', tool: 'Bash', call: expect.any(String) });

  watcher.child.kill();
  run.child.kill('SIGINT');
  expect((await run.finished).exitCode).toBe(130);
}, 90_000);
