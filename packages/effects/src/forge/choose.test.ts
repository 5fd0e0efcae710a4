import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { checkPerformer } from '../check/performer.ts';
import { clearScratch, scratch } from '../git/scratch.ts';
import { gitHubServer } from '../testing/github-server/server.ts';
import { chooseForge } from './choose.ts';
import type { Forge, ForgeTask } from './forge.ts';
import { ForgeError } from './forge-error.ts';
import { testToken } from './github/test-stage.ts';
import { memoryLock } from './local/test-stage.ts';
import { contextFor } from './scratch.ts';

afterAll(clearScratch);

const context = contextFor('1/x', new AbortController().signal);
const task: ForgeTask = { effect: 'run-1/1/x', run: 'run-1', key: '1/x', signal: context.signal, context };
const performer = checkPerformer({ repo: '/', runFolder: () => '/' });
const checks = { commands: [], timeoutMs: 1_000, performer };

async function choosing(remote: string | null, kind?: 'local' | 'github', environment: NodeJS.ProcessEnv = {}) {
  const repo = scratch();
  if (remote !== null) repo.git('remote', 'add', 'origin', remote);
  const server = await gitHubServer(join(repo.root, '.git'), testToken);
  onTestFinished(() => server.close());
  const env = { GITHUB_API_URL: server.url, ...environment };
  const chosen = chooseForge({
    repo: repo.root,
    kind,
    stateDir: 'state',
    checks,
    tryLock: memoryLock(),
    environment: env,
  });
  return { chosen, server, isLocal: () => existsSync(join(repo.root, 'state/forge/origin.git')) };
}

const failureOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    (error: unknown) => (error instanceof ForgeError ? error.failure : Promise.reject(error as Error)),
  );
const lookFailure = async (forge: Promise<Forge>) => failureOf((await forge).look(1, task));
const hub = 'https://github.com/acme/app.git';

test.each([
  ['no remote', null, undefined, { GITHUB_TOKEN: testToken }],
  ['a remote elsewhere', 'git@gitlab.com:acme/app.git', undefined, { GH_TOKEN: testToken }],
  ['a remote that is a path', '/srv/app.git', undefined, { GH_TOKEN: testToken }],
  ['the configuration', hub, 'local', { GITHUB_TOKEN: testToken }],
] as const)('%s selects the local forge', async (_, remote, kind, env) => {
  const { chosen, server, isLocal } = await choosing(remote, kind, env);
  expect(await lookFailure(chosen)).toMatchObject({ code: 'forge.not-found' });
  expect([isLocal(), server.log]).toEqual([true, []]);
});

test.each([
  ['a remote and a token', hub, undefined, { GITHUB_TOKEN: testToken }],
  ['the other name of the token', 'git@github.com:acme/app.git', undefined, { GH_TOKEN: testToken }],
  ['the configuration, for a mirror', '/srv/app.git', 'github', { GH_TOKEN: testToken, GITHUB_REPOSITORY: 'acme/app' }],
] as const)('%s selects GitHub', async (_, remote, kind, env) => {
  const { chosen, server, isLocal } = await choosing(remote, kind, env);
  expect(await lookFailure(chosen)).toMatchObject({ code: 'forge.not-found', params: { status: 404 } });
  expect([isLocal(), server.log]).toEqual([false, [{ what: 'GET /repos/acme/app/pulls/1', status: 404 }]]);
});

test.each([
  ['token', hub, {}, { code: 'forge.unauthorized', params: { detail: expect.stringContaining('gh auth token') } }],
  ['remote', null, { GITHUB_TOKEN: testToken }, { code: 'forge.not-found' }],
  [
    'a safe connection for the token',
    hub,
    { GITHUB_TOKEN: testToken, GITHUB_API_URL: 'http://git.example.org' },
    { code: 'forge.unauthorized' },
  ],
] as const)('reports that the configured GitHub has no %s', async (_, remote, env, failure) => {
  const { chosen } = await choosing(remote, 'github', env);
  expect(await failureOf(chosen)).toMatchObject(failure);
});
