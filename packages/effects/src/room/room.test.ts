/** Tests clean rooms with real git and real commands. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CheckInput, CheckReport } from '@harness/core/effects/check';
import type { Outcome } from '@harness/core/failure/failure';
import { afterAll, describe, expect, test } from 'vitest';
import { checkPerformer } from '../check/performer.ts';
import { performCloseLane } from '../git/lane/close-lane.ts';
import { clearScratch, openTestLane, plainGit, scratch } from '../git/scratch.ts';
import { openExposedTime } from '../trust/exposed-times.ts';
import { keepDependencies } from './kept-dependencies.ts';
import { removeLostRooms, unusedRoom } from './remove-rooms.ts';
import { checkoutRoom, laneRoom, roomPlace } from './room-place.ts';

afterAll(clearScratch);

async function setUp(files: Readonly<Record<string, string>> = {}) {
  const repo = scratch();
  for (const [path, text] of Object.entries({ '.gitignore': 'ignored/\nnode_modules/\ndist/\n.env\n', ...files }))
    repo.write(path, text);
  plainGit(repo.root, ['add', '.']);
  plainGit(repo.root, ['commit', '--quiet', '-m', 'second']);
  const lane = await openTestLane(repo.work());
  const folder = join(repo.root, lane.path);
  const environment = { ...process.env, PATH: `${join(repo.home, 'bin')}${delimiter}${process.env['PATH']}` };
  const performer = checkPerformer({ repo: repo.root, runFolder: () => join(repo.home, 'run'), environment });
  let calls = 0;
  const run = async (input: Partial<CheckInput> & { command: string }, of = 'run-1') => {
    const { outcome } = await performer.perform(
      { cwd: lane.path, timeoutMs: 20_000, ...input },
      {
        run: of,
        key: `${calls++}/report`,
        interrupted: false,
        earlier: undefined,
        signal: new AbortController().signal,
        report: () => undefined,
        allowances: () => [],
        note: async () => undefined,
      },
    );
    return outcome as Outcome<CheckReport>;
  };
  const commitLane = (): string => {
    plainGit(folder, ['add', '--all']);
    return plainGit(folder, ['commit-tree', plainGit(folder, ['write-tree']), '-p', lane.base, '-m', 'saved']);
  };
  const write = (path: string, text: string, mode = 0o644) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text, { mode });
  };
  const room = roomPlace(repo.root, laneRoom('run-1'), process.env);
  return { repo, lane, folder, run, write, commitLane, room };
}

const tailOf = (outcome: Outcome<CheckReport>) => (outcome.ok ? outcome.value.tail : JSON.stringify(outcome.failure));

test('a check of a commit sees exactly its files, and nothing that an agent left in the lane', async () => {
  const { run, write, commitLane } = await setUp();
  write('src/new.ts', 'new');
  const commit = commitLane();
  write('src/new.ts', 'changed after the commit');
  write('src/late.ts', 'not saved');
  write('ignored/x', 'ignored');
  write('.env', 'SECRET=1');
  write('node_modules/.bin/node', '#!/bin/sh\necho fooled\n', 0o755);
  const list = 'find . -path ./.git -prune -o -type f -print | sort; cat src/new.ts';
  expect(tailOf(await run({ command: list, commit }))).toBe(
    ['./.gitignore', './readme.md', './src/main.ts', './src/new.ts', 'new'].join('\n'),
  );
});

test('a room restores and removes files whose names are not UTF-8', async () => {
  const { run, folder, commitLane } = await setUp();
  const name = "$(printf '\\377.js')";
  execFileSync('sh', ['-c', `echo right > "${name}"; mkdir "$(printf 'd\\376')"; echo in > "$(printf 'd\\376/x')"`], {
    cwd: folder,
  });
  const commit = commitLane();
  const show = `cat "${name}" "$(printf 'd\\376/x')"; ls | wc -l`;
  const before = tailOf(await run({ command: show, commit }));
  expect(before).toMatch(/^right\nin\n/);
  const plant = `echo wrong > "${name}"; rm -r "$(printf 'd\\376')"; mkdir "$(printf 'new\\375')"; touch "$(printf 'new\\375/\\374')"; chmod 0 "$(printf 'new\\375')"`;
  expect(await run({ command: plant, commit })).toMatchObject({ ok: true, value: { exitCode: 0 } });
  expect(tailOf(await run({ command: show, commit }))).toBe(before);
});

test('a room has its own repository at the commit, without the hooks and settings of the user', async () => {
  const { run, repo, commitLane } = await setUp();
  plainGit(repo.root, ['config', 'alias.x', '!echo fooled']);
  plainGit(repo.root, ['tag', 'v1']);
  const commit = commitLane();
  const command =
    'git rev-parse HEAD; git status --short; git config alias.x; git describe --tags --always; ls .git/hooks';
  expect(tailOf(await run({ command, commit }))).toContain(`${commit}\nv1-1-`);
  expect(tailOf(await run({ command: 'git rev-parse --show-toplevel', commit }))).toContain('/rooms/');
});

test('a check cannot change the files, the repository or the dependencies of the next one', async () => {
  const { run, repo, commitLane } = await setUp();
  repo.write('node_modules/a/index.js', 'right');
  repo.write('node_modules/a/other.js', 'right');
  const commit = commitLane();
  expect(tailOf(await run({ command: 'cat node_modules/a/index.js', commit }))).toBe('right');
  const plant = [
    'echo wrong > readme.md; rm src/main.ts; mkdir -p test/node_modules/b; echo x > test/node_modules/b/index.js',
    'echo wrong > node_modules/a/index.js; rm node_modules/a/other.js; mkdir node_modules/.bin; cp /bin/true node_modules/.bin/node',
    'echo x=1 > .npmrc; echo x=1 > .env; ln -s /etc src/link; echo "[alias] x = !true" >> .git/config; chmod 000 src',
  ].join('\n');
  await run({ command: plant, commit });
  const look =
    'cat readme.md src/main.ts node_modules/a/*; find . -path ./.git -prune -o -print | sort; cat .git/config';
  const seen = tailOf(await run({ command: look, commit, after: [plant] }));
  expect(seen).not.toMatch(/wrong|\.npmrc|\.env|link|\.bin|alias|test/);
  expect(seen).toMatch(/^hello\nexport \{\};\nrightright/);
});

describe('the checks of a round', () => {
  test('share build outputs, and the first check of the next round does not see them', async () => {
    const { run, commitLane } = await setUp();
    const commit = commitLane();
    const build = 'mkdir -p dist/sub; echo built > dist/sub/a; echo 1 > dist/.env; echo 2 > .env; echo 3 > other';
    await run({ command: build, commit });
    expect(tailOf(await run({ command: 'cat dist/sub/a; ls -A', commit, after: [build] }))).toBe(
      'built\n.git\n.gitignore\ndist\nreadme.md\nsrc',
    );
    expect(tailOf(await run({ command: 'ls -A', commit }))).toBe('.git\n.gitignore\nreadme.md\nsrc');
  });

  test('build again if the room is gone', async () => {
    const { run, commitLane, room } = await setUp();
    const commit = commitLane();
    const build = ['mkdir dist; echo 1 > dist/one', 'cp dist/one dist/two'];
    await run({ command: build[0] ?? '', commit });
    rmSync(room.root, { recursive: true });
    expect(tailOf(await run({ command: 'cat dist/two', commit, after: build }))).toBe('1');
  });

  test('do not share the outputs of another commit', async () => {
    const { run, write, commitLane } = await setUp();
    const build = 'mkdir -p dist; cat readme.md > dist/a';
    await run({ command: build, commit: commitLane() });
    write('readme.md', 'other');
    expect(tailOf(await run({ command: 'cat dist/a', commit: commitLane(), after: [build] }))).toBe('other');
  });
});

test('a later commit replaces the files of the earlier one', async () => {
  const { run, write, folder, commitLane } = await setUp();
  write('deep/a/b.txt', '1');
  expect(tailOf(await run({ command: 'cat deep/a/b.txt', commit: commitLane() }))).toBe('1');
  rmSync(join(folder, 'deep'), { recursive: true });
  write('deep', 'a file now');
  expect(tailOf(await run({ command: 'cat deep', commit: commitLane() }))).toBe('a file now');
});

test('packages of a workspace lead into the room, also in folders below the root', async () => {
  const { run, write, repo, commitLane } = await setUp({ 'packages/a/index.js': 'base', 'packages/b/index.js': 'b' });
  mkdirSync(join(repo.root, 'node_modules/@m'), { recursive: true });
  execFileSync('ln', ['-s', '../../packages/a', join(repo.root, 'node_modules/@m/a')]);
  repo.write('packages/b/node_modules/c/index.js', 'c');
  write('packages/a/index.js', 'changed');
  const command = 'cat node_modules/@m/a/index.js packages/b/node_modules/c/index.js';
  expect(tailOf(await run({ command, commit: commitLane() }))).toBe('changedc');
});

describe('a link of the commit to a folder outside', () => {
  const outside = (repo: { readonly home: string }) => {
    const folder = join(repo.home, 'other');
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    mkdirSync(join(folder, 'bundle'), { recursive: true });
    for (const file of ['node_modules/mine', 'bundle/mine', 'mine']) writeFileSync(join(folder, file), 'mine');
    return { folder, files: () => readdirSync(folder, { recursive: true }).map(String).sort() };
  };

  test('in the place of a folder with packages: nothing there is removed or added', async () => {
    const { run, repo, folder, commitLane } = await setUp({ 'packages/a/index.js': 'a', 'Gemfile.lock': 'x' });
    repo.write('packages/a/node_modules/x/index.js', 'x');
    repo.write('node_modules/y/index.js', 'y');
    repo.write('vendor/bundle/z/index.js', 'z');
    const other = outside(repo);
    const before = other.files();
    await run({ command: 'true', commit: commitLane() });
    rmSync(join(folder, 'packages/a'), { recursive: true });
    symlinkSync(other.folder, join(folder, 'packages/a'));
    symlinkSync(other.folder, join(folder, 'vendor'));
    const commit = commitLane();
    expect(tailOf(await run({ command: 'cat packages/a/mine', commit }))).toBe('mine');
    await run({ command: 'true', commit });
    expect(other.files()).toEqual(before);
  });

  test('that a check replaced by a folder: nothing there is removed', async () => {
    const { run, repo, folder, commitLane } = await setUp();
    const other = outside(repo);
    const before = other.files();
    symlinkSync(other.folder, join(folder, 'link'));
    const commit = commitLane();
    const replace = 'rm link; mkdir -p link/bundle; touch link/mine link/bundle/mine';
    await run({ command: replace, commit });
    expect(tailOf(await run({ command: 'cat link/mine', commit, after: [replace] }))).toBe('mine');
    expect(other.files()).toEqual(before);
  });
});

test.each(['/dev/zero', 'pipe'])('a lock file or manifest that is a link to %s counts as none', async (to) => {
  const { run, repo, folder, commitLane } = await setUp({ 'yarn.lock': '# yarn lockfile v1' });
  mkdirSync(join(repo.home, 'bin'));
  writeFileSync(join(repo.home, 'bin/yarn'), '#!/bin/sh\n', { mode: 0o755 });
  if (to === 'pipe') execFileSync('mkfifo', [join(repo.home, 'pipe')]);
  for (const name of ['package-lock.json', 'package.json', '.npmrc'])
    symlinkSync(to === 'pipe' ? join(repo.home, to) : to, join(folder, name));
  expect(await run({ command: 'true', commit: commitLane() })).toMatchObject({ value: { green: true } });
});

test('packages that the user installs again reach the room', async () => {
  const { run, repo, commitLane } = await setUp();
  repo.write('node_modules/a/index.js', 'old');
  const commit = commitLane();
  const command = 'cat node_modules/a/index.js';
  expect(tailOf(await run({ command, commit }))).toBe('old');
  rmSync(join(repo.root, 'node_modules'), { recursive: true });
  repo.write('node_modules/a/index.js', 'new');
  expect(tailOf(await run({ command, commit }))).toBe('new');
});

test('work in the checkout is checked with the dependencies from before the first agent', async () => {
  const { run, repo } = await setUp();
  repo.write('node_modules/a/index.js', 'right');
  repo.write('.env', 'A=right');
  await keepDependencies(repo.root, 'run-2');
  repo.write('node_modules/a/index.js', 'planted');
  repo.write('node_modules/b/index.js', 'planted');
  repo.write('.env', 'A=planted');
  await keepDependencies(repo.root, 'run-2.3.lane'); // too late: the first copy stays
  const commit = plainGit(repo.root, ['rev-parse', 'HEAD']);
  const command = 'cat .env node_modules/*/index.js; pwd';
  const outcome = await run({ command, commit, cwd: '.' }, 'run-2');
  expect(tailOf(outcome)).toMatch(/^A=rightright\/.*\/rooms\//);
  expect(existsSync(join(repo.root, '.git/index.lock'))).toBe(false);
});

