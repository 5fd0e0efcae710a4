import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../testing/command.ts';
import { detections } from '../testing/detection.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';

interface Written {
  path: string;
  language: string;
  config: { $schema: string; checks: Record<string, string | null>; e2e?: { command: string } };
}

describe('init', () => {
  test.each(detections)('W-54, W-55, W-56 detects: %s', async (_, files, expected) => {
    const repo = repository();
    for (const [name, text] of Object.entries(files)) repo.write(`repo/${name}`, text);
    const { language, config } = await repo.json<Written>('init');
    expect({ language, ...config.checks }).toMatchObject(expected);
  });

  test('prefers the type check script of the repository', async () => {
    const repo = repository();
    repo.write('repo/tsconfig.json', '{}');
    repo.write('repo/package.json', JSON.stringify({ scripts: { typecheck: 'true' } }));
    expect((await repo.json<Written>('init')).config.checks['typecheck']).toBe('npm run typecheck');
  });

  test('writes a configuration that every command reads, with a schema for the editor', async () => {
    const repo = repository();
    repo.write('repo/package.json', JSON.stringify({ scripts: { test: 'true', e2e: 'x' } }));
    const { path, config } = await repo.json<Written>('init', '--provider', 'scripted');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(config);
    expect(config.e2e).toEqual({ command: 'npm run e2e' });
    expect(existsSync(join(repo.path, config.$schema))).toBe(true);
    expect((await repo.run('doctor')).exitCode).toBe(0);
    expect(repo.git('status', '--porcelain', '--', '.harness')).toBe('');
  });

  test('never overwrites an existing file without --force, and never code', async () => {
    const repo = repository();
    repo.write('repo/harness.config.json', '{}');
    const refused = await repo.run('init');
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('--force');
    expect(readFileSync(join(repo.path, 'harness.config.json'), 'utf8')).toBe('{}');
    expect((await repo.run('init', '--force')).exitCode).toBe(0);
    rmSync(join(repo.path, 'harness.config.json'));
    repo.write('repo/harness.config.mjs', 'export default {};');
    expect((await repo.run('init', '--force')).exitCode).toBe(2);
  });
});

