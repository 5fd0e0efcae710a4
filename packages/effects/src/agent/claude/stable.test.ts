/** Tests the requests of the real program: the stable part is identical to the byte in every call. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stablePart } from '@harness/core/role/role';
import { roles } from '@harness/core/workflows/loaded';
import { expect, test } from 'vitest';
import { testFolder } from '../../test-folder.ts';
import { askClaude, startMessagesModel } from '../../testing/claude.ts';
import { findDifference } from '../../testing/messages-server/difference.ts';
import { breakpointsIn, type MessagesRequest } from '../../testing/messages-server/request.ts';
import type { AgentRequest } from '../provider.ts';

const requestOf = (id: string): Partial<AgentRequest> => {
  const role = roles[id];
  if (!role) throw new Error(`No role ${id}`);
  return { role: id, mode: role.mode, stable: stablePart(role) };
};

const stableOf = ({ tools, system }: MessagesRequest) => JSON.stringify({ tools, system });

test.each([
  ['works', 'converge.implementer', {}, {}],
  ['reads', 'converge.reviewer', {}, {}],
  [
    'reads and may write named paths',
    'task.cross-critique',
    { writes: ['a/one.md'] },
    { writes: ['b/another [2].md', 'c/'] },
  ],
])('the tools and the system prompt of a role that %s are the same in every call', async (_, id, one, other) => {
  const { url, log } = await startMessagesModel({ turns: [{ text: 'No findings.' }] });
  const options = { baseUrl: url };
  const lane = join(await testFolder(), 'a lane');
  mkdirSync(lane);
  writeFileSync(join(lane, 'CLAUDE.md'), 'Be brief.');
  await askClaude({ options, request: { ...requestOf(id), ...one, prompt: 'Add a login.' } });
  await askClaude({ options, request: { ...requestOf(id), ...other, prompt: '로그인 추가', cwd: lane, attempt: 7 } });
  const [first, second] = log.map(({ request }) => request);
  expect(first && second && stableOf(second)).toBe(first && stableOf(first));
  expect(first && second && findDifference(first, second)?.block).toMatch(/^message/);
});

test('the shared start of all calls of a run is read from the cache', async () => {
  const { url, log } = await startMessagesModel({ turns: [{ text: 'No findings.' }] });
  const opening = 'The words of a repository. '.repeat(200);
  const ask = (diff: string) =>
    askClaude({
      options: { baseUrl: url },
      request: { ...requestOf('converge.reviewer'), prompt: `${opening}\n\n${diff}`, opening: [opening] },
    });
  const results = [(await ask('one')).result, (await ask('two')).result];
  const [, second] = log;
  expect(results.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
  expect(second?.usage?.cacheRead).toBeGreaterThan((stableOf(log[0]?.request as MessagesRequest).length + 5_000) / 4);
  expect(second?.prompt.replaceAll('\n', '')).toBe(`${opening}two`);
});

test('a resumed session has no more cache breakpoints than the API allows', async () => {
  const { url, log } = await startMessagesModel({
    turns: [{ tools: [{ name: 'Glob', input: { pattern: '*' } }] }, { text: 'ok' }],
  });
  const [cwd, runFolder] = [await testFolder(), await testFolder()];
  const same = { ...requestOf('converge.implementer'), cwd, runFolder, opening: ['The task.'] };
  const options = { baseUrl: url };
  const { events, result } = await askClaude({ options, request: { ...same, prompt: 'The task.\n\nBegin.' } });
  const started = events.find(({ type }) => type === 'started');
  const session = started?.type === 'started' ? String(started.params['session']) : '';
  const again = { ...same, session, prompt: 'The task.\n\nRepair.' };
  const later = [await askClaude({ options, request: again }), await askClaude({ options, request: again })];
  expect([result, ...later.map((one) => one.result)].map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok']);
  expect(Math.max(...log.map(({ request }) => breakpointsIn(request)))).toBe(4);
});
