import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { processesOfRun, repository } from '../../testing/command.ts';
import { implementerAnswer, reviewerAnswer, script } from '../../testing/scripts.ts';
import type { Shown } from '../../testing/shown.ts';

const converged = [implementerAnswer(), reviewerAnswer()];

describe('a run that converges', () => {
  test("leaves one commit on its own branch and does not change the user's checkout", async () => {
    const repo = repository();
    repo.write('repo/mine.txt', 'not committed\n');
    const { exitCode, stdout, stderr } = await repo.run(
      'converge',
      'Do it',
      '--check',
      'test -f work.txt',
      '--script',
      script(repo, converged),
    );
    expect(exitCode).toBe(0);
    expect(stdout + stderr).toContain(
      'Uncommitted changes are not part of the lane, which starts from HEAD: mine.txt.',
    );
    expect(stdout).toContain('git merge harness/do-it');
    expect(repo.git('log', '--format=%s', 'main..harness/do-it')).toBe('Do it');
    expect(repo.git('show', 'harness/do-it:work.txt')).toBe('pass 1');
    expect(repo.git('status', '--porcelain')).toBe('?? mine.txt');
    expect(repo.git('branch', '--show-current')).toBe('main');
    expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
    const shown = await repo.json<Shown>('show', await repo.newest());
    expect(shown).toMatchObject({ status: 'done', state: 'converged', costUsd: 0.02 });
    expect(shown.tokens).toEqual({ input: 200, output: 20, cacheRead: 10, cacheWrite: 2 });
    expect(shown.commits).toEqual([
      { sha: repo.git('rev-parse', 'harness/do-it'), branch: 'harness/do-it', subject: 'Do it' },
    ]);
    expect(
      shown.calls.map(({ role, attempt, mode, provider, outcome, item }) => ({
        role,
        attempt,
        mode,
        provider,
        outcome,
        item,
      })),
    ).toEqual([
      { role: 'converge.implementer', attempt: 1, mode: 'exec', provider: 'scripted', outcome: 'ok', item: null },
      { role: 'converge.reviewer', attempt: 1, mode: 'review', provider: 'scripted', outcome: 'ok', item: null },
    ]);
    const [check] = shown.checks;
    expect(check).toMatchObject({ command: 'test -f work.txt', green: true, exitCode: 0 });
    expect(existsSync(join(repo.path, check?.log ?? 'none'))).toBe(true);
  });

  test('D-32 repairs red checks and a high finding, and keeps a low finding as a follow-up', async () => {
    const repo = repository();
    const found = '- [high] work.txt:1: too short\n- [low] work.txt: could be nicer\n';
    const agents = script(repo, [
      implementerAnswer(),
      reviewerAnswer(found, { times: 1 }),
      reviewerAnswer('- [low] work.txt: could be nicer\nNo blocking findings.'),
    ]);
    const { exitCode } = await repo.run(
      'converge',
      'Do it',
      '--check',
      'grep -v "pass 1" work.txt',
      '--script',
      agents,
    );
    expect(exitCode).toBe(0);
    const shown = await repo.json<Shown>('show', await repo.newest());
    expect(shown.checks.map(({ green }) => green)).toEqual([false, true, true]);
    expect(shown.calls.filter(({ role }) => role === 'converge.implementer')).toHaveLength(3);
    expect(shown.findings.map(({ text, status }) => `${status}: ${text}`).sort()).toEqual([
      'fixed: too short',
      'follow-up: could be nicer',
    ]);
    expect(repo.git('show', 'harness/do-it:work.txt')).toBe('pass 3');
  });

  test('makes no commit without a change, and says so', async () => {
    const repo = repository();
    const agents = script(repo, [implementerAnswer({ steps: [] }), reviewerAnswer()]);
    const { exitCode, stdout } = await repo.run('converge', 'Nothing', '--check', 'true', '--script', agents);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('No file was changed');
    expect(repo.git('branch', '--list', 'harness/*')).toBe('');
  });

  test('prints one document with --json, and everything else on standard error', async () => {
    const repo = repository();
    const { stdout, stderr } = await repo.run(
      'converge',
      'Do it',
      '--check',
      'true',
      '--script',
      script(repo, converged),
      '--json',
    );
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, status: 'done', workflow: 'converge', title: 'Do it' });
    expect(stderr).toContain('committed');
  });
});