test('.env files of workspace packages reach the room, unless an agent wrote them or they are pipes', async () => {
  const { run, repo } = await setUp({ 'packages/a/a.js': '', 'packages/b/b.js': '' });
  for (const path of ['packages/a/.env.local', 'packages/b/.env', 'other/.env', 'shared'])
    repo.write(path, `A=${path}\n`);
  symlinkSync('../../shared', join(repo.root, 'packages/a/.env.shared'));
  execFileSync('mkfifo', [join(repo.root, 'packages/a/.env.pipe')]);
  await delay(50);
  const close = await openExposedTime(repo.root);
  repo.write('packages/b/.env', 'A=planted\n');
  repo.write('shared', 'A=planted\n');
  await close();
  await keepDependencies(repo.root, 'run-2');
  const commit = plainGit(repo.root, ['rev-parse', 'HEAD']);
  const command = 'find . -path ./.git -prune -o -name ".env*" -print | sort; cat packages/a/.env.local';
  const seen = 'A=packages/a/.env.local';
  expect(tailOf(await run({ command, commit, cwd: '.' }, 'run-2'))).toBe(`./packages/a/.env.local\n${seen}`);
  // Without a copy from before the first agent, the checkout is the source, by the same rule.
  expect(tailOf(await run({ command, commit, cwd: '.' }, 'run-3'))).toBe(`./packages/a/.env.local\n${seen}`);
});

