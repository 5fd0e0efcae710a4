/** Tests where hooks are found, although an agent may have changed everything in the working tree. */
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { clearScratch, type Scratch, scratch } from '../git/scratch.ts';
import { openExposedTime } from '../trust/exposed-times.ts';
import { findHooks } from './find-hooks.ts';
import { findHooksFolder } from './hooks-folder.ts';
import { findOwnHookFiles } from './own-hook-files.ts';
import { resolveTreePath } from './tree-path.ts';

afterAll(clearScratch);

function program(path: string, text = '#!/bin/sh\n'): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

function commitAll(repo: Scratch): string {
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=all');
  return repo.git('rev-parse', 'HEAD');
}

const find = async (repo: Scratch) =>
  findHooks(repo.root, repo.git('rev-parse', 'HEAD'), await findOwnHookFiles(repo.root, null));

describe('the folder of hooks', () => {
  test('is that of the repository, or the last one of the configuration', async () => {
    const repo = scratch();
    expect(await findHooksFolder(repo.root)).toEqual({ in: 'disk', path: join(repo.root, '.git/hooks') });
    repo.write('../more.config', '[core]\n\thooksPath = ~/own\n');
    repo.git('config', 'include.path', join(repo.root, '../more.config'));
    expect(await findHooksFolder(repo.root)).toEqual({ in: 'disk', path: join(process.env['HOME'] ?? '', 'own') });
    repo.git('config', '--unset', 'include.path');
    for (const [value, folder] of [
      ['.husky/_', { in: 'tree', path: '.husky/_' }],
      ['.', { in: 'tree', path: '' }],
      [join(repo.root, 'a/../b'), { in: 'tree', path: 'b' }],
      ['../beside', { in: 'disk', path: join(dirname(repo.root), 'beside') }],
      ['.git/mine', { in: 'disk', path: join(repo.root, '.git/mine') }],
      ['', { in: 'disk', path: '/dev/null' }],
    ] as const) {
      repo.git('config', 'core.hooksPath', value);
      expect(await findHooksFolder(repo.root), value).toEqual(folder);
    }
  });

  test('that leads into the tree through a link elsewhere is one of the tree, whatever links are in the tree', async () => {
    const repo = scratch();
    symlinkSync(repo.root, join(repo.home, 'link'));
    symlinkSync('/tmp', join(repo.root, 'planted'));
    repo.git('config', 'core.hooksPath', join(repo.home, 'link/planted/hooks'));
    expect(await findHooksFolder(repo.root)).toEqual({ in: 'tree', path: 'planted/hooks' });
    symlinkSync('endless', join(repo.home, 'endless'));
    repo.git('config', 'core.hooksPath', join(repo.home, 'endless'));
    expect(await findHooksFolder(repo.root)).toMatchObject({ in: 'disk' });
  });
});

describe('a path of a commit', () => {
  test('is followed through links of that commit, and out of the repository', async () => {
    const repo = scratch();
    program(join(repo.root, 'tools/deep/run.sh'));
    symlinkSync('tools/deep', join(repo.root, 'hooks'));
    symlinkSync('../../hooks/run.sh', join(repo.root, 'tools/deep/again'));
    symlinkSync('../outside', join(repo.root, 'out'));
    symlinkSync('/etc/passwd', join(repo.root, 'absolute'));
    symlinkSync('endless', join(repo.root, 'endless'));
    const commit = commitAll(repo);
    rmSync(join(repo.root, 'tools'), { recursive: true });
    const resolve = (path: string) => resolveTreePath(repo.root, commit, path);
    const file = { is: 'file', path: 'tools/deep/run.sh', isExecutable: true };
    expect(await resolve('hooks/run.sh')).toMatchObject({ ...file, links: ['hooks'] });
    expect(await resolve('hooks/again')).toMatchObject({ ...file, links: ['hooks', 'tools/deep/again', 'hooks'] });
    expect(await resolve('src/../readme.md')).toMatchObject({ is: 'file', path: 'readme.md', isExecutable: false });
    expect(await resolve('out')).toEqual({ is: 'outside', target: '../outside' });
    expect(await resolve('absolute')).toEqual({ is: 'outside', target: '/etc/passwd' });
    for (const path of ['endless', 'none', 'src', 'readme.md/x', 'hooks/none'])
      expect(await resolve(path), path).toEqual({ is: 'missing' });
  });
});

describe('I-65 hooks', () => {
  test('in the tree are those of the base: not new, changed or removed ones of the working tree', async () => {
    const repo = scratch();
    program(join(repo.root, '.githooks/pre-commit'), '#!/bin/sh\nbase\n');
    commitAll(repo);
    repo.git('config', 'core.hooksPath', '.githooks');
    rmSync(join(repo.root, '.githooks/pre-commit'));
    await openExposedTime(repo.root); // an agent works from here on
    program(join(repo.root, '.githooks/commit-msg'));
    const { hooks, places } = await find(repo);
    expect(hooks).toMatchObject([
      { name: 'pre-commit', path: '.githooks/pre-commit', text: '#!/bin/sh\nbase' },
      { name: 'commit-msg', problem: expect.stringMatching(/an agent could have written/) as unknown },
    ]);
    expect(places.folders).toEqual(['.githooks']);
  });

  test('of the git folder that lead into the tree are those of the base, or refused if no commit has them', async () => {
    const repo = scratch();
    program(join(repo.root, 'tools/hook.sh'), '#!/bin/sh\nbase\n');
    commitAll(repo);
    program(join(repo.root, 'tools/hook.sh'), '#!/bin/sh\nagent\n');
    const link = (name: string, target: string) => {
      mkdirSync(join(repo.root, '.git/hooks'), { recursive: true });
      symlinkSync(target, join(repo.root, '.git/hooks', name));
    };
    link('pre-commit', '../../tools/hook.sh');
    link('commit-msg', '../../ignored/hook.sh');
    expect((await find(repo)).hooks).toMatchObject([
      { path: '.git/hooks/pre-commit', text: '#!/bin/sh\nbase', problem: null },
    ]);
    program(join(repo.root, 'ignored/hook.sh'));
    const { hooks, places } = await find(repo);
    expect(hooks[1]).toMatchObject({ name: 'commit-msg', problem: 'it leads to ignored/hook.sh, which no commit has' });
    expect(places.files).toContain('tools/hook.sh');
  });

  test('in ignored files, such as those of husky, are used unless an agent could have written them', async () => {
    const repo = scratch();
    repo.write('.husky/_/.gitignore', '*');
    program(join(repo.root, '.husky/_/pre-commit'), '#!/bin/sh\nshim\n');
    repo.git('config', 'core.hooksPath', '.husky/_');
    const { hooks, places } = await find(repo);
    expect(hooks).toMatchObject([{ path: '.husky/_/pre-commit', isExecutable: true, problem: null }]);
    expect(places.folders).toEqual(['.husky']);
    await openExposedTime(repo.root);
    program(join(repo.root, '.husky/_/pre-commit'), '#!/bin/sh\n');
    expect((await find(repo)).hooks).toMatchObject([
      { problem: expect.stringMatching(/touch \.husky\/_\/pre-commit$/) as unknown },
    ]);
  });
});
