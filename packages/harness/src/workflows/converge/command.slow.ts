import { describe, expect, test } from 'vitest';
import { repository } from '../../testing/command.ts';
import { implementerAnswer, reviewerAnswer, script } from '../../testing/scripts.ts';
import type { Shown } from '../../testing/shown.ts';

const converged = [implementerAnswer(), reviewerAnswer()];

describe('a run that converges', () => {
  test('gets a second branch if its name is taken', async () => {
    const repo = repository();
    const agents = script(repo, converged);
    await repo.run('converge', 'Do it', '--check', 'true', '--script', agents);
    await repo.run('converge', 'Do it', '--check', 'true', '--script', agents);
    expect(repo.git('branch', '--format=%(refname:short)')).toBe('harness/do-it\nharness/do-it-2\nmain');
  });
});

test('the note given with `one more pass` reaches the next call, and only that one', async () => {
  const repo = repository();
  const told = { role: 'converge.implementer', prompt: '<data name="note with Passes: one more pass" [^]*use tabs' };
  const answers = [
    reviewerAnswer('- [high] a.ts:1: it saw the note', { when: { role: 'converge.reviewer', prompt: 'use tabs' } }),
    implementerAnswer({ when: told, steps: [{ write: { path: 'work.txt', text: 'tabs' } }] }),
    ...converged,
  ];
  const people = [{ when: { header: 'Passes' }, choose: 'one more pass', note: 'use tabs' }];
  const check = ['--check', 'grep tabs work.txt', '--passes', '1'];
  const done = await repo.run('converge', 'Do it', ...check, '--script', script(repo, answers, people));
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
});

test('W-11 a note in another language changes the language of the run', async () => {
  const repo = repository();
  const red = ['--check', 'false', '--passes', '1', '--script', script(repo, converged)];
  const waits = await repo.run('converge', 'Do it', ...red);
  expect([waits.exitCode, /[가-힣]/.test(waits.stdout)]).toEqual([8, false]);
  const note = '한국어로 답해 주세요';
  await repo.run('answer', await repo.newest(), 'one more pass', '--note', note);
  const resumed = await repo.run('resume');
  expect([resumed.exitCode, resumed.stdout.replaceAll(note, '')]).toEqual([8, expect.stringMatching(/[가-힣]/)]);
});

describe('a check', () => {
  test("may leave files behind: the commit contains only the agent's change", async () => {
    const repo = repository();
    const check = 'echo junk >> junk.out; test -f second || { touch second; exit 1; }';
    const agents = script(repo, converged);
    expect((await repo.run('converge', 'Junk', '--check', check, '--passes', '3', '--script', agents)).exitCode).toBe(
      8,
    );
    expect((await repo.run('resume', '--check', 'echo junk >> junk.out', '--passes', '4')).exitCode).toBe(8);
    await repo.run('answer', await repo.newest(), 'one more pass');
    expect((await repo.run('resume')).exitCode).toBe(0);
    expect(repo.git('ls-tree', '--name-only', 'harness/junk')).toBe('README.md\nwork.txt');
    expect((await repo.json<Shown>('show', await repo.newest())).checks.at(-1)).toMatchObject({
      command: 'echo junk >> junk.out',
    });
  });

  test('defaults to the scripts of the repository', async () => {
    const repo = repository();
    repo.write('repo/package.json', JSON.stringify({ scripts: { test: 'test -f work.txt' } }));
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '-m', 'package');
    const people = [{ when: { header: 'Baseline' }, choose: 'fix it too' }];
    expect((await repo.run('converge', 'Detect', '--script', script(repo, converged, people))).exitCode).toBe(0);
    expect((await repo.json<Shown>('show', await repo.newest())).checks).toMatchObject([
      { command: 'npm test', green: true },
    ]);
  });
});
