import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../test-folder.ts';
import { childEnvironment } from './environment.ts';
import { effectVariable, endOrphans } from './orphans.ts';
import { isAlive, startTimeOf } from './process-identity.ts';
import { type ProcessCommand, StartError, startProcess } from './start-command.ts';

async function startCommand(command: string, more: Partial<ProcessCommand> = {}) {
  const mark = randomUUID();
  onTestFinished(() => void endOrphans(mark, []));
  const env = childEnvironment(process.env, { [effectVariable]: mark });
  return startProcess({ command, cwd: '/tmp', env, ...more });
}
async function runCommand(command: string, more: Partial<ProcessCommand> = {}) {
  const child = await startCommand(command, more);
  child.go();
  return child.done;
}
async function pidIn(file: string) {
  await expect.poll(() => existsSync(file) && readFile(file, 'utf8')).toMatch(/\d\n/);
  const pid = Number(await readFile(file, 'utf8'));
  return { pid, startedAt: startTimeOf(pid) ?? '' };
}

test('returns the exit code and the last lines, both streams in order', async () => {
  expect(await runCommand('echo one; echo two >&2; echo three; exit 3')).toEqual({
    exitCode: 3,
    signal: null,
    tail: 'one\ntwo\nthree',
  });
});

test('does not run before go', async () => {
  const folder = await testFolder();
  const child = await startCommand('touch ran', { cwd: folder });
  await delay(100);
  expect(existsSync(join(folder, 'ran'))).toBe(false);
  expect(isAlive(child)).toBe(true);
  child.go();
  await child.done;
  expect(existsSync(join(folder, 'ran'))).toBe(true);
});

test('if the harness dies between start and go, the command never runs and the shell exits', async () => {
  const folder = await testFolder();
  const code = `import { startProcess } from ${JSON.stringify(new URL('./start-command.ts', import.meta.url).href)};
    const child = await startProcess({ command: 'touch ran', cwd: ${JSON.stringify(folder)}, env: process.env });
    console.log(JSON.stringify(child));
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 20);`;
  const died = promisify(execFile)('node', ['--import', 'tsx', '--input-type=module', '-e', code]);
  const { stdout, signal } = (await died.catch((error: unknown) => error)) as { stdout: string; signal: string };
  expect(signal).toBe('SIGKILL');
  await expect.poll(() => isAlive(JSON.parse(stdout))).toBe(false);
  expect(existsSync(join(folder, 'ran'))).toBe(false);
});

test('a command cannot open its own gate', async () => {
  const folder = await testFolder();
  const child = await startCommand('$(touch early)"; touch early; \' `touch early`', { cwd: folder });
  await delay(50);
  child.kill();
  await child.done;
  expect(existsSync(join(folder, 'early'))).toBe(false);
});

test('a command that is killed before go never runs', async () => {
  const folder = await testFolder();
  const child = await startCommand('touch ran', { cwd: folder });
  child.kill();
  child.go();
  expect(await child.done).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  expect(existsSync(join(folder, 'ran'))).toBe(false);
});

test('kill ends the shell and all its processes, also without a mark', async () => {
  const folder = await testFolder();
  const child = await startCommand('sleep 20 & echo $! > pid; wait', {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
  });
  child.go();
  const grandchild = await pidIn(join(folder, 'pid'));
  child.kill();
  await child.done;
  expect(isAlive(child)).toBe(false);
  await expect.poll(() => isAlive(grandchild)).toBe(false);
});

test('kill also ends processes outside the group', { skip: process.platform !== 'linux' }, async () => {
  const folder = await testFolder();
  const child = await startCommand('setsid sh -c "echo \\$\\$ > pid; exec sleep 20" & wait; sleep 20', { cwd: folder });
  child.go();
  const escaped = await pidIn(join(folder, 'pid'));
  child.kill();
  await child.done;
  expect(isAlive(escaped)).toBe(false);
});

test('an abort kills it', async () => {
  expect(await runCommand('sleep 20', { signal: AbortSignal.timeout(50) })).toMatchObject({ signal: 'SIGKILL' });
});

test('is done when the shell has ended, although a grandchild holds its output open', async () => {
  const began = performance.now();
  const { tail } = await runCommand('setsid sleep 20 & echo said');
  expect(tail).toBe('said');
  expect(performance.now() - began).toBeLessThan(8_000);
});

test('is done although a grandchild keeps writing', async () => {
  const began = performance.now();
  const { tail } = await runCommand('(while :; do echo more; sleep 0.05; done) & echo said');
  expect(tail).toMatch(/^said\nmore/m);
  expect(performance.now() - began).toBeLessThan(8_000);
});

test('a script may write to /dev/stderr and /dev/stdout by name', async () => {
  expect(await runCommand('echo a > /dev/stderr; echo b | tee /dev/stderr; echo c > /dev/stdout')).toMatchObject({
    exitCode: 0,
    tail: 'a\nb\nb\nc',
  });
});

test('a command has no standard input to wait for', async () => {
  expect(await runCommand('cat; echo end')).toMatchObject({ tail: 'end' });
});

test('a command does not inherit the gate', async () => {
  expect(await runCommand('(: <&3) 2>/dev/null && echo open || echo closed')).toMatchObject({ tail: 'closed' });
});

test('the tail has at most 40 lines, no split characters and no colours', async () => {
  const { tail } = await runCommand('seq 1 100; printf "\\033[31mred\\033[0m\\n"');
  expect(tail.split('\n')).toHaveLength(40);
  expect(tail).toMatch(/100\nred$/);
  expect((await runCommand('printf "äöüäöü"', { maxTailBytes: 5 })).tail).toBe('öü');
});

test('a log that cannot be written is an error, and no process is left', async () => {
  const child = await startCommand('while :; do echo more; done', { logPath: '/dev/full' });
  child.go();
  await expect(child.done).rejects.toThrow('ENOSPC');
  await expect.poll(() => isAlive(child)).toBe(false);
});

test('fails to start in a missing folder', async () => {
  await expect(startCommand('true', { cwd: '/no/such/folder' })).rejects.toThrow(StartError);
});

test('fails to start a command that is too long for the system', async () => {
  await expect(startCommand(`true ${'x'.repeat(3_000_000)}`)).rejects.toThrow(StartError);
});
