/** Follows docs/ADD_A_PROVIDER.md in a copy of this repository and calls the new provider with the command. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Repository, repository, withoutProof } from '../testing/command.ts';
import { copyTree, type TreeCopy } from '../testing/tree-copy.ts';

const lists = ['packages/core/src/providers/list.ts', 'packages/harness/src/providers/list.ts'];
const [, harnessList = ''] = lists;
const key = { ECHO_API_KEY: 'a-key-of-the-test' };

let copy: TreeCopy;
beforeAll(() => {
  copy = copyTree();
  copy.follow('ADD_A_PROVIDER.md', 'add-a-provider');
});
afterAll(() => rmSync(copy.path, { recursive: true, force: true, maxRetries: 5 }));

function run(cwd: string, args: readonly string[], variables: NodeJS.ProcessEnv) {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...withoutProof, ...variables };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
  return { exitCode: status, stdout, output: `${stdout}${stderr}` };
}
const harness = (repo: Repository, args: readonly string[], variables: NodeJS.ProcessEnv = key) =>
  run(repo.path, [join(copy.path, 'bin', 'harness.mjs'), ...args], variables);

const converge = ['converge', 'Repeat', '--check', 'true'];
const convergeWithReply = [...converge, '--echo-reply', 'No findings.'];

describe('a new provider', () => {
  test('changes exactly two existing files, and passes type check, lint and cycle check', () => {
    expect(copy.changed()).toEqual(lists);
    expect(copy.tool('biome', 'check', '--write', ...lists)).toMatchObject({ exitCode: 0 });
    expect(copy.tool('tsc', '-b')).toEqual({ exitCode: 0, output: '' });
    expect(copy.tool('biome', 'check', 'packages')).toMatchObject({ exitCode: 0 });
    expect(copy.tool('oxlint', '--type-aware', '--deny-warnings', 'packages')).toMatchObject({ exitCode: 0 });
    const cruised = copy.tool('depcruise', 'packages', '--config', '.dependency-cruiser.cjs');
    expect(cruised.output).toMatch(/no dependency violations found \(\d{4} modules/); // a check that sees no modules must fail
    expect(copy.tool('knip').output).not.toMatch(/\becho/);
  });

  test.each([
    ['the harness half is missing', harnessList, '  echo: echoModule,\n', "'echo' is missing"],
    ['a setting is not handled', 'packages/harness/src/providers/echo/index.ts', / {4}echoReply: .*\n/, 'echoReply'],
  ])('does not compile if %s', (_, file, part, error) => {
    const before = readFileSync(join(copy.path, file), 'utf8');
    copy.edit(file, (text) => text.replace(part, ''));
    const { exitCode, output } = copy.tool('tsc', '-b');
    writeFileSync(join(copy.path, file), before);
    expect([exitCode, output]).toEqual([expect.toSatisfy((code) => code !== 0), expect.stringContaining(error)]);
  });

  test('is called by its name or by its option, and a dry run prints its model', async () => {
    const repo = repository();
    const done = harness(repo, [...convergeWithReply, '--provider', 'echo']);
    expect(done.exitCode, done.output).toBe(0);
    expect(repo.git('show', 'harness/repeat:echo.txt')).toContain('Repeat');
    const shown = await repo.json<{ calls: readonly object[] }>('show', await repo.newest());
    const call = { provider: 'echo', model: 'echo-small', outcome: 'ok' };
    expect(shown.calls).toMatchObject([call, call]);

    const implied = harness(repo, convergeWithReply);
    expect(implied.exitCode, implied.output).toBe(0);
    expect(harness(repo, [...convergeWithReply, '--model', 'opus', '--dry-run']).stdout).toContain('echo echo-large');
  });

  test('is configured for all roles or for one, and a resume keeps the recorded settings', async () => {
    const repo = repository();
    const agent = { provider: 'echo', echoReply: '- [high] echo.txt:1: it is wrong' };
    const roles = { 'converge.reviewer': { echoReply: 'No findings.' } };
    repo.write('repo/harness.config.json', JSON.stringify({ agent, roles }));
    const done = harness(repo, converge);
    expect(done.exitCode, done.output).toBe(0);

    repo.write('repo/harness.config.json', JSON.stringify({ agent: { ...agent, maxReviewPasses: 1 } }));
    expect(harness(repo, converge).exitCode).toBe(8);
    repo.write('repo/harness.config.json', '{}');
    const run = await repo.newest();
    const { questions } = await repo.json<{ questions: readonly { id: string }[] }>('questions');
    expect(harness(repo, ['answer', questions[0]?.id ?? '', 'one more pass']).exitCode).toBe(0);
    expect(harness(repo, ['resume', run, '--no-input']).exitCode).toBe(8);
    const { calls } = await repo.json<{ calls: readonly { provider: string }[] }>('show', run);
    expect([calls.length > 2, calls.every(({ provider }) => provider === 'echo')]).toEqual([true, true]);
  });

  test('is refused with a command that helps: without its key, and with an endpoint that is no URL', () => {
    const repo = repository();
    const refused = (variables: NodeJS.ProcessEnv) =>
      harness(repo, [...convergeWithReply, '--provider', 'echo'], variables);
    expect(refused({})).toMatchObject({
      exitCode: 2,
      output: expect.stringMatching(/ECHO_API_KEY[\s\S]*try: harness/),
    });
    expect(refused({ ...key, ECHO_BASE_URL: 'nowhere' })).toMatchObject({
      exitCode: 2,
      output: expect.stringContaining('ECHO_BASE_URL is not a URL'),
    });
  });

  test('has a line in doctor, and its name and option in the help', () => {
    const repo = repository();
    const { checks } = JSON.parse(harness(repo, ['doctor', '--json']).stdout) as { checks: readonly { id: string }[] };
    expect(checks.find(({ id }) => id === 'provider.echo')).toMatchObject({ ok: true, detail: 'ECHO_API_KEY is set' });
    const help = harness(repo, ['converge', '--help']).stdout.replace(/\s+/g, ' ');
    expect(help).toContain('--echo-reply <text> the fixed reply; implies --provider echo');
    expect(help).toMatch(/--provider <name> the provider of the agents: [\w, ]*\becho\b.* \(default: claude\)/);
  });

  test('its variables, hosts and folders are known to the sandbox, the redactor and the docs', () => {
    const known = `
      import { endpointNames, modelHosts } from '@harness/core/providers/model-hosts';
      import { loginPaths } from '@harness/core/sandbox/toolchains';
      import { findSecrets } from '@harness/effects/secret/known-secrets';
      console.log(JSON.stringify([...endpointNames, ...modelHosts, ...loginPaths, ...findSecrets(process.env)]));`;
    writeFileSync(join(copy.path, 'scripts', 'known.ts'), known);
    const words = JSON.parse(run(copy.path, ['--import', 'tsx', 'scripts/known.ts'], key).stdout) as readonly string[];
    rmSync(join(copy.path, 'scripts', 'known.ts'));
    expect(words).toEqual(
      expect.arrayContaining(['ECHO_BASE_URL', 'https://api.echo.example', '.echo', key.ECHO_API_KEY]),
    );
    expect(run(copy.path, ['--import', 'tsx', 'scripts/docs.ts'], {}).exitCode).toBe(0);
    expect(readFileSync(join(copy.path, 'docs/CONFIG.md'), 'utf8')).toMatch(/agent\.echoReply[\s\S]*ECHO_BASE_URL/);
  });
});
