/**
 * Stands between the SDK and the program: says which process it is, waits until that is written down, and becomes the program.
 *
 *   U1. Nothing of the program happens before `go`. When the harness dies first, the gate closes and the launcher leaves.
 *       The gate is in the box, so that by then the box dies with the harness; the process is named as this machine has it.
 *   U2. The prompt is read from a file. The SDK would write it into a pipe, and a program that ends before it has read all
 *       would take the harness along with it. That pipe is kept open (as 9) until the program begins.
 *   U3. A file that the SDK hands to the program is where the program sees it, also in a box.
 *   U4. What the program says aside is in a file while it still runs (see log).
 */
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BoxedCommand } from '../../sandbox/box.ts';

export interface Launcher {
  /** What the SDK starts. Its arguments are handed on behind those of the program. */
  readonly path: string;
  go(): Promise<void>;
  /** What the program has said aside so far. */
  log(): Promise<string>;
  /** How many bytes that is. */
  logged(): Promise<number>;
  close(): Promise<void>;
}

/** The first line of its output, which the SDK hands on like every other. */
export const launchedType = 'harness.launched';

export async function openLauncher(
  folder: string,
  program: string,
  prompt: string,
  boxed: (command: BoxedCommand) => BoxedCommand,
): Promise<Launcher> {
  const [path, gate, input, aside] = ['launch', 'gate', 'prompt', 'log'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  await promisify(execFile)('mkfifo', ['-m', '600', gate]);
  // Both ends are held here, so that neither side waits for the other to open; they close when this process ends.
  const door = await open(gate, constants.O_RDWR);
  await writeFile(input, prompt, { mode: 0o600 });
  await writeFile(aside, '', { mode: 0o600 });
  const waiting = 'read -r go < "$1" || exit 1; shift; exec "$@" 9<&-';
  const inside = boxed({ program: '/bin/sh', args: ['-c', waiting, 'harness', gate, program] });
  const lines = [
    '#!/bin/sh',
    `printf '{"type":"${launchedType}","pid":%s}\\n' "$$"`,
    ...bringingIn(join(folder, 'schema.json')),
    `exec ${[inside.program, ...inside.args].map(quoted).join(' ')} "$@" 9<&0 < ${quoted(input)} 2> ${quoted(aside)}`,
  ];
  await writeFile(path, `${lines.join('\n')}\n`, { mode: 0o700 });
  return {
    path,
    go: async () => void (await door.write('go\n')),
    log: () => readFile(aside, 'utf8'),
    logged: async () => (await stat(aside)).size,
    close: () => door.close(),
  };
}

/** The SDK puts the form of the answer into a temporary folder, which is another one inside a box. */
const bringingIn = (schema: string) => [
  'for _ in "$@"; do',
  `  [ "$was" != --output-schema ] || { cp "$1" ${quoted(schema)} && was=${quoted(schema)} && shift && set -- "$was" "$@"; }`,
  '  was=$1; shift; set -- "$@" "$was"',
  'done',
];

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
