/** Tests that the harness takes a group out of the checkout without loss. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { answerOf, type IssueScratch, issueScratch } from './scratch.ts';
import { performTakeOutGroup } from './take-out-group.ts';

afterAll(clearScratch);

const takeOut = (repo: IssueScratch, checkpoint: string, interrupted = false) =>
  answerOf(repo, () => performTakeOutGroup(repo.contextOf('5/out', interrupted), { lane: repo.lane, checkpoint }));
const has = (repo: IssueScratch, path: string) => existsSync(join(repo.root, path));

async function changedGroup() {
  const repo = issueScratch();
  repo.write('src/main.ts', 'changed\n');
  repo.write('src/새 파일.ts', 'new\n');
  rmSync(join(repo.root, 'readme.md'));
  return { repo, checkpoint: await repo.save() };
}

describe('I-38 a group that failed', () => {
  test('is kept under the ref that saved it, and the checkout is as before', async () => {
    const { repo, checkpoint } = await changedGroup();
    repo.write('ignored/build', 'output\n');
    expect(await takeOut(repo, checkpoint)).toEqual({ kept: 'refs/harness/kept/run-1/1' });
    expect([repo.git('status', '--porcelain'), repo.read('src/main.ts'), repo.read('ignored/build')]).toEqual([
      ...['', 'export {};\n', 'output\n'],
    ]);
    expect(repo.git('show', 'refs/harness/kept/run-1/1:src/새 파일.ts')).toBe('new');
    expect(await takeOut(repo, checkpoint, true)).toEqual({ kept: 'refs/harness/kept/run-1/1' });
    expect(repo.refs('refs/harness/kept')).toHaveLength(1);
  });

  test('leaves files of the user alone, staged or not, also with an empty group', async () => {
    const { repo, checkpoint } = await changedGroup();
    repo.write('mine.txt', 'mine\n');
    repo.write('staged.txt', 'staged\n');
    repo.git('add', 'staged.txt', 'src/main.ts');
    await takeOut(repo, checkpoint);
    expect(repo.git('status', '--porcelain').split('\n')).toEqual(['A  staged.txt', '?? mine.txt']);
    expect(await takeOut(repo, repo.lane.base)).toEqual({ kept: null });
    expect([repo.read('mine.txt'), repo.read('staged.txt')]).toEqual(['mine\n', 'staged\n']);
  });

  test('keeps an edit that a person made in one of its files since', async () => {
    const { repo, checkpoint } = await changedGroup();
    repo.write('src/main.ts', 'a person was here\n');
    expect(await takeOut(repo, checkpoint)).toEqual({ kept: 'refs/harness/kept/run-1/2' });
    expect(repo.git('show', 'refs/harness/kept/run-1/2:src/main.ts')).toBe('a person was here');
    expect(repo.notes).toEqual(['work.kept refs/harness/kept/run-1/2']);
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  test('continues after a crash in the middle with the same ref', async () => {
    const { repo, checkpoint } = await changedGroup();
    rmSync(join(repo.root, 'src'), { recursive: true }); // every file was removed, none was written yet
    expect(await takeOut(repo, checkpoint, true)).toEqual({ kept: 'refs/harness/kept/run-1/1' });
    expect([repo.git('status', '--porcelain'), repo.refs('refs/harness/kept')]).toEqual([
      '',
      ['refs/harness/kept/run-1/1'],
    ]);
  });

  test('moves outputs aside that only its own ignore file hid, and those alone', async () => {
    const repo = issueScratch();
    repo.write('ignored/mine', 'mine\n');
    repo.write('.gitignore', 'ignored/\ndist/\n*.log\n');
    repo.write('dist/out.js', 'built\n');
    repo.write('src/run.log', 'log\n');
    const checkpoint = await repo.save();
    repo.write('mine.txt', 'mine\n');
    await takeOut(repo, checkpoint);
    expect(repo.git('status', '--porcelain')).toBe('?? mine.txt');
    expect([has(repo, 'dist'), has(repo, 'src/run.log'), has(repo, 'ignored/mine')]).toEqual([false, false, true]);
    const aside = join(repo.contextOf('5/out').runFolder, 'uncovered-files');
    const names = readdirSync(aside, { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => /out\.js|run\.log|mine/.test(name))).toHaveLength(2);
  });

  test('moves outputs aside also if an earlier try stopped after the ignore file was restored, but no new file', async () => {
    const repo = issueScratch();
    repo.write('.gitignore', 'ignored/\ndist/\nreadme.md/\n');
    rmSync(join(repo.root, 'readme.md'));
    repo.write('readme.md/blocks', 'x\n');
    repo.write('dist/out.js', 'built\n');
    const checkpoint = await repo.save();
    expect(await takeOut(repo, checkpoint)).toMatch(/would be overwritten/);
    rmSync(join(repo.root, 'readme.md'), { recursive: true });
    repo.git('checkout', '--', '.gitignore');
    repo.write('later.txt', 'mine\n');
    await takeOut(repo, checkpoint, true);
    expect(repo.git('status', '--porcelain')).toBe('?? later.txt');
  });

  test('is not touched on another branch, or after a commit of a person', async () => {
    const { repo, checkpoint } = await changedGroup();
    repo.git('switch', '--quiet', '--create', 'elsewhere');
    expect(await takeOut(repo, checkpoint)).toBe('git.branch-moved main main elsewhere');
    repo.git('switch', '--quiet', 'main');
    repo.git('commit', '--quiet', '--allow-empty', '--message=theirs');
    expect(await takeOut(repo, checkpoint)).toMatch(/^git\.branch-moved main/);
    expect(repo.read('src/main.ts')).toBe('changed\n');
  });

  test('does not overwrite an ignored file in place of a file of the base', async () => {
    const repo = issueScratch();
    repo.write('.gitignore', 'ignored/\nreadme.md/\n');
    rmSync(join(repo.root, 'readme.md'));
    const checkpoint = await repo.save();
    repo.write('readme.md/mine', 'mine\n');
    expect(await takeOut(repo, checkpoint)).toMatch(/^git\.failed .*would be overwritten: readme\.md/);
    expect(repo.read('readme.md/mine')).toBe('mine\n');
  });
});
