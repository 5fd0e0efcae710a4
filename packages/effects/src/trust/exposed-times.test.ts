import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testFolder } from '../test-folder.ts';
import { isWrittenByAgents, openExposedTime } from './exposed-times.ts';

const tick = () => delay(30); // longer than a tick of the kernel's clock

async function withPackages() {
  const root = await testFolder();
  const write = (path: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), 'text');
  };
  write('node_modules/pad/index.js');
  write('.env');
  await tick();
  const exposed = async (act: () => void) => {
    const close = openExposedTime(root);
    act();
    await tick();
    close();
    await tick();
  };
  return { root, write, exposed, isWritten: (path = 'node_modules') => isWrittenByAgents(root, path) };
}

test('packages of the user are not written by agents', async () => {
  const { write, exposed, isWritten } = await withPackages();
  expect(await isWritten()).toBe(false);
  await exposed(() => {});
  write('node_modules/more/index.js'); // by the user, later
  expect([await isWritten(), await isWritten('.env'), await isWritten('missing')]).toEqual([false, false, false]);
});

test.each(['node_modules/.bin/node', 'node_modules/pad/index.js', 'node_modules/pad/lib/deep.js'])(
  'X2 %s of an agent is found',
  async (path) => {
    const { write, exposed, isWritten } = await withPackages();
    await exposed(() => write(path));
    expect([await isWritten(), await isWritten('.env')]).toEqual([true, false]);
  },
);

test('X2 packages that the user installs again are those of the user', async () => {
  const { root, write, exposed, isWritten } = await withPackages();
  await exposed(() => write('node_modules/.bin/node'));
  expect(await isWritten()).toBe(true);
  rmSync(join(root, 'node_modules'), { recursive: true });
  write('node_modules/pad/index.js');
  expect(await isWritten()).toBe(false);
});

test('X4 a folder that an agent moved to the place of the packages is found, though its files are older', async () => {
  const { root, write, exposed, isWritten } = await withPackages();
  write('bundle/pad/index.js');
  await tick();
  await exposed(() => {
    renameSync(join(root, 'node_modules'), join(root, 'old'));
    renameSync(join(root, 'bundle'), join(root, 'node_modules'));
  });
  await exposed(() => {});
  expect(await isWritten()).toBe(true);
  rmSync(join(root, 'node_modules'), { recursive: true });
  write('node_modules/pad/index.js'); // the user installs again
  expect(await isWritten()).toBe(false);
  openExposedTime(root); // of a process that is killed
  rmSync(join(root, 'node_modules'), { recursive: true });
  renameSync(join(root, 'old'), join(root, 'node_modules'));
  expect(await isWritten()).toBe(true);
});

test('X1 after a crash the time lasts until the next start', async () => {
  const { root, write, exposed, isWritten } = await withPackages();
  openExposedTime(root);
  await tick();
  write('.env');
  expect(await isWritten('.env')).toBe(true);
  await tick();
  await exposed(() => {});
  write('.env');
  expect(await isWritten('.env')).toBe(false);
});

test('X1 a torn line is skipped', async () => {
  const { root, write, exposed, isWritten } = await withPackages();
  await exposed(() => write('.env'));
  appendFileSync(join(root, '.harness/exposed/times.jsonl'), '{"id":');
  expect(await isWritten('.env')).toBe(true);
});

test('X3 the cache of a tool does not count', async () => {
  const { write, exposed, isWritten } = await withPackages();
  await exposed(() => write('node_modules/.cache/tool/a'));
  expect(await isWritten()).toBe(false);
});
