import { type ChildProcess as Child, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../test-folder.ts';
import { endGroup, isAlive, sendSignal, startTimeOf } from './process-identity.ts';

async function begin(command: string, ...args: readonly string[]): Promise<Child & { pid: number }> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  return child as Child & { pid: number };
}
const nextLine = async (child: Child) => String((await once(child.stdout as NodeJS.ReadableStream, 'data'))[0]).trim();
const named = (pid: number) => ({ pid, startedAt: startTimeOf(pid) ?? '' });

test('the start of a process stays the same while it lives', () => {
  expect(startTimeOf(process.pid)).toBe(startTimeOf(process.pid));
  expect(isAlive(named(process.pid))).toBe(true);
});

test('a process that has ended has no start', async () => {
  const child = await begin('true');
  await once(child, 'exit');
  expect(startTimeOf(child.pid)).toBeUndefined();
});

test('a process that is a zombie counts as gone', async () => {
  const parent = await begin('sh', '-c', 'sleep 0 & echo $!; exec sleep 10');
  const zombie = Number(await nextLine(parent));
  await expect.poll(() => startTimeOf(zombie)).toBeUndefined();
});

test('a process may have any name', { skip: process.platform !== 'linux' }, async () => {
  const program = join(await testFolder(), 'a) Z (b');
  await copyFile('/bin/sleep', program);
  const child = await begin(program, '10');
  expect(startTimeOf(child.pid)).toMatch(/^[0-9a-f]{8}-\d+$/);
});

test('ending a group ends all of it, and resolves when they are gone', async () => {
  const leader = await begin('sh', '-c', 'sleep 10 & echo $!; wait');
  const member = named(Number(await nextLine(leader)));
  await endGroup(named(leader.pid));
  expect([isAlive(member), startTimeOf(leader.pid)]).toEqual([false, undefined]);
});

test('a process with the same pid and another start is left alone', async () => {
  const stranger = await begin('sleep', '10');
  await endGroup({ pid: stranger.pid, startedAt: 'another time' });
  expect(startTimeOf(stranger.pid)).toBeDefined();
});

test.each([0, 1, -1, Number.NaN])('nobody is ended by the pid %d', (pid) => {
  expect(() => sendSignal(pid)).toThrow('is not a process of ours');
});
