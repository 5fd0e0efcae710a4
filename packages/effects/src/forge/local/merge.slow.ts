import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forgeOperations as forge } from '@harness/core/effects/forge';
import { act } from '@harness/core/effects/operation';
import { ok } from '@harness/core/failure/failure';
import { afterAll, describe, expect, test } from 'vitest';
import { clearScratch, plainGit } from '../../git/scratch.ts';
import { localStage } from './test-stage.ts';

afterAll(clearScratch);

const times = { sinceMs: 1_000_000, withinMs: 900_000, emptyAfterMs: 60_000, everyMs: 10_000, ignore: [] };

async function setUp(path?: string, content?: string) {
  const stage = await localStage();
  const head = stage.branch('task/x', path, content);
  await stage.perform(act(forge.pushBranch, { branch: 'task/x', commit: head }));
  await stage.perform(act(forge.openPull, { branch: 'task/x', base: 'main', head, title: 'Add', body: '## Summary' }));
  const merge = act(forge.mergePull, { pull: 1, head, title: 'Merge task/x', message: '' });
  const watch = act(forge.watchChecks, { pull: 1, head, ...times });
  return { ...stage, head, merge, watch, status: () => stage.repo.git('status', '--porcelain') };
}

describe('the checkout of the base', () => {
  test('is updated if it is clean, and untracked files stay', async () => {
    const { perform, merge, repo, status } = await setUp();
    repo.write('notes.txt', 'mine');
    expect(await perform(merge)).toMatchObject(ok({ is: 'merged', by: 'harness', checkout: { is: 'moved' } }));
    expect([status(), repo.read('new.txt'), repo.read('notes.txt')]).toEqual(['?? notes.txt', 'task/x', 'mine']);
  });

  test('with a touched but unchanged file is clean', async () => {
    const { perform, merge, repo, status } = await setUp('readme.md', 'changed\n');
    repo.write('readme.md', 'hello\n');
    expect(await perform(merge)).toMatchObject(ok({ checkout: { is: 'moved' } }));
    expect([status(), repo.read('readme.md')]).toEqual(['', 'changed\n']);
  });

  test.each([
    ['changed', (repo: { write(path: string, content: string): void }) => repo.write('src/main.ts', 'mine')],
    ['blocking a new one', (repo: { write(path: string, content: string): void }) => repo.write('new.txt', 'mine')],
  ])('is left unchanged if a file is %s, and that is reported', async (_, change) => {
    const { perform, merge, repo, people } = await setUp();
    change(repo);
    const before = repo.git('ls-files', '--stage');
    const outcome = await perform(merge);
    expect(outcome).toMatchObject(ok({ is: 'merged', checkout: { is: 'left', why: expect.stringMatching(/\w/) } }));
    expect(repo.git('ls-files', '--stage')).toBe(before);
    expect(
      ['src/main.ts', 'new.txt'].some((path) => existsSync(join(repo.root, path)) && repo.read(path) === 'mine'),
    ).toBe(true);
    expect(plainGit(people.bare, ['rev-parse', 'main'])).toBe(repo.git('rev-parse', 'main'));
  });

  test('with a staged file is left unchanged, and the reported command updates it', async () => {
    const { perform, merge, repo, status } = await setUp();
    repo.write('staged.txt', 'mine');
    repo.git('add', 'staged.txt');
    const outcome = await perform(merge);
    expect(outcome).toMatchObject(
      ok({ checkout: { is: 'left', why: expect.stringContaining('uncommitted changes') } }),
    );
    const [, command = ''] = /"git ([^"]+)"/.exec(JSON.stringify(outcome).replaceAll('\\"', '"')) ?? [];
    repo.git(...command.split(' '));
    expect([status(), repo.read('new.txt')]).toEqual(['A  staged.txt', 'task/x']);
  });

  test.each(['--assume-unchanged', '--skip-worktree'])('keeps a file with the git flag %s', async (flag) => {
    const { perform, merge, repo } = await setUp('readme.md', 'merged\n');
    repo.git('update-index', flag, 'readme.md');
    repo.write('readme.md', 'mine');
    expect(await perform(merge)).toMatchObject(ok({ is: 'merged', checkout: { is: 'left' } }));
    expect(repo.read('readme.md')).toBe('mine');
  });

  test('of another branch is not affected', async () => {
    const { perform, merge, repo, status } = await setUp();
    repo.git('switch', '--quiet', '-c', 'elsewhere');
    expect(await perform(merge)).toMatchObject(ok({ is: 'merged', checkout: { is: 'none' } }));
    expect([status(), existsSync(join(repo.root, 'new.txt'))]).toEqual(['', false]);
  });

  test('in another worktree is updated there', async () => {
    const { perform, merge, repo } = await setUp();
    repo.git('switch', '--quiet', '-c', 'elsewhere');
    repo.git('worktree', 'add', '--quiet', join(repo.home, 'main with space'), 'main');
    expect(await perform(merge)).toMatchObject(ok({ is: 'merged', checkout: { is: 'moved' } }));
    expect(plainGit(join(repo.home, 'main with space'), ['status', '--porcelain'])).toBe('');
  });
});

