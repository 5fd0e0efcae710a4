import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { effectMark, effectVariable, endOrphans } from './orphans.ts';
import { isAlive, startTimeOf } from './process-identity.ts';

const onLinux = { skip: process.platform !== 'linux' };
const newMark = () => effectMark(`/repo-${randomUUID()}`, 'run-1/0.report');

/** A process in its own session, like a daemon. */
async function sleeper(mark: string) {
  const child = spawn('sleep', ['20'], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, [effectVariable]: mark },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  return { pid, startedAt: startTimeOf(pid) ?? '' };
}

test('ends every process with the mark, wherever it is', onLinux, async () => {
  const mark = newMark();
  const strays = await Promise.all([sleeper(mark), sleeper(mark)]);
  expect(new Set(await endOrphans(mark, []))).toEqual(new Set(strays.map(({ pid }) => pid)));
  expect(strays.map(isAlive)).toEqual([false, false]);
});

test('leaves processes with another mark alone, also if it has the same start', onLinux, async () => {
  const mark = newMark();
  const other = await sleeper(`${mark}0`);
  expect(await endOrphans(mark, [])).toEqual([]);
  expect(isAlive(other)).toBe(true);
});

test('ends a noted process without a mark', async () => {
  const noted = await sleeper('');
  expect(await endOrphans(newMark(), [noted])).toEqual([noted.pid]);
  expect(isAlive(noted)).toBe(false);
});

test('leaves a noted pid alone that belongs to another process now', async () => {
  const stranger = await sleeper('');
  expect(await endOrphans(newMark(), [{ ...stranger, startedAt: 'long ago' }])).toEqual([]);
  expect(isAlive(stranger)).toBe(true);
});

test('a harness that the effect itself started does not end itself', onLinux, async () => {
  const mark = newMark();
  const stray = await sleeper(mark);
  const code = `import { endOrphans } from ${JSON.stringify(new URL('./orphans.ts', import.meta.url).href)};
    console.log(JSON.stringify(await endOrphans(${JSON.stringify(mark)}, [])));`;
  const { stdout } = await promisify(execFile)('node', ['--import', 'tsx', '--input-type=module', '-e', code], {
    env: { ...process.env, [effectVariable]: mark },
  });
  // tsx may start helpers that carry the mark too.
  expect(JSON.parse(stdout)).toContain(stray.pid);
});
