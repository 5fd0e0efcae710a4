/** Resumes sessions of the real program, with a model on loopback. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addCost, noCost } from '@harness/core/budget/usage';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../test-folder.ts';
import { askCodex, type CodexCallResult, startResponsesModel } from '../../testing/codex.ts';
import { shell } from '../../testing/responses-server/turn.ts';

test('resumes a session, and each call reports only its own usage', async () => {
  const server = await startResponsesModel(
    { prompt: /remember/, turns: [{ tools: [shell('true')] }, { text: 'kept' }] },
    { prompt: /again/, turns: [{ text: 'said again' }] },
  );
  const place = { cwd: await testFolder(), runFolder: await testFolder(), mode: 'exec' as const };
  const options = { baseUrl: server.url };
  const first = await askCodex({ options, request: { ...place, prompt: 'Please remember.' } });
  const more = { ...place, prompt: 'Say it again.', session: first.session };
  const second = await askCodex({ options, request: more });
  const third = await askCodex({ options, request: { ...more, prompt: 'And again.' } });

  expect([first, second, third].map(({ result }) => result)).toMatchObject([
    { outcome: 'ok', text: 'kept' },
    { outcome: 'ok', text: 'said again' },
    { outcome: 'ok', text: 'said again' },
  ]);
  expect(second.session).toBe(first.session);
  expect(second.events[0]).toMatchObject({ type: 'started', params: { session: first.session, resumed: 'yes' } });
  const reported = [first, second, third].map(({ result }) => result.spent.usage);
  const counted = server.log.map(({ usage }) => usage);
  expect(reported[1]).toEqual(counted[2]);
  expect(reported[2]).toEqual(counted[3]);
  const sum = (all: readonly unknown[]) =>
    all.map((usage) => ({ usage: usage as never, costUsd: 0 })).reduce(addCost, noCost).usage;
  expect(sum(reported)).toEqual(sum(counted));
  expect(reported[1]?.cacheRead).toBeGreaterThan(10 * (reported[1]?.input ?? 0));
  const texts = JSON.stringify(server.log[3]?.request.input);
  expect(texts).toMatch(/Please remember.*kept.*Say it again.*said again.*And again/s);
});

describe('starts a new session and notes it', () => {
  const resumed = (call: CodexCallResult) =>
    call.events.flatMap((event) => (event.type === 'started' ? [event.params['resumed']] : []));

  test.each([
    ['if its folder is missing', 'abcd1234'],
    ['if another provider created the session', '01a1df31-2309-7073-98de-71151ec67466'],
    ['if its name is a path', '../../..'],
  ])('%s', async (_, session) => {
    const server = await startResponsesModel({ turns: [{ text: 'hello' }] });
    const lost = { session, recap: 'The change so far.' };
    const asked = await askCodex({ options: { baseUrl: server.url }, request: lost });
    expect(asked.result).toMatchObject({ outcome: 'ok', text: 'hello' });
    expect(resumed(asked)).toEqual(['yes', 'no']);
    expect(asked.session).not.toBe(session);
    expect(server.log.map(({ prompt }) => prompt)).toEqual(['The change so far.\n\nSay hello.']);
  });

  test('and its prompt starts with the change so far', async () => {
    const server = await startResponsesModel({ turns: [{ text: 'hello' }] });
    const request = { session: 'abcd1234', recap: 'The change so far.' };
    await askCodex({ options: { baseUrl: server.url }, request });
    expect(server.log.map(({ prompt }) => prompt)).toEqual(['The change so far.\n\nSay hello.']);
  });

  test('if the program does not find the session', async () => {
    const server = await startResponsesModel({ turns: [{ text: 'hello' }] });
    const options = { baseUrl: server.url };
    const first = await askCodex({ options });
    const { cwd, runFolder } = first.request;
    await rm(join(runFolder, 'agents/codex', first.session, 'sessions'), { recursive: true });
    const asked = await askCodex({ options, request: { cwd, runFolder, session: first.session } });
    expect(asked.result).toMatchObject({ outcome: 'ok' });
    expect(resumed(asked)).toEqual(['yes', 'no']);
    expect(asked.result.spent.usage).toEqual(server.log[1]?.usage);
  });
});
