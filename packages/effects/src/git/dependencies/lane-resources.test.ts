import { existsSync, lstatSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openExposedTime } from '../../trust/exposed-times.ts';
import { performCloseLane } from '../lane/close-lane.ts';
import { restoreLostLane } from '../lane/lost-lane.ts';
import { performOpenLane } from '../lane/open-lane.ts';
import { clearScratch, openTestLane, type Scratch, scratch } from '../scratch.ts';
import { readLaneResources } from './lane-resources.ts';

afterAll(clearScratch);

const allots = { firstPort: 4_600, envFile: '.env.example' };

async function laneOf(repo: Scratch, name: string) {
  const outcome = await performOpenLane(repo.work(), { slug: name, name, allots });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
}

const readVariables = async (repo: Scratch, path: string) =>
  (await readLaneResources(repo.root, path))?.variables ?? {};

test('M-26 simultaneous lanes have their own ports and temporary folders', async () => {
  const repo = scratch();
  const lanes = await Promise.all(['F-001', 'F-002', 'F-003'].map((name) => laneOf(repo, name)));
  const all = await Promise.all(lanes.map(({ path }) => readVariables(repo, path)));
  expect(all.map(({ PORT }) => PORT).sort()).toEqual(['4600', '4610', '4620']);
  expect(all.map((one) => one['HARNESS_LANE'])).toEqual(['F-001', 'F-002', 'F-003']);
  const temporary = all.map(({ TMPDIR = '' }) => TMPDIR);
  expect(new Set(temporary).size).toBe(3);
  expect(temporary.every((folder) => statSync(folder).isDirectory() && !folder.startsWith(repo.root))).toBe(true);
});

test('a lane keeps its resources, and closing it frees them', async () => {
  const repo = scratch();
  const [one] = [await laneOf(repo, 'F-001'), await laneOf(repo, 'F-002')];
  const before = await readVariables(repo, one.path);
  await laneOf(repo, 'F-001');
  expect(await readVariables(repo, one.path)).toEqual(before);
  await performCloseLane(repo.work(), { lane: one });
  expect(existsSync(before['TMPDIR'] ?? '')).toBe(false);
  expect(await readVariables(repo, one.path)).toEqual({});
  expect(await readVariables(repo, (await laneOf(repo, 'F-003')).path)).toMatchObject({ PORT: before['PORT'] });
});

test('neither a lane of another workflow nor the checkout has resources', async () => {
  const repo = scratch();
  const outcome = await performOpenLane(repo.work(), { slug: 'other' });
  expect(await readLaneResources(repo.root, outcome.ok ? outcome.value.path : '')).toBeNull();
  expect(await readLaneResources(repo.root, '.')).toBeNull();
});

