/** Tests commands in a repository on GitHub without a token: nothing is merged locally, and the rest stays usable. */
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Diagnosis } from '../doctor/diagnosis.ts';
import { agentsOf, smallProduct } from '../testing/hub.ts';

const token = 'word-5678-of-a-login';

/** A product with GitHub as its origin, and a `gh` that answers with these lines. */
function onGitHub({ gh = 'exit 1', config = {} } = {}) {
  const repo = smallProduct(config);
  repo.write('repo/SPEC.md', 'a spec');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Spec');
  repo.git('remote', 'add', 'origin', 'git@github.com:acme/app.git');
  const program = repo.write('bin/gh', `#!/bin/sh\n${gh}\n`);
  chmodSync(program, 0o755);
  const env = { PATH: `${join(program, '..')}:${process.env['PATH']}` };
  return { repo, run: (...args: readonly string[]) => repo.start(args, env).finished };
}

const demand = /github\.com[\s\S]*GITHUB_TOKEN[\s\S]*GH_TOKEN[\s\S]*gh auth token[\s\S]*forge\.kind: "local"/;

test.each([
  ['run', ['run', '0001']],
  ['the daemon', ['daemon', 'start']],
  ['the daemon in the background', ['daemon', 'start', '--detach']],
  ['a mission that opens pull requests', ['mission']],
])('%s needs a token of GitHub, and its refusal names every way to get one', async (_, args) => {
  const { repo, run } = onGitHub({ config: { branchIsolation: { onPass: 'pr' } } });
  const before = repo.git('rev-parse', 'main');
  const refused = await run(...args, '--script', agentsOf(repo));
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringMatching(demand)]);
  expect([repo.git('rev-parse', 'main'), existsSync(join(repo.path, '.harness/runs'))]).toEqual([before, false]);
});

test('commands that need no forge work without a token, and a dry run names what is missing', async () => {
  const { repo, run } = onGitHub();
  const agents = agentsOf(repo);
  const obstacles = async (...args: readonly string[]) => {
    const { stdout } = await run(...args, '--dry-run', '--json', '--script', agents);
    return (JSON.parse(stdout) as { dryRun: { obstacles: { code: string }[] } }).dryRun.obstacles.map(
      ({ code }) => code,
    );
  };
  expect(await obstacles('run', '0001')).toEqual(['forge.unusable']);
  expect(await obstacles('run', '0001', '--local-only')).toEqual([]);
  expect(await obstacles('run', '0001', '--phase', 'implement')).toEqual([]);
  expect(await obstacles('converge', 'Write it')).toEqual([]);
  expect((await run('runs')).exitCode).toBe(0);
});

test.each([
  ['exit 1', {}, false, demand, 'gh auth login --hostname github.com'],
  [`echo ${token}`, {}, true, /^acme\/app on github\.com, with the token of gh$/, ''],
  ['exit 1', { forge: { kind: 'local' } }, true, /^local: forge\.kind says so$/, ''],
])('doctor has a line about the forge: gh is "%s", the configuration %j', async (gh, config, ok, detail, fix) => {
  const { run } = onGitHub({ gh, config });
  const { stdout } = await run('doctor', '--json');
  const { checks } = JSON.parse(stdout) as { checks: readonly Diagnosis[] };
  expect(checks.find(({ id }) => id === 'forge')).toEqual({
    id: 'forge',
    ok,
    required: false,
    detail: expect.stringMatching(detail),
    fix,
  });
  expect(stdout).not.toContain(token);
});

test('a resume needs the token too, before any call', async () => {
  const { repo, run } = onGitHub();
  repo.git('remote', 'remove', 'origin');
  const limited = [
    { when: { role: 'plans.implementer' }, steps: [{ fail: { kind: 'rate_limit', retryAfterMs: 9e6 } }] },
  ];
  expect((await run('run', '0001', '--script', agentsOf(repo, limited))).exitCode).toBe(9);
  repo.git('remote', 'add', 'origin', 'https://github.com/acme/app');
  const refused = await run('resume');
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringMatching(demand)]);
});
