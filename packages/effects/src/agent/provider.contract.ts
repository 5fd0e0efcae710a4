/** Tests that every provider must pass. The test of each adapter calls it once, including the scripted one. */
import { existsSync } from 'node:fs';

import { join } from 'node:path';
import { addCost, noCost } from '@harness/core/budget/usage';
import { expect, test } from 'vitest';
import { testFolder } from '../test-folder.ts';
import type { AgentEvent, AgentRequest, Provider } from './provider.ts';

/** Behaviour of the agent behind the provider in a test. */
export type Behaviour =
  | 'replies' // says "hello" and uses some tokens
  | 'writes' // tries to write the file made.txt with a tool, and to run a command that makes ran.txt
  | 'fails' // is rate limited
  | 'hangs'; // never answers

/** `except` lists behaviours that the test cannot cause; their tests are skipped. */
export function providerContract(
  open: (behaviour: Behaviour) => Promise<Provider>,
  except: readonly Behaviour[] = [],
): void {
  const request = async (mode: AgentRequest['mode'] = 'exec'): Promise<AgentRequest> => {
    const [cwd, runFolder] = [await testFolder(), await testFolder()];
    return {
      role: 'contract.tester',
      item: null,
      attempt: 1,
      mode,
      cwd,
      runFolder,
      family: [],
      variables: {},
      stable: 'Role: contract.tester',
      prompt: 'Say hello.',
      mark: `contract/${cwd}`,
    };
  };
  const collect = async (behaviour: Behaviour, asked: AgentRequest, signal = new AbortController().signal) => {
    const events: AgentEvent[] = [];
    for await (const event of (await open(behaviour)).run(asked, signal)) events.push(event);
    return events;
  };
  const resultOf = (events: readonly AgentEvent[]) => {
    const last = events.at(-1);
    return last?.type === 'result' ? last.result : undefined;
  };

  test('starts with `started` and ends with exactly one result', async () => {
    const types = (await collect('replies', await request())).map(({ type }) => type);
    expect(types[0]).toBe('started');
    expect(types.filter((type) => type === 'result')).toHaveLength(1);
    expect(types.at(-1)).toBe('result');
  });

  test('returns its text and cost, and the streamed usage adds up to the cost', async () => {
    const events = await collect('replies', await request());
    const streamed = events
      .flatMap((event) => (event.type === 'usage' ? [{ usage: event.usage, costUsd: event.costUsd ?? 0 }] : []))
      .reduce(addCost, noCost);
    const result = resultOf(events);
    expect(result).toMatchObject({ outcome: 'ok', text: 'hello' });
    expect(result?.spent.usage.output).toBeGreaterThan(0);
    expect(streamed).toEqual(result?.spent);
  });

  test.skipIf(except.includes('fails'))('a failure is a result, not an exception', async () => {
    const result = resultOf(await collect('fails', await request()));
    expect(result).toMatchObject({ outcome: 'rate_limit', error: { detail: expect.any(String) } });
  });

  test('an abort ends it at once, as aborted or without a result', async () => {
    const began = performance.now();
    const events = await collect('hangs', await request(), AbortSignal.timeout(100));
    expect(resultOf(events)?.outcome ?? 'aborted').toBe('aborted');
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test('changes files in its folder if the role may', async () => {
    const asked = await request();
    await collect('writes', asked);
    const { cwd } = asked;
    expect([existsSync(join(cwd, 'made.txt')), existsSync(join(cwd, 'ran.txt'))]).toEqual([true, true]);
  });

  test.each(['review', 'complete'] as const)(
    'a role that may only %s changes nothing, and each denied attempt is noted',
    async (mode) => {
      const asked = await request(mode);
      const events = await collect('writes', asked);
      const { cwd } = asked;
      expect([existsSync(join(cwd, 'made.txt')), existsSync(join(cwd, 'ran.txt'))]).toEqual([false, false]);
      expect(events).toContainEqual(expect.objectContaining({ type: 'noted', code: 'agent.denied' }));
    },
  );
}
