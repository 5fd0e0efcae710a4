import { expect, test } from 'vitest';
import { type Repository, repository } from '../testing/command.ts';
import { implementing, reviewing, script } from '../testing/scripts.ts';

interface Shown {
  readonly status: string;
  readonly costUsd: number;
  readonly tokens: { readonly input: number };
  readonly calls: readonly {
    role: string;
    outcome: string;
    costUsd: number;
    error?: { kind: string; detail: string };
  }[];
}

const used = (input: number, costUsd = 0) => ({ input, output: 0, cacheRead: 0, cacheWrite: 0, costUsd });
const configure = (repo: Repository, config: object) => repo.write('repo/harness.config.json', JSON.stringify(config));
const converge = (agents: string) => ['converge', 'Dear', '--check', 'true', '--script', agents];
const shown = async (repo: Repository) => repo.json<Shown>('show', await repo.newest());

test('a cap that is crossed while a call streams interrupts the call, which is counted with what it streamed', async () => {
  const repo = repository();
  configure(repo, { budget: { capTokens: 1_000 }, agent: { reserveTokens: 10 } });
  const hanging = implementing({ steps: [{ hang: true }], usage: used(1_160) });
  const { exitCode, stdout } = await repo.run(...converge(script(repo, [hanging, reviewing()])));
  expect(exitCode).toBe(6);
  expect(stdout).toContain('crossed capTokens of 1,000 tokens; 1,160 tokens spent');
  const { status, tokens, calls } = await shown(repo);
  expect([status, tokens.input]).toEqual(['failed', 1_160]);
  expect(calls).toMatchObject([{ outcome: 'budget', error: { kind: 'budget' } }]);
  expect(calls[0]?.error?.detail).toContain('1160');
});

test('what earlier calls spent counts: the call that crosses the cap in dollars is the one that is interrupted', async () => {
  const repo = repository();
  configure(repo, { budget: { capUsd: 0.015 } });
  const agents = script(repo, [implementing(), reviewing('No findings.', { steps: [{ hang: true }] })]);
  const { exitCode, stdout } = await repo.run(...converge(agents));
  expect(exitCode).toBe(6);
  expect(stdout).toContain('crossed capUsd of $0.015; $0.02 spent');
  expect((await shown(repo)).calls.map(({ role, outcome }) => [role, outcome])).toEqual([
    ['converge.implementer', 'ok'],
    ['converge.reviewer', 'budget'],
  ]);
});

test('a cap that is met to the last token is not crossed', async () => {
  const repo = repository();
  configure(repo, { budget: { capTokens: 1_000 }, agent: { reserveTokens: 10 } });
  const agents = script(repo, [implementing({ usage: used(500) }), reviewing('No findings.', { usage: used(500) })]);
  expect((await repo.run(...converge(agents))).exitCode).toBe(0);
});

test('what one call may cost is its own limit, and a role may have another', async () => {
  const repo = repository();
  const agents = script(repo, [
    implementing({ usage: used(1, 0.3) }),
    reviewing('No findings.', { usage: used(1, 0.3) }),
  ]);
  configure(repo, { agent: { limits: { usd: 0.5 } }, roles: { 'converge.reviewer': { limits: { usd: 0.25 } } } });
  const { exitCode, stdout } = await repo.run(...converge(agents));
  expect(exitCode).toBe(6);
  expect(stdout).toContain('crossed limits.usd of $0.25; $0.30 spent');
  expect((await shown(repo)).calls.map(({ outcome }) => outcome)).toEqual(['ok', 'budget']);
});