describe('spent passes', () => {
  const red = ['converge', 'Do it', '--check', 'false', '--passes', '2'];

  test('exit 8 with a question that another process can answer', async () => {
    const repo = repository();
    const { exitCode, stdout } = await repo.run(...red, '--script', script(repo, converged));
    expect(exitCode).toBe(8);
    const { questions } = await repo.json<{ questions: Record<string, unknown>[] }>('questions');
    expect(questions).toMatchObject([
      {
        header: 'Passes',
        options: [{ label: 'one more pass' }, { label: 'stop' }],
        evidence: [expect.stringMatching(/report\.1\.log$/)],
      },
    ]);
    expect(stdout).toContain(`harness answer ${questions[0]?.['id']} "one more pass"`);
    expect((await repo.json<{ runs: { status: string; openQuestions: number }[] }>('runs')).runs).toMatchObject([
      { status: 'waiting', openQuestions: 1 },
    ]);
  });

  test('allow exactly one pass after `one more pass`, and then ask again', async () => {
    const repo = repository();
    await repo.run(...red, '--script', script(repo, converged));
    const id = await repo.newest();
    await repo.run('answer', id, 'ONE MORE PASS');
    expect((await repo.run('resume')).exitCode).toBe(8);
    const shown = await repo.json<Shown>('show', id);
    expect(shown.calls).toHaveLength(3);
    expect(shown.questions).toHaveLength(2);
  });

  test('exit 5 after `stop`, and keep the work reachable', async () => {
    const repo = repository();
    const people = [{ when: { header: 'Passes' }, choose: 'stop', note: 'enough', after: 10 }];
    const { exitCode } = await repo.run(...red, '--script', script(repo, converged, people));
    expect(exitCode).toBe(5);
    const id = await repo.newest();
    const shown = await repo.json<Shown>('show', id);
    expect(shown).toMatchObject({ status: 'stopped', state: 'spent' });
    expect(shown.questions).toMatchObject([{ answer: 'stop', answeredBy: 'script', note: 'enough' }]);
    expect(repo.git('branch', '--list', 'harness/*')).toBe('');
    expect(repo.git('for-each-ref', '--format=%(refname)', `refs/harness/kept/${id}`)).not.toBe('');
    expect(repo.git('show', `refs/harness/kept/${id}/1:work.txt`)).toBe('pass 1');
  });

  test('refuse a number below 1 and write nothing', async () => {
    const repo = repository();
    const { exitCode, stderr } = await repo.run('converge', 'x', '--passes', '0', '--script', script(repo, converged));
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--passes');
    expect(existsSync(join(repo.path, '.harness'))).toBe(false);
  });
});

describe('a review', () => {
  const run = async (reply: string) => {
    const repo = repository();
    const people = [{ when: {}, choose: 'stop' }];
    const agents = script(repo, [implementerAnswer(), reviewerAnswer(reply)], people);
    const finished = await repo.run('converge', 'Review', '--check', 'true', '--passes', '1', '--script', agents);
    return { finished, shown: await repo.json<Shown>('show', await repo.newest()) };
  };

  test('keeps a blocking finding beside a low one with the same words, and one per line', async () => {
    const { finished, shown } = await run(
      '- [low] a.js:1: no check\n- [high] a.js:20: no check\n- [high] a.js:30: no check',
    );
    expect(finished.exitCode).toBe(5);
    expect(shown.findings.map(({ severity, line, status }) => `${severity} ${line} ${status}`)).toEqual([
      'low 1 follow-up',
      'high 20 open',
      'high 30 open',
    ]);
  });

  test('finds a blocking finding in the middle of a very long answer', async () => {
    const filler = 'nothing to see here\n'.repeat(40_000);
    const { finished } = await run(`${filler}- [high] a.js: really bad\n${filler}No blocking findings.`);
    expect(finished.exitCode).toBe(4);
  });
});

describe('a check', () => {
  test.each(['', ' \t'])('without a word (%j) is refused, because a shell would succeed', async (check) => {
    const { exitCode, stderr } = await repository().run('converge', 'Nothing', '--check', 'true', '--check', check);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--check must name a command, not an empty text');
  });

  test('is red if it times out, and ends with all its children', async () => {
    const repo = repository();
    const people = [{ when: {}, choose: 'stop' }];
    const { exitCode } = await repo.run(
      'converge',
      'Slow',
      '--check',
      'sleep 300 & echo begun; wait',
      '--check-timeout-ms',
      '400',
      '--passes',
      '1',
      '--script',
      script(repo, converged, people),
    );
    expect(exitCode).toBe(5);
    const id = await repo.newest();
    const shown = await repo.json<Shown>('show', id);
    expect(shown.checks).toMatchObject([{ green: false }]);
    expect((await repo.run('logs', id)).stdout).toContain('begun');
    expect(processesOfRun(id)).toEqual([]);
  });

  test('puts its output into the next prompt of the implementer, as data', async () => {
    const repo = repository();
    const agents = script(repo, [
      implementerAnswer({ when: { role: 'converge.implementer', attempt: 1 } }),
      implementerAnswer({ when: { role: 'converge.implementer', prompt: 'the-reason-is-here' } }),
      reviewerAnswer(),
    ]);
    const { exitCode } = await repo.run(
      'converge',
      'Told',
      '--check',
      'echo the-reason-is-here; grep -q "pass 2" work.txt',
      '--script',
      agents,
    );
    expect(exitCode).toBe(0);
    const { checks } = await repo.json<Shown>('show', await repo.newest());
    expect(readFileSync(join(repo.path, checks[0]?.log ?? 'none'), 'utf8')).toContain('the-reason-is-here');
  });
});
