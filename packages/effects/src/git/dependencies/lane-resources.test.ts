import { existsSync, lstatSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { closeLane } from '../lane/close-lane.ts';
import { openLane } from '../lane/open-lane.ts';
import { clearScratch, type Scratch, scratch } from '../scratch.ts';
import { readLaneResources } from './lane-resources.ts';

afterAll(clearScratch);

const allots = { firstPort: 4_600, envFile: '.env.example' };

async function laneOf(repo: Scratch, name: string) {
  const outcome = await openLane(repo.work(), { slug: name, name, allots });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
}

const given = async (repo: Scratch, path: string) => (await readLaneResources(repo.root, path))?.variables ?? {};

test('M-26 lanes that live at the same time have ports and temporary folders of their own', async () => {
  const repo = scratch();
  const lanes = await Promise.all(['F-001', 'F-002', 'F-003'].map((name) => laneOf(repo, name)));
  const all = await Promise.all(lanes.map(({ path }) => given(repo, path)));
  expect(all.map(({ PORT }) => PORT).sort()).toEqual(['4600', '4610', '4620']);
  expect(all.map((one) => one['HARNESS_LANE'])).toEqual(['F-001', 'F-002', 'F-003']);
  const temporary = all.map(({ TMPDIR = '' }) => TMPDIR);
  expect(new Set(temporary).size).toBe(3);
  expect(temporary.every((folder) => statSync(folder).isDirectory() && !folder.startsWith(repo.root))).toBe(true);
});

test('what a lane was given stays with it, and is free again when it is closed', async () => {
  const repo = scratch();
  const [one] = [await laneOf(repo, 'F-001'), await laneOf(repo, 'F-002')];
  const before = await given(repo, one.path);
  await laneOf(repo, 'F-001');
  expect(await given(repo, one.path)).toEqual(before);
  await closeLane(repo.work(), { lane: one });
  expect(existsSync(before['TMPDIR'] ?? '')).toBe(false);
  expect(await given(repo, one.path)).toEqual({});
  expect(await given(repo, (await laneOf(repo, 'F-003')).path)).toMatchObject({ PORT: before['PORT'] });
});

test('a lane of another workflow is given nothing, and neither is the checkout', async () => {
  const repo = scratch();
  const outcome = await openLane(repo.work(), { slug: 'other' });
  expect(await readLaneResources(repo.root, outcome.ok ? outcome.value.path : '')).toBeNull();
  expect(await readLaneResources(repo.root, '.')).toBeNull();
});

test('a lane has a .env from the template with its port, where git ignores one; the own one of a person is not shown', async () => {
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

test('where git would see a .env, none is written', async () => {
  const repo = scratch();
  const { path } = await laneOf(repo, 'F-001');
  expect(existsSync(join(repo.root, path, '.env'))).toBe(false);
});

test('dependencies that are installed are cloned into a lane with the same lock file, links as links', async () => {
  const repo = withModules(scratch());
  const { path } = await laneOf(repo, 'F-001');
  expect(repo.read(`${path}/node_modules/left-pad/index.js`)).toBe('pad\n');
  expect(lstatSync(join(repo.root, path, 'node_modules/.bin/pad')).isSymbolicLink()).toBe(true);
  repo.write(`${path}/node_modules/left-pad/index.js`, 'changed in the lane\n');
  expect(repo.read('node_modules/left-pad/index.js')).toBe('pad\n');
  expect(repo.gitIn(path, 'status', '--porcelain')).toBe('');
  await closeLane(repo.work(), { lane: null, name: 'F-001' });
  expect(repo.read('node_modules/left-pad/index.js')).toBe('pad\n');
});

test('a lock file that the checkout has changed clones nothing: what is installed is not what the lane asks for', async () => {
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
