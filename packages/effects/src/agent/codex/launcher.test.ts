import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testFolder } from '../../test-folder.ts';
import { launchedType, openLauncher } from './launcher.ts';

async function setUp() {
  const folder = await testFolder();
  const program = join(folder, "a 'program'");
  await writeFile(program, '#!/bin/sh\ncat; echo "$@"; echo aside >&2; touch "$(dirname "$0")/ran"\n');
  await chmod(program, 0o755);
  const launcher = await openLauncher(folder, program, 'the prompt\n', (command) => command);
  const child = spawn(launcher.path, ['one', 'two three'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  await once(child.stdout, 'data');
  return { launcher, child, ran: () => existsSync(join(folder, 'ran')), output: () => output };
}

test('U1 reports its process id and starts the program only after `go`', async () => {
  const { launcher, child, ran, output } = await setUp();
  await delay(50);
  expect([JSON.parse(output()), ran()]).toEqual([{ type: launchedType, pid: child.pid }, false]);
  await launcher.go();
  await once(child, 'close');
  expect(output().split('\n').slice(1)).toEqual(['the prompt', 'one two three', '']);
  expect([ran(), await launcher.log()]).toEqual([true, 'aside\n']);
  await launcher.close();
});

test("U3 copies the answer's schema to where the program sees it, and passes all other arguments unchanged", async () => {
  const folder = await testFolder();
  const [program, form] = [join(folder, 'program'), join(await testFolder(), 'a form.json')];
  await writeFile(form, '{"type":"object"}');
  await writeFile(program, '#!/bin/sh\nprintf "%s|" "$@"; cat "$3"\n', { mode: 0o755 });
  const launcher = await openLauncher(folder, program, '', (command) => command);
  await launcher.go();
  const args = ['exec', '--output-schema', form, '', 'two  words', '--x'];
  const { stdout } = spawnSync(launcher.path, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const schema = join(folder, 'schema.json');
  expect(stdout.split('\n')[1]).toBe(`exec|--output-schema|${schema}||two  words|--x|{"type":"object"}`);
  await launcher.close();
});

test('U1 exits if `go` can no longer come', async () => {
  const { launcher, child, ran } = await setUp();
  await delay(50); // it waits at the pipe
  await launcher.close();
  const [code] = (await once(child, 'exit')) as [number];
  expect([code, ran()]).toEqual([1, false]);
});
