import { expect, test } from 'vitest';
import { type Repository, repository } from '../testing/command.ts';
import { implementing, reviewing, script } from '../testing/scripts.ts';

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

test('a role has a model of its own, and the others have that of all', async () => {
  const repo = repository();
  const agents = script(repo, [implementing(), reviewing()]);
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

test('a flag holds for every role', async () => {
  const repo = repository();
  const agents = script(repo, [implementing(), reviewing()]);
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

test('a role has a script of its own, relative to the repository; whoever nobody asks need not be there', async () => {
  const repo = repository();
  const own = (name: string) => ({ provider: 'scripted', script: name });
  scriptIn(repo, 'implementer.yaml', implementing());
  scriptIn(repo, 'reviewer.yaml', reviewing());
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

test('a role whose provider is not there is refused before a run is made', async () => {
  const repo = repository();
  const agents = script(repo, [implementing(), reviewing()]);
  configure(repo, {
    agent: { provider: 'scripted', script: agents },
    roles: { 'converge.reviewer': { provider: 'codex' } },
  });
  const { exitCode, stderr } = await repo.run(...converge);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('codex')]);
  expect((await repo.json<{ runs: [] }>('runs')).runs).toEqual([]);
});

test('limits and retries of a role are its own', async () => {
  const repo = repository();
  const agents = script(repo, [implementing(), reviewing('No findings.', { steps: [{ hang: true }] })]);
  configure(repo, {
    agent: { provider: 'scripted', script: agents },
    roles: { 'converge.reviewer': { limits: { idleMs: 50 }, retry: { calls: 2, backoffMs: 1 } } },
  });
  const { exitCode, stdout } = await repo.run(...converge);
  expect([exitCode, stdout]).toEqual([1, expect.stringContaining('no sign of life for 50 ms')]);
  expect((await calls(repo)).map(({ outcome, tries }) => [outcome, tries.length])).toEqual([
    ['ok', 1],
    ['timeout', 3],
  ]);
});

test('a resume holds to what was recorded, whatever the configuration says by then; a flag overrides it for every role', async () => {
  const repo = repository();
  const limited = { times: 2, steps: [{ fail: { kind: 'rate_limit', retryAfterMs: 3_600_000 } }] };
  const agents = script(repo, [implementing(), reviewing('', limited), reviewing()]);
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

test('a role that nobody knows is a mistake in the configuration, with the one that was probably meant', async () => {
  const repo = repository();
  configure(repo, { roles: { 'converge.reviever': { model: 'x' } } });
  const { exitCode, stderr } = await repo.run(...converge, '--script', script(repo, [implementing(), reviewing()]));
  expect(exitCode).toBe(2);
  expect(stderr).toContain('roles.converge.reviever');
  expect(stderr).toContain('converge.reviewer');
});
