import { expect, test } from 'vitest';
import { type Repository, repository } from '../testing/command.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';

interface Shown {
  readonly calls: readonly {
    role: string;
    provider: string | null;
    model: string | null;
    outcome: string;
    tries: unknown[];
  }[];
}

const configure = (repo: Repository, config: object) => repo.write('repo/harness.config.json', JSON.stringify(config));
const converge = ['converge', 'Roles', '--check', 'true'];
const calls = async (repo: Repository) => (await repo.json<Shown>('show', await repo.newest())).calls;
const models = async (repo: Repository) =>
  (await calls(repo)).map(({ role, provider, model }) => [role.replace('converge.', ''), provider, model]);
const scriptIn = (repo: Repository, name: string, ...answers: readonly unknown[]) =>
  repo.write(`repo/${name}`, JSON.stringify({ version: 1, answers }));

test('a role uses its own model, and the others use the common one', async () => {
  const repo = repository();
  const agents = script(repo, [implementerAnswer(), reviewerAnswer()]);
  configure(repo, {
    agent: { provider: 'scripted', script: agents, model: 'big' },
    roles: { 'converge.reviewer': { model: 'small' } },
  });
  expect((await repo.run(...converge)).exitCode).toBe(0);
  expect(await models(repo)).toEqual([
    ['implementer', 'scripted', 'big'],
    ['reviewer', 'scripted', 'small'],
  ]);
});

test('a flag applies to every role', async () => {
  const repo = repository();
  const agents = script(repo, [implementerAnswer(), reviewerAnswer()]);
  configure(repo, {
    agent: { model: 'big' },
    roles: { 'converge.reviewer': { provider: 'codex', model: 'small', script: 'nowhere.yaml' } },
  });
  expect((await repo.run(...converge, '--script', agents, '--model', 'flagged')).exitCode).toBe(0);
  expect(await models(repo)).toEqual([
    ['implementer', 'scripted', 'flagged'],
    ['reviewer', 'scripted', 'flagged'],
  ]);
});

test('a role has its own script, relative to the repository; unused providers need not be available', async () => {
  const repo = repository();
  const own = (name: string) => ({ provider: 'scripted', script: name });
  scriptIn(repo, 'implementer.yaml', implementerAnswer());
  scriptIn(repo, 'reviewer.yaml', reviewerAnswer());
  configure(repo, {
    agent: { provider: 'claude' },
    roles: {
      'converge.implementer': own('implementer.yaml'),
      'converge.reviewer': own('reviewer.yaml'),
      'plans.reviewer': { provider: 'codex' },
    },
  });
  expect((await repo.run(...converge)).exitCode).toBe(0);
  expect((await calls(repo)).map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
});

test('a role without an available provider is refused before a run starts', async () => {
  const repo = repository();
  const agents = script(repo, [implementerAnswer(), reviewerAnswer()]);
  configure(repo, {
    agent: { provider: 'scripted', script: agents },
    roles: { 'converge.reviewer': { provider: 'codex' } },
  });
  const { exitCode, stderr } = await repo.run(...converge);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('codex')]);
  expect((await repo.json<{ runs: [] }>('runs')).runs).toEqual([]);
});

test('a role has its own limits and retries', async () => {
  const repo = repository();
  const agents = script(repo, [implementerAnswer(), reviewerAnswer('No findings.', { steps: [{ hang: true }] })]);
  configure(repo, {
    agent: { provider: 'scripted', script: agents },
    roles: { 'converge.reviewer': { limits: { idleMs: 50 }, retry: { calls: 2, backoffMs: 1 } } },
  });
  const { exitCode, stdout } = await repo.run(...converge);
  expect([exitCode, stdout]).toEqual([1, expect.stringContaining('no activity for 50 ms')]);
  expect((await calls(repo)).map(({ outcome, tries }) => [outcome, tries.length])).toEqual([
    ['ok', 1],
    ['timeout', 3],
  ]);
});

test('a resume keeps the recorded settings, whatever the configuration says; a flag overrides them for every role', async () => {
  const repo = repository();
  const limited = { times: 2, steps: [{ fail: { kind: 'rate_limit', retryAfterMs: 3_600_000 } }] };
  const agents = script(repo, [implementerAnswer(), reviewerAnswer('', limited), reviewerAnswer()]);
  const settings = (model: string) => ({
    agent: { provider: 'scripted', script: agents, model: 'big' },
    roles: { 'converge.reviewer': { model } },
  });
  configure(repo, settings('recorded'));
  expect((await repo.run(...converge)).exitCode).toBe(9);
  configure(repo, settings('later'));
  expect((await repo.run('resume')).exitCode).toBe(9);
  expect(await models(repo)).toContainEqual(['reviewer', 'scripted', 'recorded']);
  expect((await repo.run('resume', '--model', 'flagged')).exitCode).toBe(0);
  expect(await models(repo)).toContainEqual(['reviewer', 'scripted', 'flagged']);
});

test('an unknown role is an error in the configuration, with a suggestion', async () => {
  const repo = repository();
  configure(repo, { roles: { 'converge.reviever': { model: 'x' } } });
  const { exitCode, stderr } = await repo.run(
    ...converge,
    '--script',
    script(repo, [implementerAnswer(), reviewerAnswer()]),
  );
  expect(exitCode).toBe(2);
  expect(stderr).toContain('roles.converge.reviever');
  expect(stderr).toContain('converge.reviewer');
});
