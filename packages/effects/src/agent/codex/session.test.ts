/** A session that is gone on with, by the real program against a model on loopback. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addCost, noCost } from '@harness/core/budget/usage';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../test-folder.ts';
import { type Asked, askCodex, serving } from '../../testing/codex.ts';
import { shell } from '../../testing/responses-server/turn.ts';

test('a session goes on where it was, and each call tells what it used itself', async () => {
  const server = await serving(
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
  const told = [first, second, third].map(({ result }) => result.spent.usage);
  const counted = server.log.map(({ usage }) => usage);
  expect(told[1]).toEqual(counted[2]);
  expect(told[2]).toEqual(counted[3]);
  const sum = (all: readonly unknown[]) =>
    all.map((usage) => ({ usage: usage as never, costUsd: 0 })).reduce(addCost, noCost).usage;
  expect(sum(told)).toEqual(sum(counted));
  expect(told[1]?.cacheRead).toBeGreaterThan(10 * (told[1]?.input ?? 0));
  const texts = JSON.stringify(server.log[3]?.request.input);
  expect(texts).toMatch(/Please remember.*kept.*Say it again.*said again.*And again/s);
});

describe('a session that is lost is begun anew, and the call says so,', () => {
  const resumed = (asked: Asked) =>
    asked.events.flatMap((event) => (event.type === 'started' ? [event.params['resumed']] : []));

  test.each([
    ['when nothing of it is left', 'abcd1234'],
    ['when it was another provider’s', '01a1df31-2309-7073-98de-71151ec67466'],
    ['when its name leads elsewhere', '../../..'],
  ])('%s', async (_, session) => {
    const server = await serving({ turns: [{ text: 'hello' }] });
    const lost = { session, recap: 'The change so far.' };
    const asked = await askCodex({ options: { baseUrl: server.url }, request: lost });
    expect(asked.result).toMatchObject({ outcome: 'ok', text: 'hello' });
    expect(resumed(asked)).toEqual(['yes', 'no']);
    expect(asked.session).not.toBe(session);
    expect(server.log.map(({ prompt }) => prompt)).toEqual(['The change so far.\n\nSay hello.']);
  });

  test('and is told the change so far', async () => {
    const server = await serving({ turns: [{ text: 'hello' }] });
    const request = { session: 'abcd1234', recap: 'The change so far.' };
    await askCodex({ options: { baseUrl: server.url }, request });
    expect(server.log.map(({ prompt }) => prompt)).toEqual(['The change so far.\n\nSay hello.']);
  });

  test('when the program does not find it', async () => {
    const server = await serving({ turns: [{ text: 'hello' }] });
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
