/** Attacks the promise that git starts no program of the user's configuration on files that an agent wrote. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { git, gitOrThrow } from './command.ts';
import { performCheckpoint } from './lane/checkpoint.ts';
import { performCloseLane } from './lane/close-lane.ts';
import { clearScratch, openTestLane, plainGit, type Scratch, scratch } from './scratch.ts';

afterAll(clearScratch);

/** A program that leaves a mark, like `python3 -m x` that loads a module of the working folder. */
const trap = (repo: Scratch) => `touch ${join(repo.root, '..', 'started')}; cat`;
const isStarted = (repo: Scratch) => existsSync(join(repo.root, '..', 'started'));

async function laneWith(repo: Scratch, files: Readonly<Record<string, string>>) {
  const work = repo.work();
  const lane = await openTestLane(work);
  for (const [path, text] of Object.entries(files)) repo.write(join(lane.path, path), text);
  return { work, lane };
}

describe('G1 no filter runs', () => {
  const drivers: readonly (readonly [string, readonly string[]])[] = [
    ['clean', ['filter.nb.clean']],
    ['clean and required', ['filter.nb.clean', 'filter.nb.required']],
    ['a process', ['filter.nb.process']],
    ['a name with a sign', ['filter.n=b.clean']],
  ];
  test.each(drivers)('%s, named by the attributes of an agent', async (_, names) => {
    const repo = scratch();
    for (const name of names) repo.git('config', name, name.endsWith('required') ? 'true' : trap(repo));
    const { work, lane } = await laneWith(repo, {
      '.gitattributes': '*.ipynb filter=nb\n*.txt filter=n=b\n',
      'a.ipynb': 'one\n',
      'a.txt': 'one\n',
    });
    expect(await performCheckpoint(work, { lane })).toMatchObject({ ok: true });
    await gitOrThrow(join(repo.root, lane.path), ['status', '--porcelain']);
    expect(isStarted(repo)).toBe(false);
  });

  test('of the base, when a lane is filled', async () => {
    const repo = scratch();
    repo.write('.gitattributes', '*.md filter=nb\n');
    repo.git('add', '.');
    repo.git('commit', '--quiet', '-m', 'attributes');
    repo.git('config', 'filter.nb.smudge', trap(repo));
    const { lane } = await laneWith(repo, {});
    expect([isStarted(repo), repo.read(join(lane.path, 'readme.md'))]).toEqual([false, 'hello\n']);
  });

  test('that the user installs during a run', async () => {
    const repo = scratch();
    const { work, lane } = await laneWith(repo, { '.gitattributes': '*.x filter=late\n', 'a.x': '1\n' });
    await performCheckpoint(work, { lane });
    repo.git('config', 'filter.late.clean', trap(repo));
    repo.write(join(lane.path, 'a.x'), '2\n');
    expect(await performCheckpoint(work, { lane })).toMatchObject({ ok: true });
    expect(isStarted(repo)).toBe(false);
  });

  test('of a repository that an agent made in a submodule', async () => {
    const repo = scratch();
    const commit = repo.git('rev-parse', 'HEAD');
    repo.git('update-index', '--add', '--cacheinfo', `160000,${commit},sub`);
    repo.write('.gitmodules', '[submodule "sub"]\npath = sub\nurl = ./x\nignore = none\n');
    repo.git('add', '.gitmodules');
    repo.git('commit', '--quiet', '-m', 'submodule');
    const { work, lane } = await laneWith(repo, { 'sub/.gitattributes': '* filter=own\n', 'sub/a.txt': '1\n' });
    const inside = join(repo.root, lane.path, 'sub');
    plainGit(inside, ['init', '--quiet']);
    plainGit(inside, ['add', '.']);
    plainGit(inside, ['commit', '--quiet', '-m', 'own']);
    plainGit(inside, ['config', 'filter.own.clean', trap(repo)]);
    writeFileSync(join(inside, 'a.txt'), '2\n');
    await performCheckpoint(work, { lane });
    const folder = join(repo.root, lane.path);
    for (const args of [['status', '--porcelain'], ['diff', '--quiet'], ['diff-files'], ['diff-index', 'HEAD']])
      await git(folder, args);
    expect(isStarted(repo)).toBe(false);
  });

  test('no program that fetches a missing commit, in a submodule with the settings of an agent', async () => {
    const repo = scratch();
    repo.git('update-index', '--add', '--cacheinfo', `160000,${'1234567890'.repeat(4)},sub`);
    repo.write('.gitmodules', '[submodule "sub"]\npath = sub\nurl = ./x\n');
    repo.git('add', '.gitmodules');
    repo.git('commit', '--quiet', '-m', 'submodule');
    const { work, lane } = await laneWith(repo, { 'sub/a.txt': '1\n' });
    const inside = join(repo.root, lane.path, 'sub');
    plainGit(inside, ['init', '--quiet']);
    for (const [name, value] of [
      ['core.repositoryformatversion', '1'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.url', inside],
      ['remote.origin.uploadpack', trap(repo)],
    ] as const)
      plainGit(inside, ['config', name, value]);
    expect(await performCloseLane(work, { lane })).toMatchObject({ ok: true, value: { kept: expect.any(String) } });
    expect(isStarted(repo)).toBe(false);
  });
});

test('G1 git LFS runs, found outside the repository', async () => {
  const repo = scratch();
  const tools = join(repo.root, '..', 'tools');
  mkdirSync(tools);
  writeFileSync(join(tools, 'git-lfs'), '#!/bin/sh\nprintf "pointer\\n"\n');
  chmodSync(join(tools, 'git-lfs'), 0o755);
  vi.stubEnv('PATH', `${tools}:${process.env['PATH']}`);
  repo.git('config', 'filter.lfs.clean', 'git-lfs clean -- %f');
  repo.git('config', 'filter.lfs.required', 'true');
  repo.write('.gitattributes', '*.bin filter=lfs\n');
  repo.write('a.bin', 'large\n');
  await gitOrThrow(repo.root, ['add', '.']);
  expect(repo.git('show', ':a.bin')).toBe('pointer');
});

test('G1 a merge driver becomes the text merge', async () => {
  const repo = scratch();
  repo.git('config', 'merge.npm.driver', `touch ${join(repo.root, '..', 'started')}; true`);
  const lines = (first: string, last: string) => `${first}\n${'same\n'.repeat(8)}${last}\n`;
  repo.write('.gitattributes', '*.lock merge=npm\n');
  repo.write('a.lock', lines('a', 'b'));
  repo.git('add', '.');
  repo.git('commit', '--quiet', '-m', 'lock');
  for (const [branch, text] of [
    ['ours', lines('ours', 'b')],
    ['theirs', lines('a', 'theirs')],
  ] as const) {
    repo.git('checkout', '--quiet', '-b', branch, 'main');
    repo.write('a.lock', text);
    repo.git('commit', '--quiet', '-am', branch);
  }
  const tree = await gitOrThrow(repo.root, ['merge-tree', '--write-tree', 'ours', 'theirs']);
  expect([isStarted(repo), repo.git('show', `${tree}:a.lock`)]).toEqual([false, lines('ours', 'theirs').trimEnd()]);
});

test('G1 no text conversion and no diff program runs', async () => {
  const repo = scratch();
  repo.git('config', 'diff.external', trap(repo));
  repo.git('config', 'diff.conv.textconv', trap(repo));
  repo.git('config', 'diff.prog.command', trap(repo));
  repo.write('.gitattributes', '*.md diff=conv\n*.ts diff=prog\n');
  repo.write('readme.md', 'changed\n');
  repo.write('src/main.ts', 'changed\n');
  await gitOrThrow(repo.root, ['diff']);
  repo.git('commit', '--quiet', '-am', 'changed');
  await gitOrThrow(repo.root, ['log', '-p', '-1']);
  await gitOrThrow(repo.root, ['show', 'HEAD']);
  await gitOrThrow(repo.root, ['show', 'HEAD:readme.md']);
  expect(isStarted(repo)).toBe(false);
});

test('G6 a program named git in a folder of the repository is not git', async () => {
  const repo = scratch();
  repo.write('node_modules/.bin/git', `#!/bin/sh\n${trap(repo)}\n`);
  chmodSync(join(repo.root, 'node_modules/.bin/git'), 0o755);
  vi.stubEnv('PATH', `node_modules/.bin:${join(repo.root, 'node_modules/.bin')}:${process.env['PATH']}`);
  expect(await gitOrThrow(repo.root, ['rev-parse', '--is-inside-work-tree'])).toBe('true');
  expect(isStarted(repo)).toBe(false);
});

test('settings of the caller stay', async () => {
  const repo = scratch();
  repo.git('config', 'filter.nb.clean', 'x');
  const env = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'user.name', GIT_CONFIG_VALUE_0: 'Bob' };
  expect(await gitOrThrow(repo.root, ['config', 'user.name'], { env })).toBe('Bob');
  expect(await gitOrThrow(repo.root, ['config', 'filter.nb.clean'], { env })).toBe('');
  expect(readFileSync(join(repo.root, '.git/config'), 'utf8')).toContain('clean = x');
});
