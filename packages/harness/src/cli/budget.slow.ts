import { expect, test } from 'vitest';
import { type Repository, repository } from '../testing/command.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';

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

test('a cap that is crossed while a call streams interrupts the call, and its streamed usage is counted', async () => {
  const repo = repository();
  configure(repo, { budget: { capTokens: 1_000 }, agent: { reserveTokens: 10 } });
  const hanging = implementerAnswer({ steps: [{ hang: true }], usage: used(1_160) });
  const { exitCode, stdout } = await repo.run(...converge(script(repo, [hanging, reviewerAnswer()])));
  expect(exitCode).toBe(6);
  expect(stdout).toContain('exceeded capTokens of 1,000 tokens; 1,160 tokens spent');
  const { status, tokens, calls } = await shown(repo);
  expect([status, tokens.input]).toEqual(['failed', 1_160]);
  expect(calls).toMatchObject([{ outcome: 'budget', error: { kind: 'budget' } }]);
  expect(calls[0]?.error?.detail).toContain('1160');
});

test('earlier calls count towards the cap in dollars, and the call that crosses it is interrupted', async () => {
  const repo = repository();
  configure(repo, { budget: { capUsd: 0.015 } });
  const agents = script(repo, [implementerAnswer(), reviewerAnswer('No findings.', { steps: [{ hang: true }] })]);
  const { exitCode, stdout } = await repo.run(...converge(agents));
  expect(exitCode).toBe(6);
  expect(stdout).toContain('exceeded capUsd of $0.015; $0.02 spent');
  expect((await shown(repo)).calls.map(({ role, outcome }) => [role, outcome])).toEqual([
    ['converge.implementer', 'ok'],
    ['converge.reviewer', 'budget'],
  ]);
});

test('a cap that is met exactly is not crossed', async () => {
  const repo = repository();
  configure(repo, { budget: { capTokens: 1_000 }, agent: { reserveTokens: 10 } });
  const agents = script(repo, [
    implementerAnswer({ usage: used(500) }),
    reviewerAnswer('No findings.', { usage: used(500) }),
  ]);
  expect((await repo.run(...converge(agents))).exitCode).toBe(0);
});

test('a call has its own cost limit, and a role may have another', async () => {
  const repo = repository();
  const agents = script(repo, [
    implementerAnswer({ usage: used(1, 0.3) }),
    reviewerAnswer('No findings.', { usage: used(1, 0.3) }),
  ]);
  configure(repo, { agent: { limits: { usd: 0.5 } }, roles: { 'converge.reviewer': { limits: { usd: 0.25 } } } });
  const { exitCode, stdout } = await repo.run(...converge(agents));
  expect(exitCode).toBe(6);
  expect(stdout).toContain('exceeded limits.usd of $0.25; $0.30 spent');
  expect((await shown(repo)).calls.map(({ outcome }) => outcome)).toEqual(['ok', 'budget']);
});

const timelineTypes = async (repo: Repository) =>
  (await repo.json<{ timeline: { type: string }[] }>('show', await repo.newest())).timeline.map(({ type }) => type);

test('D-56 D-57 the ceiling counts all runs of the repository; the run that crosses it reports it, and no run is stopped', async () => {
  const repo = repository();
  const agents = script(repo, [
    implementerAnswer({ usage: used(500) }),
    reviewerAnswer('No findings.', { usage: used(100) }),
  ]);
  const run = async (env: Readonly<Record<string, string>>) => repo.start(converge(agents), env).finished;
  expect((await run({})).stdout).not.toContain('budget_ceiling_reached');
  const crossing = await run({ BUDGET_CEILING_TOKENS: '1000' });
  expect(crossing).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('budget_ceiling_reached: 1,100 tokens of 1,000 tokens'),
  });
  expect((await timelineTypes(repo)).filter((type) => type === 'budget.ceiling-reached')).toHaveLength(1);
  configure(repo, { budget: { ceilingTokens: 1_000 } });
  const later = await run({});
  expect(later.exitCode).toBe(0);
  expect(later.stdout).not.toContain('budget_ceiling_reached');
});

test('DO-20 a plan that uses more than its estimate reports it once and continues', async () => {
  const repo = repository();
  const plan = '---\nid: "0001"\ntitle: A\nphase: one\nstatus: active\nestimated_passes: 1\n---\nWrite it.\n';
  repo.write('repo/docs/exec-plans/active/0001-a.md', plan);
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Plan');
  const agents = script(repo, [
    implementerAnswer({ when: { role: 'plans.implementer' }, usage: used(200_000) }),
    reviewerAnswer('No findings.', { when: { role: 'plans.reviewer' }, usage: used(1) }),
  ]);
  const { exitCode, stdout } = await repo.run('run', '0001', '--local-only', '--skip-e2e', '--script', agents);
  expect(exitCode).toBe(0);
  expect(stdout.match(/plan_over_budget: plan 0001 used 200,001 tokens/g)).toHaveLength(1);
});