test('a subfolder of the lane is the same subfolder of the room; a missing one cannot be started', async () => {
  const { run, lane, commitLane } = await setUp();
  const commit = commitLane();
  expect(tailOf(await run({ command: 'basename "$PWD"; ls', commit, cwd: `${lane.path}/src` }))).toBe('src\nmain.ts');
  expect(await run({ command: 'true', commit, cwd: `${lane.path}/gone` })).toMatchObject({
    failure: { code: 'check.unstartable' },
  });
  expect(await run({ command: 'true', commit: 'no-such-commit' })).toMatchObject({
    failure: { code: 'check.unstartable' },
  });
});

test('reports and kept folders of a check come from the room', async () => {
  const { run, repo, commitLane } = await setUp();
  const command =
    "mkdir -p out test-results; echo shot > out/a; printf '<testsuite><testcase/></testsuite>' > test-results/a.xml # test";
  const outcome = await run({ command, commit: commitLane(), keep: { folders: ['out'], in: '.harness/kept' } });
  expect(outcome).toMatchObject({ value: { green: true, tests: { passed: 1 } } });
  expect(readFileSync(join(repo.root, '.harness/kept/out/a'), 'utf8')).toBe('shot\n');
});

describe('a room is removed', () => {
  test('with its lane', async () => {
    const { run, repo, lane, commitLane, room } = await setUp();
    await run({ command: 'true', commit: commitLane() });
    await removeLostRooms(repo.root, process.env, async () => unusedRoom);
    expect(existsSync(room.root)).toBe(true);
    expect(await performCloseLane(repo.work(), { lane })).toMatchObject({ ok: true });
    expect(existsSync(room.root)).toBe(false);
  });

  test('after a crash, unless its lane exists or its run is unfinished', async () => {
    const { run, repo, folder, commitLane, room } = await setUp();
    const commit = commitLane();
    await run({ command: 'true', commit });
    await run({ command: 'true', commit, cwd: '.' }, 'run-2.1.lane');
    const other = roomPlace(repo.root, checkoutRoom('run-2'), process.env);
    rmSync(folder, { recursive: true });
    await removeLostRooms(repo.root, process.env, async (one) =>
      ['run-1', 'run-2'].includes(one) ? null : unusedRoom,
    );
    expect([existsSync(room.root), existsSync(other.root)]).toEqual([true, true]);
    await removeLostRooms(repo.root, process.env, async (one) => (one === 'run-2' ? null : unusedRoom));
    expect([existsSync(room.root), existsSync(other.root)]).toEqual([false, true]);
  });
});

