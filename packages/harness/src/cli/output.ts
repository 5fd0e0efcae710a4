/** Where a command speaks to: a terminal or not, in words or as one document, to somebody who may leave. */
import { writeSync } from 'node:fs';
import type { Output } from '../render/screen.ts';
import { gitCommand, harnessCommand } from './repo.ts';

export function createOutput(options: Readonly<Record<string, unknown>>): Output {
  const json = options['json'] === true;
  const repo = options['repo'] as string | undefined;
  const isTerminal = process.stdout.isTTY === true && process.stdin.isTTY === true;
  return {
    json,
    noInput: options['input'] === false || !isTerminal,
    isTerminal,
    isPlain: process.env['TERM'] === 'dumb',
    language: options['lang'] as string | undefined,
    colour: isTerminal && !process.env['NO_COLOR'],
    typed: (command) => harnessCommand(command, repo),
    // The environment goes along with a harness command, but git knows nothing of it.
    typedGit: (command) => gitCommand(command, repo ?? (process.env['HARNESS_TARGET_REPO'] || undefined)),
    say: (text) => void process.stdout.write(text),
    tell: (text) => void (json ? process.stderr : process.stdout).write(text),
  };
}

/** Standard output could not be written, and not because nobody reads it. */
let broken = false;
export const isBrokenPipe = (): boolean => broken;

/** Whoever read our lines may leave (`| head`): that is no reason to end a run that works through the night. */
export function ignoreBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      broken ||= error.code !== 'EPIPE';
    });
}

/** Resolves when whoever reads has been handed everything, or has left: a pipe takes 64 KiB at a time, and leaving early would cut the rest off. */
export async function flushOutput(): Promise<void> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => stream.write('', () => resolve()));
}

/** All that a command says, at once and past the stream behind `process.stdout`: that takes longer to set up than a look. */
export async function writeAllOutput(text: string): Promise<void> {
  let left: Uint8Array = Buffer.from(text);
  try {
    while (left.length > 0) left = left.subarray(writeSync(1, left));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    if (code !== 'EAGAIN') broken ||= code !== 'EPIPE';
    else await sayByStream(left);
  }
}

/** A pipe that is full and does not wait: the stream comes back to it when there is room. */
async function sayByStream(text: Uint8Array): Promise<void> {
  ignoreBrokenPipes();
  process.stdout.write(text);
  await flushOutput();
}
