/** Tests a structured answer and its one repair turn in the same session, with the real programs. */
import { join } from 'node:path';
import type { AgentInput } from '@harness/core/effects/agent';
import type { Failure } from '@harness/core/failure/failure';
import type { Entry } from '@harness/core/journal/journal';
import { createAnswerSchema } from '@harness/core/role/answer-schema';
import type { Role } from '@harness/core/role/role';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { testFolder } from '../test-folder.ts';
import * as claude from '../testing/claude.ts';
import * as codex from '../testing/codex.ts';
import { claudeProvider } from './claude/provider.ts';
import { codexProvider } from './codex/provider.ts';
import { agentPerformer } from './performer.ts';
import type { Provider } from './provider.ts';

const names = z.array(z.string()).refine((all) => new Set(all).size === all.length, 'a name occurs twice');
const naming: Role<never, unknown> = {
  id: 'x.namer',
  mode: 'complete',
  instructions: 'Name things.',
  samples: [],
  prompt: () => 'Two names, please.',
  ...createAnswerSchema(z.object({ names })),
};

/** Both answers match the schema; only the second is valid. */
const [wrong, right] = [{ names: ['a', 'a'] }, { names: ['a', 'b'] }];

async function claudeSays() {
  const tool = (input: Readonly<Record<string, unknown>>) => [{ tools: [{ name: 'StructuredOutput', input }] }];
  const server = await claude.startMessagesModel(
    { prompt: /occurs twice/, turns: tool(right) },
    { turns: tool(wrong) },
  );
  const provider = claudeProvider({ baseUrl: server.url, retries: 0, environment: claude.environment });
  return { provider, asked: () => JSON.stringify(server.log.at(-1)?.request.messages) };
}

async function codexSays() {
  const text = (value: unknown) => [{ text: JSON.stringify(value) }];
  const server = await codex.startResponsesModel(
    { prompt: /occurs twice/, turns: text(right) },
    { turns: text(wrong) },
  );
  const provider = codexProvider({ baseUrl: server.url, retries: 0, environment: codex.environment });
  return { provider, asked: () => JSON.stringify(server.log.at(-1)?.request.input) };
}

async function setUp(provider: Provider) {
  const repo = await testFolder();
  const input: AgentInput = { role: 'x.namer', item: null, workplace: { cwd: '.', checkpoint: 'c' }, input: {} };
  const entries: Entry[] = [{ type: 'asked', atMs: 0, key: '0/name', effect: { kind: 'agent', input } }];
  const performer = agentPerformer({
    agentFor: () => ({ provider, model: undefined, insists: false, limits: { wallMs: 60_000, idleMs: 60_000 } }),
    roles: { 'x.namer': naming },
    repo,
    runFolder: (run) => join(repo, 'runs', run),
    family: async () => [{ run: 'r', entries }],
    look: async () => null,
    restore: async () => ({ ok: true, value: null }),
  });
  return (earlier?: Failure) =>
    performer.perform(input, {
      run: 'r',
      key: '0/name',
      interrupted: false,
      earlier,
      signal: new AbortController().signal,
      allowances: () => [],
      report: () => undefined,
      note: async (code, params) => {
        entries.push({ type: 'noted', atMs: entries.length, key: '0/name', code, params });
      },
    });
}

test.each([
  ['claude', claudeSays],
  ['codex', codexSays],
])('%s repairs an invalid structured answer in the same session', async (_, says) => {
  const { provider, asked } = await says();
  const perform = await setUp(provider);
  const first = await perform();
  expect(first.outcome).toMatchObject({ failure: { code: 'agent.schema', params: { reason: /occurs twice/ } } });
  const { outcome } = await perform(first.outcome.ok ? undefined : first.outcome.failure);
  expect(outcome).toEqual({ ok: true, value: right });
  expect(asked()).toMatch(/Two names, please.*names\W+a\W+a\W.*occurs twice/s);
});