describe('dependencies of a changed lock file', () => {
  const files = { 'package-lock.json': '{}', 'package.json': '{}' };
  /** Installs like npm: it runs a script of the manifest, and records its calls. */
  const npm = [
    '#!/bin/sh',
    'echo call >> "$(dirname "$0")/calls"',
    'grep -q broken package-lock.json && { echo "no such package"; exit 1; }',
    'mkdir -p node_modules/a node_modules/.bin; cp package-lock.json node_modules/a/index.js',
    'test ! -d packages/a || { mkdir -p packages/a/node_modules/b; cp package-lock.json packages/a/node_modules/b/index.js; }',
    'for name in node git a-tool; do echo fooled > node_modules/.bin/$name; done',
    'grep -q postinstall package.json && echo planted > node_modules/a/index.js; exit 0',
  ].join('\n');

  async function setUpNpm() {
    const all = await setUp(files);
    const { repo } = all;
    mkdirSync(join(repo.home, 'bin'));
    writeFileSync(join(repo.home, 'bin/npm'), npm, { mode: 0o755 });
    repo.write('node_modules/a/index.js', 'by the user');
    return { ...all, calls: () => readFileSync(join(repo.home, 'bin/calls'), 'utf8').trim().split('\n').length };
  }
  const command = 'cat node_modules/a/index.js';

  test('are installed by the harness once; those of an unchanged lock file come from the checkout', async () => {
    const { run, write, commitLane, calls } = await setUpNpm();
    expect(tailOf(await run({ command, commit: commitLane() }))).toBe('by the user');
    write('package-lock.json', '{"a":2}');
    write('node_modules/a/index.js', 'by the agent');
    expect(tailOf(await run({ command, commit: commitLane() }))).toBe('{"a":2}');
    write('other.txt', 'x');
    expect(tailOf(await run({ command, commit: commitLane() }))).toBe('{"a":2}');
    expect(calls()).toBe(1);
  });

  test('are also installed if an agent wrote those of a workspace package', async () => {
    const { run, write, commitLane, repo, calls } = await setUpNpm();
    repo.write('packages/a/node_modules/b/index.js', 'by the user');
    write('packages/a/index.js', '');
    const look = 'cat packages/a/node_modules/b/index.js';
    expect(tailOf(await run({ command: look, commit: commitLane() }))).toBe('by the user');
    const close = await openExposedTime(repo.root);
    repo.write('packages/a/node_modules/b/index.js', 'by the agent');
    await close();
    write('other.txt', 'x');
    expect(tailOf(await run({ command: look, commit: commitLane() }))).toBe('{}');
    await keepDependencies(repo.root, 'run-2');
    expect(tailOf(await run({ command: look, commit: commitLane(), cwd: '.' }, 'run-2'))).toBe('{}');
    expect(calls()).toBe(1);
  });

  test('that a script of the agent changed are not used for another commit', async () => {
    const { run, write, commitLane, calls } = await setUpNpm();
    write('package-lock.json', '{"a":2}');
    write('package.json', '{"scripts":{"postinstall":"plant"}}');
    expect(tailOf(await run({ command, commit: commitLane() }))).toBe('planted');
    write('package.json', '{}');
    expect(tailOf(await run({ command, commit: commitLane() }))).toBe('{"a":2}');
    expect(calls()).toBe(2);
  });

  test('hide no program of the system, unless the packages of the user do so, too', async () => {
    const { run, write, commitLane, repo } = await setUpNpm();
    write('package-lock.json', '{"a":2}');
    const look = 'ls node_modules/.bin';
    expect(tailOf(await run({ command: look, commit: commitLane() }))).toBe('a-tool');
    const plant = 'echo x > node_modules/.bin/sh';
    await run({ command: plant, commit: commitLane() });
    expect(tailOf(await run({ command: look, commit: commitLane(), after: [plant] }))).toBe('a-tool');
    repo.write('node_modules/.bin/node', 'by the user');
    write('other.txt', 'x');
    expect(tailOf(await run({ command: look, commit: commitLane() }))).toBe('a-tool\nnode');
  });

  test('that cannot be installed are named by a red check', async () => {
    const { run, write, commitLane, calls } = await setUpNpm();
    write('package-lock.json', '{"broken":1}');
    const commit = commitLane();
    const tail = tailOf(await run({ command, commit }));
    expect(tail).toContain('(dependencies were not installed: npm ci --no-audit --no-fund: no such package)');
    expect(await run({ command: 'true', commit, after: [command] })).toMatchObject({ value: { green: true } });
    expect(calls()).toBe(1);
  });
});
