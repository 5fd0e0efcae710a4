import { existsSync, lstatSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { performCloseLane } from '../lane/close-lane.ts';
import { performOpenLane } from '../lane/open-lane.ts';
import { clearScratch, type Scratch, scratch } from '../scratch.ts';
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

test('does not clone if the checkout changed its lock file: its packages do not match the lane', async () => {
  const repo = withModules(scratch());
  repo.write('package-lock.json', '{"lockfileVersion":3,"more":1}\n');
  const { path } = await laneOf(repo, 'F-001');
  expect(existsSync(join(repo.root, path, 'node_modules'))).toBe(false);
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