test("a lane has a .env from the template with its port if git ignores it; the user's own .env is not copied", async () => {
  const repo = scratch();
  repo.write('.gitignore', '.env\n');
  repo.write('.env.example', 'MODE=test\nPORT=3000\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '-m', 'settings');
  repo.write('.env', 'SECRET=mine\n');
  const { path } = await laneOf(repo, 'F-001');
  expect(repo.read(`${path}/.env`)).toBe(
    'MODE=test\nPORT=3000\nPORT=4600\nHARNESS_LANE=F-001\nHARNESS_LANE_PORTS=4600-4609\n',
  );
  expect(repo.gitIn(path, 'status', '--porcelain')).toBe('');
});

test('the template is the one of the last commit, not what an agent left in the checkout', async () => {
  const repo = scratch();
  repo.write('.gitignore', '.env\n');
  repo.write('.env.example', 'MODE=test\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '-m', 'settings');
  repo.write('.env.example', 'NODE_OPTIONS=--require=./evil.cjs\n');
  const { path } = await laneOf(repo, 'F-001');
  expect(repo.read(`${path}/.env`)).toMatch(/^MODE=test\nPORT=/);
});

test('a template that is in no commit is used, unless an agent could have written it', async () => {
  const repo = scratch();
  repo.write('.gitignore', '.env*\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '-m', 'ignore');
  repo.write('.env.example', 'MODE=test\n');
  const own = await laneOf(repo, 'F-001');
  expect(repo.read(`${own.path}/.env`)).toMatch(/^MODE=test\n/);
  await delay(30); // longer than a tick of the kernel's clock
  const close = await openExposedTime(repo.root);
  repo.write('.env.example', 'NODE_OPTIONS=--require=./evil.cjs\n');
  await close();
  const other = await laneOf(repo, 'F-002');
  expect(repo.read(`${other.path}/.env`)).toMatch(/^PORT=/);
});

test('a template that leads elsewhere is not read: a merged change may have made it a link to the keys of the user', async () => {
  const repo = scratch();
  const key = join(repo.root, '..', 'key');
  writeFileSync(key, 'SECRET=mine\n');
  symlinkSync(key, join(repo.root, '.env.example'));
  repo.write('.gitignore', '.env\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '-m', 'settings');
  const { path } = await laneOf(repo, 'F-001');
  expect(repo.read(`${path}/.env`)).not.toContain('SECRET');
});

test('writes no .env if git does not ignore it', async () => {
  const repo = scratch();
  const { path } = await laneOf(repo, 'F-001');
  expect(existsSync(join(repo.root, path, '.env'))).toBe(false);
});

test('clones installed dependencies into a lane with the same lock file, and keeps links', async () => {
  const repo = withModules(scratch());
  const { path } = await laneOf(repo, 'F-001');
  expect(repo.read(`${path}/node_modules/left-pad/index.js`)).toBe('pad\n');
  expect(lstatSync(join(repo.root, path, 'node_modules/.bin/pad')).isSymbolicLink()).toBe(true);
  repo.write(`${path}/node_modules/left-pad/index.js`, 'changed in the lane\n');
  expect(repo.read('node_modules/left-pad/index.js')).toBe('pad\n');
  expect(repo.gitIn(path, 'status', '--porcelain')).toBe('');
  await performCloseLane(repo.work(), { lane: null, name: 'F-001' });
  expect(repo.read('node_modules/left-pad/index.js')).toBe('pad\n');
});

test('L1 clones packages of another lock file if it may not install: Node would find them in the checkout', async () => {
  const repo = withModules(scratch());
  repo.write('package-lock.json', '{"lockfileVersion":3,"more":1}\n');
  const { path } = await laneOf(repo, 'F-001');
  expect(repo.read(`${path}/node_modules/left-pad/index.js`)).toBe('pad\n');
});

/** A workspace as pnpm installs it: links in the folder of each package, relative to it. */
function withWorkspace(repo: Scratch): Scratch {
  repo.write('packages/a/index.js', 'user\n');
  repo.write('packages/b/index.js', 'b\n');
  withModules(repo);
  mkdirSync(join(repo.root, 'packages/b/node_modules/@m'), { recursive: true });
  symlinkSync('../../../a', join(repo.root, 'packages/b/node_modules/@m/a'));
  return repo;
}

test('L1, L3 every lane has its own packages: a package of the workspace leads into the lane, not into the checkout', async () => {
  const repo = withWorkspace(scratch());
  const { path } = await openTestLane(repo.work());
  const record = join(repo.root, '.git/worktrees', basename(path), 'harness-dependencies.json');
  repo.write(`${path}/packages/a/index.js`, 'lane\n');
  expect(repo.read(`${path}/packages/b/node_modules/@m/a/index.js`)).toBe('lane\n');
  expect(repo.read('packages/b/node_modules/@m/a/index.js')).toBe('user\n');
  expect(existsSync(record)).toBe(true);
  await performCloseLane(repo.work(), { lane: null });
  expect(existsSync(join(repo.root, path)) || existsSync(record)).toBe(false);
});

test('L4 after a crash the missing packages are copied; later those that an agent removed stay away', async () => {
  const repo = withWorkspace(scratch());
  const { path } = await openTestLane(repo.work());
  const record = join(repo.root, '.git/worktrees', basename(path), 'harness-dependencies.json');
  const nested = join(repo.root, path, 'packages/b/node_modules');
  rmSync(nested, { recursive: true });
  await openTestLane(repo.work());
  expect(existsSync(nested)).toBe(false);
  rmSync(record); // as if the process had died before it
  await openTestLane(repo.work());
  expect(existsSync(nested)).toBe(true);
});

test('a lane that was deleted during its run gets its packages again', async () => {
  const repo = withWorkspace(scratch());
  const { path } = await openTestLane(repo.work());
  rmSync(join(repo.root, path), { recursive: true });
  expect(await restoreLostLane(repo.root, path, { run: 'run-1', key: '1/check' })).toMatchObject({ ok: true });
  expect(existsSync(join(repo.root, path, 'packages/b/node_modules/@m/a/index.js'))).toBe(true);
});

function withModules(repo: Scratch): Scratch {
  repo.write('.gitignore', 'node_modules/\n');
  repo.write('package-lock.json', '{"lockfileVersion":3}\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '-m', 'a lock file');
  repo.write('node_modules/left-pad/index.js', 'pad\n');
  mkdirSync(join(repo.root, 'node_modules/.bin'));
  symlinkSync('../left-pad/index.js', join(repo.root, 'node_modules/.bin/pad'));
  return repo;
}
