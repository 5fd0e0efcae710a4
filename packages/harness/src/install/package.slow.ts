/** Installs the package as a user does, and works with it: without a dependency, a registry, a clone or a network. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findClaudeInstallation } from '@harness/effects/agent/claude/installed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytesOnDisk, type InstalledPackage, installPackage } from '../testing/installed-package.ts';
import { workflows } from '../workflows/list.ts';
import { allParts } from '../workflows/parts.ts';

let installed: InstalledPackage;
beforeAll(() => {
  installed = installPackage();
});
afterAll(() => installed.remove());

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, unknown>>;

/** A repository with a test and a scripted agent that adds a file. */
function repositoryAt(name: string): string {
  const path = join(installed.work, name);
  mkdirSync(path);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], { cwd: path, stdio: 'pipe' });
  writeFileSync(join(path, 'README.md'), 'hello\n');
  const answers = [
    { when: { role: 'converge.implementer' }, steps: [{ write: { path: 'a.txt', text: 'a\n' } }], reply: 'done' },
    { when: { role: 'converge.reviewer' }, reply: 'No findings.' },
  ];
  writeFileSync(join(path, '..', `${name}.json`), JSON.stringify({ version: 1, answers }));
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=First');
  return path;
}

test('the package is small, has no dependency and no install script, and lists what it contains', () => {
  const manifest = readJson(join(installed.folder, 'package.json'));
  expect(Object.keys(manifest).sort()).toEqual([
    'bin',
    'description',
    'engines',
    'license',
    'name',
    'peerDependencies',
    'peerDependenciesMeta',
    'type',
    'version',
  ]);
  expect(manifest['peerDependenciesMeta']).toEqual({ '@anthropic-ai/claude-agent-sdk': { optional: true } });
  expect(statSync(installed.tarball).size).toBeLessThanOrEqual(1_500_000);
  expect(bytesOnDisk(installed.folder)).toBeLessThanOrEqual(6_000_000);
  expect(installed.installMs).toBeLessThanOrEqual(60_000); // `npm run bench -- package` holds it against 5 s
  for (const name of ['node_modules', '../claude-agent-sdk', 'packages'])
    expect(existsSync(join(installed.folder, name))).toBe(false);
  for (const path of [
    'LICENSE',
    'README.md',
    'schema/harness.config.schema.json',
    'examples/1-hello/agents.yaml',
    'completions/harness.bash',
    'completions/_harness',
    'completions/harness.fish',
  ])
    expect(existsSync(join(installed.folder, path)), path).toBe(true);
  const licences = readFileSync(join(installed.folder, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const name of ['@babel/parser', '@openai/codex-sdk', '@agentclientprotocol/sdk', '@linear/sdk', 'zod'])
    expect(licences).toContain(`\n${name} `);
  const files = execFileSync('tar', ['-tzf', installed.tarball], { encoding: 'utf8' }).split('\n');
  expect(
    files.filter((path) => /\.map$|\.ts$|node_modules|\.stamp$/.test(path.replace(/^package\/examples.*/, ''))),
  ).toEqual([]);
});

test('init, doctor, a scripted run, its documents and the daemon work in a repository', async () => {
  const repo = repositoryAt('shop');
  const run = (...args: readonly string[]) => installed.run(repo, args);
  expect((await run('--version')).stdout).toBe(
    `${String(readJson(join(installed.folder, 'package.json'))['version'])}\n`,
  );
  expect(await run('init', '--provider', 'scripted')).toMatchObject({ exitCode: 0 });
  const doctor = JSON.parse((await run('doctor', '--json')).stdout) as {
    checks: readonly { id: string; ok: boolean }[];
  };
  expect(
    doctor.checks.filter(({ id }) => ['node', 'git', 'config', 'provider.scripted'].includes(id)).map(({ ok }) => ok),
  ).toEqual([true, true, true, true]);
  const done = await run('converge', 'Add a file', '--check', 'test -e README.md', '--script', '../shop.json');
  expect(done.exitCode, done.stdout + done.stderr).toBe(0);
  expect(JSON.parse((await run('runs', '--json')).stdout)).toMatchObject({ runs: [{ status: 'done' }] });
  const started = await run('daemon', 'start', '--detach', '--port', '0', '--script', '../shop.json');
  expect(started.exitCode, started.stdout + started.stderr).toBe(0);
  expect((await run('daemon', 'status')).exitCode).toBe(0);
  expect((await run('daemon', 'stop')).exitCode).toBe(0);
});

test('the plugin for Claude Code installs from it, and its MCP server starts the installed program', () => {
  const { program: found } = findClaudeInstallation();
  if (found.is === 'missing') throw new Error('the program of Claude is not installed');
  const repo = repositoryAt('plugged');
  const env = { PATH: process.env['PATH'], HOME: installed.home, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' };
  const claude = (...args: readonly string[]) =>
    execFileSync(found.program, ['plugin', ...args], { cwd: repo, env, encoding: 'utf8', stdio: 'pipe' });
  claude('validate', '--strict', installed.folder);
  claude('marketplace', 'add', installed.folder);
  expect(claude('install', 'harness@harness')).toContain('Successfully installed');
  const [copy] = Object.values(
    readJson(join(installed.home, '.claude/plugins/installed_plugins.json'))['plugins'] as object,
  ) as [[{ installPath: string }]];
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
  const child = spawnSync(process.execPath, [join(copy[0].installPath, 'scripts/start-harness.mjs'), 'mcp'], {
    cwd: repo,
    env: { PATH: join(installed.prefix, 'bin') },
    input: `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`,
    encoding: 'utf8',
  });
  expect([child.status, child.stderr]).toEqual([0, '']);
});

describe('from a read-only folder, without a network', async () => {
  const parts = await allParts(workflows);
  const names = parts.flatMap((one) => Object.keys(one.examples ?? {}));

  test.concurrent.each(names)('harness demo %s runs', async (name) => {
    const { exitCode, stdout, stderr } = await installed.runConfined(['demo', name]);
    expect(exitCode, stdout + stderr).toBe(0);
  });

  test('all demos are known', () => {
    expect(names.length).toBeGreaterThanOrEqual(7);
  });
});
