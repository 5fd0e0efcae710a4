import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from 'vitest';
import { isAddressLocked, tryAddressLock } from './address-lock.ts';
import { isLocked, tryLock } from './lock.ts';

/** Some systems allow namespaces only to root, or not at all. */
const newNetwork = ['unshare', '--user', '--map-root-user', '--net'];
const hasNamespaces = spawnSync(newNetwork[0] ?? '', [...newNetwork.slice(1), 'true']).status === 0;

const made: string[] = [];
const started: ChildProcess[] = [];
const fresh = (...names: string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'harness-lock-'));
  made.push(folder);
  return join(folder, 'locks', ...names);
};
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A process that asks for the lock or releases it at each line of its input. */
async function asker(folder: string, wrapper: readonly string[] = []) {
  const code = `import { tryLock } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))};
    let lock;
    console.log('ready');
    process.stdin.on('data', async (line) => {
      if (String(line).startsWith('release')) {
        await lock?.release();
        lock = undefined;
        console.log('released');
        return;
      }
      lock = await tryLock(${JSON.stringify(folder)});
      console.log(lock ? 'taken' : 'refused');
    });`;
  const [program = '', ...args] = [...wrapper, process.execPath, '--import', 'tsx', '--input-type=module', '-e', code];
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  started.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  const send = async (line: string) => {
    child.stdin.write(`${line}\n`);
    return String((await lines.next()).value);
  };
  return {
    ask: () => send('ask'),
    release: () => send('release'),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    stop: () => child.kill('SIGSTOP'),
  };
}

describe.each([
  ['a socket', tryLock, isLocked],
  ['an abstract address', (name: string) => tryAddressLock(name, true), (name: string) => isAddressLocked(name, true)],
  ['a loopback port', (name: string) => tryAddressLock(name, false), (name: string) => isAddressLocked(name, false)],
])('E6 the lock by %s', (_, take, isTaken) => {
  test('has one holder and is free after release', async () => {
    const name = fresh('run');
    expect(await isTaken(name)).toBe(false);
    const lock = await take(name);
    expect(await take(name)).toBeUndefined();
    expect(await isTaken(name)).toBe(true);
    await lock?.release();
    expect(await isTaken(name)).toBe(false);
    await (await take(name))?.release();
  });

  test('has one winner among eight simultaneous requests', async () => {
    const name = fresh('run');
    const locks = await Promise.all(Array.from({ length: 8 }, () => take(name)));
    expect(locks.filter(Boolean)).toHaveLength(1);
    await locks.find(Boolean)?.release();
  });
});

describe.runIf(process.platform === 'linux')('E6 the lock by a socket, among processes', () => {
  test('a killed or suspended holder: the kernel tells which of them lives', async () => {
    const folder = fresh('run');
    const first = await asker(folder);
    expect(await first.ask()).toBe('taken');
    first.stop();
    expect(await isLocked(folder)).toBe(true);
    expect(await tryLock(folder)).toBeUndefined();
    await first.kill();
    expect(await isLocked(folder)).toBe(false);
    const lock = await tryLock(folder);
    expect(lock).toBeDefined();
    await lock?.release();
  });

  test.skipIf(!hasNamespaces)(
    'a process in another network namespace sees the holder, and the other way round',
    async () => {
      const folder = fresh('run');
      const outside = await asker(folder);
      const inside = await asker(folder, newNetwork);
      expect(await inside.ask()).toBe('taken');
      expect(await outside.ask()).toBe('refused');
      expect(await isLocked(folder)).toBe(true);
      await inside.kill();
      expect(await outside.ask()).toBe('taken');
    },
  );

  test('has one winner among four processes that find an ended holder at the same moment, 30 times', async () => {
    const folder = fresh('run');
    const askers = await Promise.all([1, 2, 3, 4].map(() => asker(folder)));
    for (let round = 0; round < 30; round++) {
      const answers = await Promise.all(askers.map(({ ask }) => ask()));
      expect(answers.filter((answer) => answer === 'taken').length, `round ${round}`).toBe(1);
      await Promise.all(askers.map(({ release }) => release()));
    }
  });

  test('works in a folder whose path is longer than the address of a socket', async () => {
    const folder = fresh('a'.repeat(120), 'b'.repeat(120));
    const lock = await tryLock(folder);
    expect(await tryLock(folder)).toBeUndefined();
    expect(await isLocked(folder)).toBe(true);
    await lock?.release();
    expect(await isLocked(folder)).toBe(false);
  });

  test('leaves few files after many holders', async () => {
    const folder = fresh('run');
    for (let n = 0; n < 40; n++) await (await tryLock(folder))?.release();
    expect(readdirSync(folder).length).toBeLessThan(20);
  });

  test('files that are no sockets do not hold the lock', async () => {
    const folder = fresh('run');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '7'), '');
    writeFileSync(join(folder, 'note.txt'), '');
    expect(await isLocked(folder)).toBe(false);
    const lock = await tryLock(folder);
    expect(lock).toBeDefined();
    expect(existsSync(join(folder, '8'))).toBe(true);
    await lock?.release();
  });

  test.skipIf(process.getuid?.() === 0)('a folder that cannot be written is refused', async () => {
    const folder = fresh('run');
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o500);
    await expect(tryLock(folder)).rejects.toMatchObject({ code: 'store.unwritable' });
  });
});
