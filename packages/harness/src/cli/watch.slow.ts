import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { repository, until } from '../testing/command.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';

interface Event {
  version: number;
  seq: number;
  at: string;
  type: string;
  call?: string;
}

describe('watch', () => {
  test('follows a run of another process, with the activity of its agent, until it ends', async () => {
    const repo = repository();
    const steps = [{ write: { path: 'work.txt', text: 'x' } }, { sleep: 800 }];
    const agents = script(repo, [implementerAnswer({ steps }), reviewerAnswer()]);
    const running = repo.start(['converge', 'Watch me', '--check', 'true', '--script', agents]);
    const id = await until(async () => (await repo.newest()) || undefined);
    const { exitCode, stdout } = await repo.run('watch', id, '--json');
    expect(exitCode).toBe(0);
    expect((await running.finished).exitCode).toBe(0);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Event);
    expect(events.every(({ version, at, seq }) => version === 1 && seq > 0 && /Z$/.test(at))).toBe(true);
    expect(events.filter(({ type }) => type === 'tool').map(({ call }) => call)).toContain('1/change');
    expect(events.some(({ type }) => type === 'ended')).toBe(true);
  });

  test('prints a run without an owner, and returns', async () => {
    const repo = repository();
    await repo.run(
      'converge',
      'Done',
      '--check',
      'true',
      '--script',
      script(repo, [implementerAnswer(), reviewerAnswer()]),
    );
    const { exitCode, stdout } = await repo.run('watch');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('ended: done');
  });
});

describe('doctor', () => {
  test('checks everything, and each problem has a command that fixes it', async () => {
    const { checks } = await repository().json<{
      checks: { id: string; ok: boolean; required: boolean; detail: string; fix: string }[];
    }>('doctor');
    expect(checks.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'node',
        'git',
        'repository',
        'folder',
        'journals',
        'disk',
        'sandbox',
        'browser',
        'provider.scripted',
      ]),
    );
    for (const { ok, fix, required, id } of checks) {
      expect(ok || fix !== '', id).toBe(true);
      expect(ok || !required, id).toBe(true);
    }
  });

  test('never prints a key', async () => {
    const repo = repository();
    const { stdout } = await repo.start(['doctor'], { ANTHROPIC_API_KEY: 'sk-ant-planted-key' }).finished;
    expect(stdout).toContain('ANTHROPIC_API_KEY is set');
    expect(stdout).not.toContain('planted');
  });

  test('exits 1 outside a repository and prints the command that helps', async () => {
    const repo = repository();
    const { exitCode, stdout } = await repo.run('doctor', '--repo', '/');
    expect(exitCode).toBe(1);
    expect(stdout).toContain('fix: git init');
  });
});

describe('completion', () => {
  test('for bash is a valid bash script that completes commands', async () => {
    const { stdout } = await repository().run('completion', 'bash');
    const completion = `${stdout}\nCOMP_WORDS=(harness conv); COMP_CWORD=1; _harness; echo "\${COMPREPLY[@]}"`;
    expect(spawnSync('bash', ['-c', completion], { encoding: 'utf8' }).stdout.trim()).toBe('converge');
  });

  test('for an unknown shell is refused with the known shells', async () => {
    const { exitCode, stderr } = await repository().run('completion', 'csh');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('bash, zsh, fish');
  });
});