describe('its own CI', () => {
  test('checks the exact merge result, including the base', async () => {
    const { perform, watch, commands, people, merge, repo } = await setUp();
    people.moveBase('base.txt', 'moved');
    commands.push('grep -q moved base.txt && grep -q task/x new.txt');
    expect(await perform(watch)).toEqual(ok({ is: 'green' }));
    expect(repo.git('worktree', 'list').split('\n').length).toBe(1);
    expect(await perform(merge)).toMatchObject(ok({ is: 'merged' }));
    expect(repo.git('show', 'main:base.txt')).toBe('moved');
  });

  test('runs once per result, and again if the base moved: until then nothing is merged', async () => {
    const { perform, watch, commands, people, merge, repo } = await setUp();
    commands.push(`echo run >> ${join(repo.home, 'runs')}`);
    const runs = () => plainGit(repo.home, ['hash-object', 'runs']);
    expect(await perform(watch)).toEqual(ok({ is: 'green' }));
    const once = runs();
    expect(await perform(watch, '2/again')).toEqual(ok({ is: 'green' }));
    expect(runs()).toBe(once);
    people.moveBase('base.txt', 'moved');
    expect(await perform(merge)).toEqual(ok({ is: 'behind' }));
    expect(await perform(watch, '3/again')).toEqual(ok({ is: 'green' }));
    expect(runs()).not.toBe(once);
    expect(await perform(merge)).toMatchObject(ok({ is: 'merged' }));
  });

  test('reports a conflict with its files: no check can run on the result', async () => {
    const { perform, watch, people } = await setUp('readme.md', 'ours\n');
    people.moveBase('readme.md', 'theirs\n');
    expect(await perform(watch)).toMatchObject(ok({ is: 'conflict', files: ['readme.md'] }));
  });

  test('a red result is never merged', async () => {
    const { perform, watch, commands, merge, repo } = await setUp();
    const before = repo.git('rev-parse', 'main');
    commands.push('true', 'false');
    expect(await perform(watch)).toMatchObject(ok({ is: 'red', red: [{ name: 'false' }] }));
    expect(await perform(merge)).toEqual(ok({ is: 'blocked', detail: 'these checks are not green: false' }));
    expect(repo.git('rev-parse', 'main')).toBe(before);
  });

  test('a red check that a person ignored does not hold the merge, and no other one is ignored', async () => {
    const { perform, watch, commands, head } = await setUp();
    commands.push('false', 'exit 3');
    await perform(watch);
    const ignoring = (...ignore: string[]) =>
      act(forge.mergePull, { pull: 1, head, title: 'Merge task/x', message: '', ignore });
    expect(await perform(ignoring('false'))).toEqual(
      ok({ is: 'blocked', detail: 'these checks are not green: exit 3' }),
    );
    expect(await perform(ignoring('false', 'exit 3'))).toMatchObject(ok({ is: 'merged' }));
  });

  test('is red if a command cannot be found', async () => {
    const { perform, watch, commands } = await setUp();
    commands.push('no-such-command-at-all');
    expect(await perform(watch)).toMatchObject(ok({ is: 'red', red: [{ name: 'no-such-command-at-all' }] }));
  });

  test('ends at once if it is aborted, and leaves no worktree', async () => {
    const { perform, watch, commands, signal, repo } = await setUp();
    const mark = join(repo.home, 'started');
    commands.push(`touch ${mark}; sleep 60`);
    const watching = perform(watch);
    const polling = setInterval(() => {
      if (existsSync(mark)) signal.abort(new Error('parked'));
    }, 20);
    await expect(watching).rejects.toThrow('parked');
    clearInterval(polling);
    expect(repo.git('worktree', 'list').split('\n').length).toBe(1);
  });
});

describe('the files', () => {
  test('can be read by a person, and keep added fields', async () => {
    const { perform, file, folder } = await setUp();
    writeFileSync(join(folder, 'pulls/1.json'), JSON.stringify({ ...file(1), mood: 'good' }));
    await perform(act(forge.labelPull, { pull: 1, label: 'x' }));
    expect(file(1)).toMatchObject({ pull: 1, state: 'open', branch: 'task/x', mood: 'good', labels: ['x'] });
    expect(readdirSync(join(folder, 'pulls'))).toEqual(['1.json']);
  });

  test.each(['', '{"pull":', '{"version":2}', 'null'])('L3 that are damaged (%j) are reported', async (text) => {
    const { perform, folder } = await setUp();
    writeFileSync(join(folder, 'pulls/1.json'), text);
    expect(await perform(act(forge.readPull, { pull: 1 }))).toMatchObject({
      failure: { code: 'forge.unreadable', params: { detail: expect.stringContaining('pulls/1.json') } },
    });
  });

  test('deleting the branch closes the pull request', async () => {
    const { perform, people, merge } = await setUp();
    plainGit(people.bare, ['branch', '-D', 'task/x']);
    expect(await perform(merge)).toEqual(ok({ is: 'closed', by: 'someone' }));
  });
});

test('the bare repository can be cloned with its base and branches', async () => {
  const { perform, repo, folder, branch } = await localStage();
  rmSync(folder, { recursive: true });
  const head = branch('task/x');
  await perform(act(forge.pushBranch, { branch: 'task/x', commit: head }));
  await perform(act(forge.openPull, { branch: 'task/x', base: 'main', head, title: 'Add', body: '' }));
  plainGit(repo.home, ['clone', '--quiet', join(folder, 'origin.git'), 'clone']);
  const inClone = (...args: string[]) => plainGit(join(repo.home, 'clone'), args);
  expect([inClone('branch', '--show-current'), inClone('rev-parse', 'origin/task/x')]).toEqual(['main', head]);
  expect(repo.git('status', '--porcelain')).toBe('');
});

test('any merge by hand counts', async () => {
  const { perform, merge, repo, head } = await setUp();
  repo.git('merge', '--quiet', '--ff-only', 'task/x');
  expect(await perform(merge)).toMatchObject(ok({ is: 'merged', sha: head, by: 'Ada', checkout: { is: 'none' } }));
});
