/** Writes the output of a command: terminal or pipe, text or JSON. A reader may close the pipe early. */
import { writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import { printableJson, printableOutput } from '../render/printable.ts';
import type { Output } from '../render/screen.ts';
import { gitCommand } from './repo.ts';
import { typedCommand } from './typed-command.ts';

export function createOutput(options: Readonly<Record<string, unknown>>): Output {
  const json = options['json'] === true;
  const repo = options['repo'] as string | undefined;
  const isTerminal = process.stdout.isTTY === true && process.stdin.isTTY === true;
  const colour = isTerminal && !process.env['NO_COLOR'];
  const progress = json ? process.stderr : process.stdout;
  return {
    json,
    noInput: options['input'] === false || !isTerminal,
    isTerminal,
    isPlain: process.env['TERM'] === 'dumb',
    language: options['lang'] as string | undefined,
    colour,
    typed: (command) => typedCommand(command, repo),
    // `harness` reads HARNESS_TARGET_REPO itself; git needs `-C`.
    typedGit: (command) => gitCommand(command, repo ?? (process.env['HARNESS_TARGET_REPO'] || undefined)),
    say: (text) => void process.stdout.write(json ? printableJson(text) : printableOutput(text, colour)),
    tell: (text) => void progress.write(printableOutput(text, colour)),
    moveCursor: (sequence) => void progress.write(sequence),
    complain: (text) => void process.stderr.write(printableOutput(text, colour)),
  };
}

/** Writing failed for another reason than a closed pipe. */
let broken = false;
export const isBrokenPipe = (): boolean => broken;

/** A reader may close the pipe early (`| head`). That must not end a run. */
export function ignoreBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      broken ||= error.code !== 'EPIPE';
    });
}

/** Resolves when all output is written or the pipe is closed. A pipe takes 64 KiB at a time; exiting early would lose the rest. */
export async function flushOutput(): Promise<void> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => stream.write('', () => resolve()));
}

/** Writes synchronously, for the last moment of a process. */
export const complainAtExit = (text: string): void => void writeSync(2, printableOutput(text, false));

/** Writes synchronously: setting up `process.stdout` takes longer than `harness runs` itself. */
export async function writeAllOutput(text: string): Promise<void> {
  let left: Uint8Array = Buffer.from(text);
  try {
    while (left.length > 0) left = left.subarray(writeSync(1, left));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    if (code !== 'EAGAIN') broken ||= code !== 'EPIPE';
    else await writeByStream(left);
  }
}

/** Writes to a full, non-blocking pipe: the stream continues when there is room. */
async function writeByStream(text: Uint8Array): Promise<void> {
  ignoreBrokenPipes();
  process.stdout.write(text);
  await flushOutput();
}

/** For a protocol: the only way to standard output from now on. All else, such as `console.log` in a configuration, goes to standard error. */
export function takeStandardOutput(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  const wire = new Writable({ decodeStrings: false, write: (chunk: string, _, done) => void write(chunk, done) });
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return wire;
}
