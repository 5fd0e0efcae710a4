/** Tests that a process in a clean room runs no tool of the checkout that an agent could have written. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { clearScratch, scratch } from '../git/scratch.ts';
import { openExposedTime } from '../trust/exposed-times.ts';
import { findRoomTools, toolProblem } from './room-tools.ts';

afterAll(clearScratch);

const room = '/rooms/r';

async function setUp() {
  const repo = scratch();
  for (const tool of ['.venv/bin/pytest', 'bin/tool', 'node_modules/.bin/vitest']) repo.write(tool, 'x');
  await delay(50); // older than the time of the agent
  const inRepo = (path: string) => join(repo.root, path);
  const find = (folders: readonly string[], isBoxed = true, more: NodeJS.ProcessEnv = {}) =>
    findRoomTools({ repo: repo.root, room, isBoxed }, { PATH: [...folders, '/usr/bin'].join(':'), ...more });
  return { repo, inRepo, find };
}

test('T1 T2 the room comes first, and packages of Node come only from it', async () => {
  const { repo, inRepo, find } = await setUp();
  const folders = [inRepo('node_modules/.bin'), inRepo('.venv/bin'), inRepo('.harness/worktrees/x/bin'), repo.root];
  const { environment, shown, left } = await find(folders);
  expect(environment['PATH']?.split(':')).toEqual([
    '/rooms/r/node_modules/.bin',
    '/rooms/r/.venv/bin',
    inRepo('.venv/bin'),
    '/rooms/r/.harness/worktrees/x/bin',
    '/rooms/r',
    '/usr/bin',
  ]);
  expect([shown, left]).toEqual([[inRepo('.venv')], []]);
});

test('T2 T3 a folder that an agent could have written is not used, nor is a variable that names it', async () => {
  const { repo, inRepo, find } = await setUp();
  const close = await openExposedTime(repo.root);
  repo.write('.venv/pyvenv.cfg', 'home = /elsewhere\n'); // Python reads it
  await close();
  const { environment, shown, left } = await find([inRepo('.venv/bin'), inRepo('bin')], true, {
    VIRTUAL_ENV: inRepo('.venv'),
    JAVA_HOME: '/opt/java',
  });
  expect(environment).toEqual({
    PATH: ['/rooms/r/.venv/bin', '/rooms/r/bin', inRepo('bin'), '/usr/bin'].join(':'),
    JAVA_HOME: '/opt/java',
  });
  expect([shown, left]).toEqual([[inRepo('bin')], ['.venv/bin']]);
  expect(toolProblem('.venv/bin')).toContain('find .venv -exec touch -h {} +');
  expect((await find([inRepo('.venv/bin')], false)).left).toEqual([]); // T4
});

test('a link outside that leads into the checkout counts as its target', async () => {
  const { repo, inRepo, find } = await setUp();
  mkdirSync(join(repo.home, 'tools'));
  symlinkSync(inRepo('node_modules/.bin'), join(repo.home, 'tools/bin'));
  const { environment } = await find([join(repo.home, 'tools/bin')]);
  expect(environment['PATH']).toBe('/rooms/r/node_modules/.bin:/usr/bin');
});
