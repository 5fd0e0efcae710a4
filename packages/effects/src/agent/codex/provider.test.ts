import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { askCodex, environment, startResponsesModel } from '../../testing/codex.ts';
import { responsesServer } from '../../testing/responses-server/server.ts';
import { type Answer, patchAdding, shell } from '../../testing/responses-server/turn.ts';
import { type Behaviour, providerContract } from '../provider.contract.ts';
import { codexProvider } from './provider.ts';

const behaviours: Readonly<Record<Behaviour, Answer>> = {
  replies: { turns: [{ text: 'hello' }] },
  writes: { turns: [{ tools: [patchAdding('made.txt', 'made'), shell('touch ran.txt')] }, { text: 'wrote' }] },
  fails: { turns: [{ fault: { is: 'rate-limit', retryAfterS: 3600 } }] },
  hangs: { turns: [{ text: 'a beginning', fault: { is: 'silence' } }] },
};

providerContract(async (behaviour) => {
  const server = await responsesServer([{ role: 'contract.tester', ...behaviours[behaviour] }]);
  onTestFinished(() => server.close());
  return codexProvider({ baseUrl: server.url, retries: 0, environment });
});

/** Newer models write a small program that calls the tools. */
const script = [
  'text((await tools.exec_command({ cmd: "touch ran.txt" })).output);',
  'text(await tools.apply_patch("*** Begin Patch\\n*** Add File: made.txt\\n+x\\n*** End Patch"));',
].join('\n');

test.each([
  ['exec', true],
  ['review', false],
  ['complete', false],
] as const)('a model that writes programs may %s: files exist afterwards is %s', async (mode, isMade) => {
  const { url } = await startResponsesModel({ turns: [{ tools: [{ name: 'exec', text: script }] }, { text: 'done' }] });
  const { events, request } = await askCodex({ options: { baseUrl: url }, request: { mode, model: 'gpt-6.1-sol' } });
  const made = ['made.txt', 'ran.txt'].map((name) => existsSync(join(request.cwd, name)));
  expect(made).toEqual([isMade, isMade]);
  const notes = events.filter((event) => event.type === 'noted' && event.code === 'agent.denied');
  expect(notes.length > 0).toBe(!isMade);
});

test('a long answer reports activity before it is complete', async () => {
  const { url } = await startResponsesModel({ turns: [{ text: 'hello', pauseMs: 700 }] });
  const { events } = await askCodex({ options: { baseUrl: url } });
  const types = events.map(({ type }) => type);
  expect(types.filter((type) => type === 'alive').length).toBeGreaterThanOrEqual(2);
  expect(types.lastIndexOf('alive')).toBeLessThan(types.indexOf('result'));
});
