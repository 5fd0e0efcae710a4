/** Runs converge with agents that break the rules, or do nothing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { processesOfRun, repository } from '../testing/command.ts';
import { failureAnswer, implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';
import type { Shown } from '../testing/shown.ts';

const converged = [implementerAnswer(), reviewerAnswer()];

describe('an agent that misbehaves', () => {
  const check = ['--check', 'true'];

  test('hangs: the idle watchdog ends it twice, then the run fails and no process is left', async () => {
    const repo = repository();
    const hanging = implementerAnswer({ steps: [{ run: 'sleep 300 & date +%N > begun' }, { hang: true }] });
    const { exitCode, stdout } = await repo.run(
      'converge',
      'Hang',
      ...check,
      '--idle-ms',
      '1500',
      '--script',
      script(repo, [hanging]),
    );
    expect(exitCode).toBe(1);
    expect(stdout).toContain('no activity for 1500 ms');
    const id = await repo.newest();
    const shown = await repo.json<Shown>('show', id);
    expect(shown.calls).toMatchObject([
      { outcome: 'timeout', tries: [{ outcome: 'timeout' }, { outcome: 'timeout' }] },
    ]);
    for (const n of [1, 2]) expect(repo.git('show', `refs/harness/kept/${id}/${n}:begun`)).not.toBe('');
    expect(processesOfRun(id)).toEqual([]);
  });

  test('answers garbage: one repair turn, then exit 4, never clean', async () => {
    const repo = repository();
    const agents = script(repo, [implementerAnswer(), reviewerAnswer('All good, ship it!')]);
    const { exitCode } = await repo.run('converge', 'Garbage', ...check, '--script', agents);
    expect(exitCode).toBe(4);
    const shown = await repo.json<Shown>('show', await repo.newest());
    expect(shown.calls.at(-1)).toMatchObject({
      outcome: 'schema',
      attempt: 1,
      tries: [{ outcome: 'schema' }, { outcome: 'schema' }],
    });
    expect(repo.git('branch', '--list', 'harness/*')).toBe('');
  });

  test('answers garbage once: the repair turn counts for the same call', async () => {
    const repo = repository();
    const agents = script(repo, [implementerAnswer(), reviewerAnswer('hm', { times: 1 }), reviewerAnswer()]);
    expect((await repo.run('converge', 'Garbage', ...check, '--script', agents)).exitCode).toBe(0);
    const shown = await repo.json<Shown>('show', await repo.newest());
    expect(shown.calls.at(-1)).toMatchObject({ outcome: 'ok', attempt: 1, costUsd: 0.02 });
  });

  test('has no scripted answer: the call fails and names role, item and attempt', async () => {
    const repo = repository();
    const { exitCode, stdout } = await repo.run(
      'converge',
      'Unscripted',
      ...check,
      '--script',
      script(repo, [implementerAnswer()]),
    );
    expect(exitCode).toBe(1);
    expect(stdout).toContain('role converge.reviewer, item none, attempt 1');
    expect((await repo.json<Shown>('show', await repo.newest())).calls.at(-1)).toMatchObject({
      outcome: 'unscripted',
      error: { kind: 'unscripted' },
    });
  });

  test('is rate limited three times: the run waits and completes', async () => {
    const repo = repository();
    const agents = script(repo, [failureAnswer('rate_limit', 3), ...converged]);
    expect((await repo.run('converge', 'Limited', ...check, '--script', agents)).exitCode).toBe(0);
    const [call] = (await repo.json<Shown>('show', await repo.newest())).calls;
    expect(call).toMatchObject({ outcome: 'ok', attempt: 1, costUsd: 0.04 });
    expect(call?.tries.map(({ outcome }) => outcome)).toEqual(['rate_limit', 'rate_limit', 'rate_limit', 'ok']);
  });

  test('is rate limited four times: the run parks with exit 9, and a resume continues it', async () => {
    const repo = repository();
    const agents = script(repo, [failureAnswer('rate_limit', 4), ...converged]);
    const { exitCode, stdout } = await repo.run('converge', 'Limited', ...check, '--script', agents);
    expect(exitCode).toBe(9);
    expect(stdout).toContain('Resume at or after');
    expect((await repo.json<{ runs: { status: string }[] }>('runs')).runs).toMatchObject([{ status: 'parked' }]);
    expect((await repo.run('resume')).exitCode).toBe(0);
  });

  test('is parked by a rate limit after a write: the resume starts from the restored lane', async () => {
    const repo = repository();
    const steps = [
      { write: { path: 'left.txt', text: 'x' } },
      { fail: { kind: 'rate_limit', retryAfterMs: 3_600_000 } },
    ];
    const agents = script(repo, [implementerAnswer({ times: 1, steps }), ...converged]);
    const { exitCode } = await repo.run('converge', 'Limited', ...check, '--max-wait-ms', '10', '--script', agents);
    expect(exitCode).toBe(9);
    expect((await repo.json<Shown>('show', await repo.newest())).calls).toMatchObject([{ outcome: 'rate_limit' }]);
    expect((await repo.run('resume')).exitCode).toBe(0);
    expect(repo.git('ls-tree', '--name-only', 'harness/limited')).toBe('README.md\nwork.txt');
  });

  test('replies with nothing: only the files count', async () => {
    const repo = repository();
    const agents = script(repo, [implementerAnswer({ reply: '' }), reviewerAnswer()]);
    expect((await repo.run('converge', 'Silent', ...check, '--script', agents)).exitCode).toBe(0);
  });

  test('prints control characters: the terminal never receives them', async () => {
    const repo = repository();
    const agents = script(repo, [
      implementerAnswer({ reply: 'hi \u001b[2J\u001b]0;owned\u0007 there \r over' }),
      reviewerAnswer(),
    ]);
    const { stdout } = await repo.run('converge', 'Two\nlines', ...check, '--script', agents);
    expect(stdout).toContain('hi  [2J ]0;owned  there   over');
    expect(stdout).not.toContain('\u001b');
  });

  test.each(['rate_limit', 'overloaded'])('must wait longer than allowed (%s): the run parks at once', async (kind) => {
    const repo = repository();
    const agents = script(repo, [failureAnswer(kind, 1, { retryAfterMs: 3_600_000 }), ...converged]);
    const { exitCode } = await repo.run('converge', 'Limited', ...check, '--max-wait-ms', '1000', '--script', agents);
    expect(exitCode).toBe(9);
  });

  test('writes outside its folder, through a link or into .git: each write is denied and noted, and the call continues', async () => {
    const repo = repository();
    const outside = join(repo.path, '..', 'outside.txt');
    const steps = [
      { run: 'ln -s .. up' },
      { write: { path: outside, text: 'x' } },
      { write: { path: '../../../../outside.txt', text: 'x' } },
      { write: { path: 'up/outside.txt', text: 'x' } },
      { write: { path: '.git/config', text: 'x' } },
      { write: { path: 'work.txt', text: 'fine' } },
    ];
    const { exitCode } = await repo.run(
      'converge',
      'Escape',
      ...check,
      '--script',
      script(repo, [implementerAnswer({ steps }), reviewerAnswer()]),
    );
    expect(exitCode).toBe(0);
    expect(existsSync(outside)).toBe(false);
    const denied = (await repo.json<Shown>('show', await repo.newest())).timeline.filter(
      ({ type }) => type === 'agent.denied',
    );
    expect(denied.map(({ path }) => path)).toEqual([
      outside,
      '../../../../outside.txt',
      'up/outside.txt',
      '.git/config',
    ]);
    expect(repo.git('show', 'harness/escape:work.txt')).toBe('fine');
  });

  test('writes and runs commands in a read-only role: both are denied, and the folder is unchanged', async () => {
    const repo = repository();
    const steps = [{ write: { path: 'evil.txt', text: 'x' } }, { run: 'touch evil2.txt' }, { delete: 'work.txt' }];
    const agents = script(repo, [implementerAnswer(), reviewerAnswer('No findings.', { steps })]);
    expect((await repo.run('converge', 'Read only', ...check, '--script', agents)).exitCode).toBe(0);
    const { timeline } = await repo.json<Shown>('show', await repo.newest());
    expect(timeline.filter(({ type }) => type === 'agent.denied')).toHaveLength(3);
    expect(repo.git('ls-tree', '--name-only', 'harness/read-only')).toBe('README.md\nwork.txt');
  });

  test('commits, switches branches and detaches: the harness commits, and only once', async () => {
    const repo = repository();
    const steps = [
      {
        run: 'echo mine > work.txt && git add -A && git -c user.name=a -c user.email=a@b commit -qm sneaky && git checkout -q --detach',
      },
    ];
    const agents = script(repo, [implementerAnswer({ steps }), reviewerAnswer()]);
    expect((await repo.run('converge', 'Sneaky', ...check, '--script', agents)).exitCode).toBe(0);
    expect(repo.git('log', '--format=%s', 'main..harness/sneaky')).toBe('Sneaky');
    expect(repo.git('show', 'harness/sneaky:work.txt')).toBe('mine');
  });
});
