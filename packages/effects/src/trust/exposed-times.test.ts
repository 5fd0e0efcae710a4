import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
    const close = await openExposedTime(root);
    act();
    await tick();
    await close();
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
  await openExposedTime(root); // of a process that is killed
  rmSync(join(root, 'node_modules'), { recursive: true });
  renameSync(join(root, 'old'), join(root, 'node_modules'));
  expect(await isWritten()).toBe(true);
});

test.each([
  ['packages of a workspace package', 'packages/a/node_modules', 'bundle', 'packages/a/node_modules'],
  ['a folder around packages', 'packages/a/node_modules', 'other/a', 'packages/a'],
  ['packages that did not exist', 'packages/b/node_modules', 'bundle', 'packages/b/node_modules'],
  ['packages of Ruby inside vendor', 'vendor/bundle', 'gems', 'vendor/bundle'],
  ['a virtual environment', '.venv', 'other', '.venv'],
  ['a folder around an .env file', 'packages/a/.env', 'other/a', 'packages/a'],
])('X4 %s, in whose place an agent moved older files, is found', async (_, asked, moved, place) => {
  const { root, write, exposed, isWritten } = await withPackages();
  for (const path of ['packages/a/node_modules/pad/index.js', 'packages/a/.env', 'packages/b/a.js']) write(path);
  for (const path of ['vendor/bundle/gem.rb', '.venv/bin/python']) write(path);
  for (const path of ['node_modules/pad/index.js', '.env', 'bin/python', 'gem.rb', 'pad/index.js'])
    write(`${moved}/${path}`);
  await tick();
  await exposed(() => {});
  expect(await isWritten(asked)).toBe(false);
  await exposed(() => {
    if (existsSync(join(root, place))) renameSync(join(root, place), join(root, 'old'));
    renameSync(join(root, moved), join(root, place));
  });
  expect([await isWritten(asked), await isWritten()]).toEqual([true, false]);
});

test.each(['packages/b/node_modules', '.venv/lib/python3/site-packages/product.pth', 'node_modules/pad/node_modules'])(
  'X4 %s is not replaced while a call works, though not every folder around it is recorded',
  async (path) => {
    const { root, write, isWritten } = await withPackages();
    write(`${path}/index.js`);
    await tick();
    await openExposedTime(root);
    expect(await isWritten(path)).toBe(false);
  },
);

test('X1 after a crash the time lasts until the next start', async () => {
  const { root, write, exposed, isWritten } = await withPackages();
  await openExposedTime(root);
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
