/** The MCP server through the real command, in a repository without a run, and what a model may start. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { optionsOf } from '@harness/core/mcp/start-policy';
import { describe, expect, test } from 'vitest';
import { commands } from '../cli/commands.ts';
import { settingOptions } from '../providers/provider-settings.ts';
import { repository } from '../testing/command.ts';
import { commandClient } from '../testing/mcp.ts';
import { workflows } from '../workflows/list.ts';

const nameOf = (flag: string) => flag.replace(/^--| .*$/g, '');

test('a repository without a run: every tool, resource and prompt answers, and reading writes nothing', async () => {
  const repo = repository();
  const { client, call } = await commandClient(repo);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual(
    [
      ...['answer', 'compute_blast_radius', 'gather_context', 'manage_roadmap', 'predict_failures', 'questions'],
      ...['report', 'resume', 'run', 'runs', 'show', 'stop', 'wait'],
    ].sort(),
  );
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain('autopilot');
  const { messages } = await client.getPrompt({ name: 'converge', arguments: { arguments: 'cost $& more' } });
  expect(messages[0]?.content).toMatchObject({ text: expect.stringContaining('The person typed: cost $& more\n') });
  expect(await call('runs')).toMatchObject({ isError: false, document: { version: 1, runs: [] } });
  expect((await call('runs')).document).toEqual(await repo.json('runs'));
  expect((await call('questions')).document).toEqual({ version: 1, questions: [] });
  expect((await call('report')).document).toMatchObject({ version: 1, landed: [], needsYou: [] });
  expect((await call('wait', { seconds: 1 })).document).toMatchObject({ changed: false, runs: [] });
  expect((await call('predict_failures')).document).toEqual({ version: 1, forecasts: null });
  const gathered = await call('gather_context', { path: repo.path, skill: 'harness-autopilot', include: ['state'] });
  expect(gathered.document).toMatchObject({ state: null, meta: { skill: 'harness-autopilot', include: ['state'] } });
  expect((await call('gather_context', { path: '/' })).isError).toBe(true);
  for (const [tool, args] of [
    ['show', { run: 'none' }],
    ['resume', { run: 'none' }],
    ['stop', { run: 'none' }],
    ['answer', { question: 'none' }],
    ['manage_roadmap', { action: 'show' }],
  ] as const) {
    const { isError, document } = await call<{ error: { code: string; next: string } }>(tool, args);
    expect([tool, isError]).toEqual([tool, true]);
    expect(document.error.code).toMatch(/\.(unknown|missing)$/);
    expect(document.error.next).toMatch(/^harness .* --repo /);
  }
  const { contents } = await client.readResource({ uri: 'harness://runs' });
  expect(JSON.parse((contents[0] as { text: string }).text)).toEqual({ version: 1, runs: [] });
  await expect(client.readResource({ uri: 'harness://runs/none' })).rejects.toThrow(/none.*harness runs/);
  expect(existsSync(join(repo.path, '.harness'))).toBe(false);
});

test('without a repository the server starts, and each call says how to get one', async () => {
  const { call } = await commandClient({ path: join(repository().path, '..') });
  expect(await call('runs')).toMatchObject({ isError: true, document: { error: { code: 'repo.none' } } });
});

describe('what a model may start', () => {
  const rules = Object.entries(workflows).flatMap(([id, { forModels }]) => (forModels ? [{ id, ...forModels }] : []));
  /** Options that answer in place of people, remove a protection, delete documents, or start no run. */
  const never = [
    ...['provider', 'record', 'sandbox', 'clear-base', 'dry-run', 'resume'],
    ...settingOptions.map(({ flag }) => nameOf(flag)),
  ];

  test('is every workflow with a command of its own, except for the queue', () => {
    const started = Object.entries(workflows).filter(([, { commands: own }]) => own.length > 0);
    expect(rules.map(({ id }) => id)).toEqual(started.map(([id]) => id).filter((id) => id !== 'queue'));
  });

  test.each(rules)('$id: each option of the command is free, asked, or never taken', ({ command, ...rule }) => {
    const { options = [] } = commands.find(({ name }) => name === command) ?? {};
    const flags = options.map(({ flag }) => nameOf(flag));
    expect([...optionsOf(rule), ...never.filter((flag) => flags.includes(flag))].sort()).toEqual(flags.sort());
  });
});
