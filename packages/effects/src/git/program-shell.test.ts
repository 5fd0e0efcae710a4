/** Tests that a program started from a shell cannot tell the difference. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { environmentOf, hasTable, pids } from '../process/table.ts';
import { ownerMark, ownerVariable } from './git-owner.ts';
import { waitForLeftoverGit } from './leftover-git.ts';
import { spawnInShell } from './program-shell.ts';
import { scriptOf } from './shell-script.ts';
import type { SpawnOptions, SpawnResult } from './spawn-options.ts';
import { spawnProgram } from './spawn-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'harness-shell-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const node = process.execPath;
const path = process.env['PATH'];
const options = (more: Partial<SpawnOptions> = {}): SpawnOptions => ({
  cwd: folder,
  env: { PATH: path },
  input: undefined,
  maxBytes: 1_000_000,
  ...more,
});

/** Text that a shell would change if it were not quoted, and bytes in no encoding. */
const hostile = `it's "$HOME" \`id\` $(id) \\n \\ %s\n{ } ; & | > # ~ * \r\t 한국어 `;
const everyByte = Buffer.from(Array.from({ length: 255 }, (_, at) => at + 1));

test.runIf(hasTable)(
  'gives a program its arguments, folder, environment, input and exit code as a direct start does',
  async () => {
    const inside = join(folder, "a 'quoted' 폴더");
    mkdirSync(inside);
    const show = `
    const input = require('node:fs').readFileSync(0);
    const { GIT_DIR, OTHER, ${ownerVariable}: owner } = process.env;
    process.stdout.write(JSON.stringify([process.argv.slice(1), process.cwd(), { GIT_DIR, OTHER, owner }]));
    process.stdout.write(Buffer.concat([input, Buffer.of(0, 255, 10)]));
    process.stderr.write('an error without a newline');
    process.exitCode = 3;`;
    const args = ['-e', show, '--', hostile, '', '-n'];
    const env = { PATH: path, OTHER: hostile, GIT_DIR: hostile, [ownerVariable]: '1@/repo' };
    for (const input of [undefined, hostile, everyByte, '']) {
      const given = options({ cwd: inside, env, input });
      const found = await spawnInShell(node, args, given);
      expect(found).toMatchObject({ is: 'ended', exitCode: 3, stderr: 'an error without a newline' });
      expect(found).toEqual(await spawnProgram(node, args, given));
    }
  },
);

test.runIf(hasTable)('starts nothing that a shell cannot start, so that the direct start reports why', async () => {
  expect(await spawnInShell('/nowhere/git', [], options())).toBeNull();
  expect(await spawnInShell('/bin/sh', ['-c', ':'], options({ cwd: '/nowhere' }))).toBeNull();
  expect(await spawnInShell('/bin/sh', ['-c', 'exit 0'], options({ input: 'a\0b' }))).toBeNull();
});

const shellsOf = (result: SpawnResult | null) =>
  result?.is === 'ended' ? result.stdout.toString().trim() : result?.is;
const parentOf = async () => shellsOf(await spawnInShell('/bin/sh', ['-c', 'echo $PPID'], options()));

test.runIf(hasTable)('uses a shell again, but not one whose command was cut or killed', async () => {
  const first = await parentOf();
  expect(await parentOf()).toBe(first);
  const long = await spawnInShell('/bin/sh', ['-c', 'printf %02000d 1; sleep 9'], options({ maxBytes: 10 }));
  expect(long).toMatchObject({ is: 'cut', stdout: Buffer.from('0000000000') });
  const second = await parentOf();
  expect(second).not.toBe(first);
  expect(await spawnInShell('/bin/sh', ['-c', 'kill -9 $$'], options())).toMatchObject({
    is: 'killed',
    signal: 'SIGKILL',
  });
  const [one, other] = await Promise.all([parentOf(), parentOf()]);
  expect(one).not.toBe(other);
});

test.runIf(hasTable)('starts nothing in a shell that was killed while it was idle, at any moment', async () => {
  const file = join(folder, 'started');
  for (let delay = 0; delay < 10; delay++) {
    const shell = (await parentOf()) ?? (await parentOf()); // the first may be one that this test killed before
    process.kill(Number(shell), 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, delay));
    const result = await spawnInShell('/bin/sh', ['-c', `: > '${file}'`], options());
    expect(result).toBeOneOf([null, expect.objectContaining({ is: 'ended', exitCode: 0 })]);
    expect(existsSync(file)).toBe(result !== null);
    rmSync(file, { force: true });
  }
});

test.runIf(hasTable)('executes nothing of a command that was sent in part', () => {
  const file = join(folder, 'sent');
  const script = scriptOf('/bin/sh', ['-c', `: > '${file}'`], options({ input: 'in' }), 'mark') ?? '';
  for (let length = 0; length < script.lastIndexOf('}'); length += 3)
    spawnSync('/bin/sh', [], { input: script.slice(0, length) });
  expect(existsSync(file)).toBe(false);
  spawnSync('/bin/sh', [], { input: script });
  expect(existsSync(file)).toBe(true);
});

test.runIf(hasTable)(
  'a shell completes its command after the death of its owner, and the next owner waits for it',
  async () => {
    const [file, go] = [join(folder, 'completed'), join(folder, 'go')];
    const module = join(import.meta.dirname, 'program-shell.ts');
    const args = JSON.stringify(['-c', `while [ ! -e '${go}' ]; do sleep 0.02; done; : > '${file}'`]);
    const code = `
    import { spawnInShell } from ${JSON.stringify(module)};
    void spawnInShell('/bin/sh', ${args}, ${JSON.stringify({ ...options(), input: undefined })});
    setInterval(() => {}, 1_000);`;
    const owner = spawn(node, ['--import', 'tsx', '--input-type=module', '-e', code], { stdio: 'ignore' });
    const mark = `${ownerVariable}=${ownerMark('').replace(/^\d+/, String(owner.pid))}`;
    const shells = () => pids().filter((pid) => environmentOf(pid).includes(mark));
    while (shells().length < 2) await new Promise((resolve) => setTimeout(resolve, 5)); // the shell and its command
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    const waiting = waitForLeftoverGit('/any/repository');
    expect(existsSync(file)).toBe(false);
    writeFileSync(go, '');
    await waiting;
    expect(existsSync(file)).toBe(true);
    expect(shells()).toEqual([]);
  },
);
