/** Tests the planner with the real programs of the providers: one document without tools, repaired once. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { messagesServer } from '@harness/effects/testing/messages-server/server';
import { responsesServer } from '@harness/effects/testing/responses-server/server';
import { expect, onTestFinished, test } from 'vitest';
import { repository } from '../../testing/command.ts';

const proposal = (id: string, wants: readonly string[]) => ({
  id,
  slug: `plan-${id}`,
  title: `Plan ${id}`,
  phase: 'one',
  depends_on: wants,
  estimated_passes: 1,
  summary: 'Something.',
  scope_bullets: ['do it'],
  acceptance_tags: [],
});
const right = { proposals: [proposal('0001', []), proposal('0002', ['0001'])] };
const wrong = { proposals: [proposal('0001', ['0002']), proposal('0002', ['0001'])] };
const named = /cycle: 0001 -> 0002/;
const role = 'plans.planner';

async function claude() {
  const tool = (input: Readonly<Record<string, unknown>>) => [{ tools: [{ name: 'StructuredOutput', input }] }];
  const server = await messagesServer([
    { role, prompt: named, turns: tool(right) },
    { role, turns: tool(wrong) },
  ]);
  onTestFinished(() => server.close());
  return { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'a-key-of-the-test-0815' };
}

async function codex() {
  const text = (value: unknown) => [{ text: JSON.stringify(value) }];
  const server = await responsesServer([
    { role, prompt: named, turns: text(right) },
    { role, turns: text(wrong) },
  ]);
  onTestFinished(() => server.close());
  return { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'a-key-of-the-test-0815' };
}

test.each([
  ['claude', claude],
  ['codex', codex],
] as const)(
  'D-18 D-20 %s plans a spec, and repairs its answer in the same conversation',
  async (provider, serving) => {
    const repo = repository();
    repo.write('repo/spec.md', '# A product\n');
    const { stdout, stderr, exitCode } = await repo.start(['plan', 'spec.md', '--provider', provider], await serving())
      .finished;
    expect(exitCode, `${stdout}${stderr}`).toBe(0);
    const folder = join(repo.path, 'docs/exec-plans/active');
    expect(existsSync(folder) && readdirSync(folder).sort()).toEqual(['0001-plan-0001.md', '0002-plan-0002.md']);
    const shown = await repo.json<{ calls: readonly object[] }>('show', await repo.newest());
    expect(shown.calls).toMatchObject([{ role, provider, mode: 'complete', attempt: 1, outcome: 'ok' }]);
  },
  90_000,
);
