/**
 * Creates the script that the SDK starts: it reports its process id, waits for `go` and then becomes the program.
 *
 *   U1. The program does not start before `go`. If the harness dies first, the pipe closes and the script exits. The
 *       pipe is read inside the box, so that the box also ends with the harness. The process id is that of the host.
 *   U2. The prompt is read from a file. The SDK would write it to a pipe, and a program that exits early would crash
 *       the harness. That pipe stays open (as 9) until the program starts.
 *   U3. A file that the SDK passes to the program is copied to where the program sees it, also in a box.
 *   U4. The program's stderr is in a file while it runs (see log).
 */
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { trustedPath } from '../../process/trusted-path.ts';
import type { BoxedCommand } from '../../sandbox/box.ts';

export interface Launcher {
  /** The script that the SDK starts. Its arguments follow those of the program. */
  readonly path: string;
  go(): Promise<void>;
  /** The program's stderr so far. */
  log(): Promise<string>;
  /** Size of the log in bytes. */
  logged(): Promise<number>;
  close(): Promise<void>;
}

/** The first line of the output, which the SDK passes on like any other. */
export const launchedType = 'harness.launched';

export async function openLauncher(
  folder: string,
  program: string,
  prompt: string,
  toBoxed: (command: BoxedCommand) => BoxedCommand,
): Promise<Launcher> {
  const [path, gate, input, stderrFile] = ['launch', 'gate', 'prompt', 'log'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  await promisify(execFile)('mkfifo', ['-m', '600', gate], { env: { PATH: trustedPath() } });
  // Opened for reading and writing, so that no side blocks on open; it closes when this process ends.
  const pipe = await open(gate, constants.O_RDWR);
  await writeFile(input, prompt, { mode: 0o600 });
  await writeFile(stderrFile, '', { mode: 0o600 });
  const waitCommand = 'read -r go < "$1" || exit 1; shift; exec "$@" 9<&-';
  const command = toBoxed({ program: '/bin/sh', args: ['-c', waitCommand, 'harness', gate, program] });
  const lines = [
    '#!/bin/sh',
    `printf '{"type":"${launchedType}","pid":%s}\\n' "$$"`,
    ...copySchemaLines(join(folder, 'schema.json')),
    `exec ${[command.program, ...command.args].map(quote).join(' ')} "$@" 9<&0 < ${quote(input)} 2> ${quote(stderrFile)}`,
  ];
  await writeFile(path, `${lines.join('\n')}\n`, { mode: 0o700 });
  return {
    path,
    go: async () => void (await pipe.write('go\n')),
    log: () => readFile(stderrFile, 'utf8'),
    logged: async () => (await stat(stderrFile)).size,
    close: () => pipe.close(),
  };
}

/** The SDK puts the schema into a temporary folder, which is a different one inside a box. */
const copySchemaLines = (schema: string) => [
  'for _ in "$@"; do',
  `  [ "$was" != --output-schema ] || { cp "$1" ${quote(schema)} && was=${quote(schema)} && shift && set -- "$was" "$@"; }`,
  '  was=$1; shift; set -- "$@" "$was"',
  'done',
];

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