describe('a configuration', () => {
  test('that is invalid is one line of the doctor, with a command that replaces it', async () => {
    const repo = repository();
    repo.write('repo/harness.config.json', '{"store":{"kind":"postgres"},"sandbox":"off"}');
    const { exitCode, stdout } = await repo.run('doctor');
    expect(exitCode).toBe(2);
    expect(stdout).toMatch(/✗ config .*store\.kind.*\n +fix: harness init --force/);
    expect(stdout).toContain('provider.scripted');
    await repo.run('init', '--force');
    expect((await repo.run('doctor')).stdout).toContain('✓ config');
  });

  const agents = (repo: ReturnType<typeof repository>) => script(repo, [implementerAnswer(), reviewerAnswer()]);

  test.each([
    ['harness.config.json', (value: string) => value],
    ['harness.config.mjs', (value: string) => `export default () => (${value});`],
    ['harness.config.ts', (value: string) => `const config: object = ${value};\nexport default config;`],
  ])('%s sets the provider and the checks', async (name, wrap) => {
    const repo = repository();
    const value = { agent: { provider: 'scripted', script: agents(repo) }, checks: { test: 'test -f README.md' } };
    repo.write(`repo/${name}`, wrap(JSON.stringify(value)));
    const { exitCode, stderr } = await repo.run('converge', 'Configured');
    expect(exitCode, stderr).toBe(0);
    const shown = await repo.json<{ checks: { command: string }[] }>('show', await repo.newest());
    expect(shown.checks).toMatchObject([{ command: 'test -f README.md' }]);
  });

  test.each([
    ['converge', 'Anything'],
    ['task', 'Anything'],
  ])('of another tool below .harness gets one warning line from %s', async (...args) => {
    const repo = repository();
    repo.write('repo/.harness/.gitignore', '*\n');
    repo.write('repo/.harness/config.json', '{ "maxCostUsd": 5 }');
    const { stdout, stderr } = await repo.run(...args, '--dry-run', '--script', agents(repo));
    expect((stdout + stderr).match(/\.harness\/config\.json belongs to another tool/g)).toHaveLength(1);
  });

  test.each([
    [{ store: { kind: 'postgres', url: 'postgres://db/x' } }, 'store.kind'],
    [{ telemetry: { endpoint: 'http://x' } }, 'telemetry.endpoint'],
  ])('with a setting that would have no effect is refused: %j', async (config, setting) => {
    const repo = repository();
    repo.write('repo/harness.config.json', JSON.stringify(config));
    const { exitCode, stderr } = await repo.run('converge', 'Anything', '--script', agents(repo));
    expect([exitCode, stderr.includes(setting)]).toEqual([2, true]);
  });

  test('is overridden by the environment, which is overridden by a flag', async () => {
    const repo = repository();
    repo.write('repo/harness.config.json', JSON.stringify({ agent: { maxReviewPasses: 4, provider: 'codex' } }));
    const env = { HARNESS_AGENT_MAX_REVIEW_PASSES: '1' };
    const red = ['converge', 'Order', '--check', 'false', '--script', agents(repo)];
    expect((await repo.start(red, env).finished).exitCode).toBe(8);
    expect((await repo.json<{ calls: unknown[] }>('show', await repo.newest())).calls).toHaveLength(1);
    await repo.start([...red, '--passes', '2'], env).finished;
    expect((await repo.json<{ calls: unknown[] }>('show', await repo.newest())).calls).toHaveLength(2);
  });

  test('sets a cap: a call that does not fit is not made, and the command exits 6', async () => {
    const repo = repository();
    const budget = { capTokens: 25_000 };
    repo.write(
      'repo/harness.config.json',
      JSON.stringify({ budget, agent: { script: agents(repo), provider: 'scripted' } }),
    );
    const spending = repo.write(
      'dear.yaml',
      JSON.stringify({
        version: 1,
        answers: [
          {
            when: { role: 'converge.implementer' },
            steps: [{ write: { path: 'a.txt', text: 'x' } }],
            usage: { input: 20_000 },
          },
          { when: { role: 'converge.reviewer' }, reply: 'No findings.' },
        ],
      }),
    );
    const { exitCode, stdout } = await repo.run('converge', 'Dear', '--check', 'true', '--script', spending);
    expect(exitCode).toBe(6);
    expect(stdout).toContain('25,000');
    const shown = await repo.json<{ status: string; calls: { role: string }[]; tokens: { input: number } }>(
      'show',
      await repo.newest(),
    );
    expect(shown).toMatchObject({ status: 'failed', tokens: { input: 20_000 } });
    expect(repo.git('branch', '--list', 'harness/*')).toBe('');
  });

  test('with ten mistakes is refused with all their paths before a run starts', async () => {
    const repo = repository();
    const wrong = {
      agent: { provider: 'abacus', maxReviewPasses: 0, limits: { wallMs: 'long', idel: 1 }, retry: { calls: -1 } },
      checks: { test: 5, testFiles: 'all' },
      budget: { capUsd: 'much' },
      control: { port: 99_999_999 },
      planDirr: 'x',
    };
    repo.write('repo/harness.config.json', JSON.stringify(wrong));
    const { exitCode, stderr } = await repo.run('converge', 'x', '--script', agents(repo), '--check', 'true');
    expect(exitCode).toBe(2);
    const paths = [
      'agent.maxReviewPasses',
      'agent.limits.wallMs',
      'agent.limits.idel',
      'agent.retry.calls',
      'checks.test',
      'checks.testFiles',
      'budget.capUsd',
      'control.port',
      'planDirr',
    ];
    for (const path of paths) expect(stderr).toContain(`${path}: `);
    expect(existsSync(join(repo.path, '.harness'))).toBe(false);
  });

  test('that cannot be read is refused by its name', async () => {
    const repo = repository();
    repo.write('repo/harness.config.json', '{ not json');
    const { exitCode, stderr } = await repo.run('converge', 'x', '--script', agents(repo));
    expect(exitCode).toBe(2);
    expect(stderr).toContain('harness.config.json cannot be read');
  });
});
