import { type ChildProcess as Child, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../test-folder.ts';
import { endGroup, isAlive, sendSignal, startTimeOf } from './process-identity.ts';

async function startChild(command: string, ...args: readonly string[]): Promise<Child & { pid: number }> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  return child as Child & { pid: number };
}
const nextLine = async (child: Child) => String((await once(child.stdout as NodeJS.ReadableStream, 'data'))[0]).trim();
const identityOf = (pid: number) => ({ pid, startedAt: startTimeOf(pid) ?? '' });

test('the start time of a process does not change', () => {
  expect(startTimeOf(process.pid)).toBe(startTimeOf(process.pid));
  expect(isAlive(identityOf(process.pid))).toBe(true);
});

test('an ended process has no start time', async () => {
  const child = await startChild('true');
  await once(child, 'exit');
  expect(startTimeOf(child.pid)).toBeUndefined();
});

test('a zombie counts as ended', async () => {
  const parent = await startChild('sh', '-c', 'sleep 0 & echo $!; exec sleep 10');
  const zombie = Number(await nextLine(parent));
  await expect.poll(() => startTimeOf(zombie)).toBeUndefined();
});

test('a process may have any name', { skip: process.platform !== 'linux' }, async () => {
  const program = join(await testFolder(), 'a) Z (b');
  await copyFile('/bin/sleep', program);
  const child = await startChild(program, '10');
  expect(startTimeOf(child.pid)).toMatch(/^[0-9a-f]{8}-\d+$/);
});

test('ends the whole group, and waits until it is gone', async () => {
  const leader = await startChild('sh', '-c', 'sleep 10 & echo $!; wait');
  const member = identityOf(Number(await nextLine(leader)));
  await endGroup(identityOf(leader.pid));
  expect([isAlive(member), startTimeOf(leader.pid)]).toEqual([false, undefined]);
});

test('leaves a process with the same pid and another start time alone', async () => {
  const stranger = await startChild('sleep', '10');
  await endGroup({ pid: stranger.pid, startedAt: 'another time' });
  expect(startTimeOf(stranger.pid)).toBeDefined();
});

test.each([0, 1, -1, Number.NaN])('refuses the pid %d', (pid) => {
  expect(() => sendSignal(pid)).toThrow('is not a process of ours');
});
