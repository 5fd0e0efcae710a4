/** Where a command speaks to: a terminal or not, in words or as one document, to somebody who may leave. */
import type { Output } from '../render/screen.ts';
import { gitFromHere, harnessFromHere } from './repo.ts';

export function outputFor(options: Readonly<Record<string, unknown>>): Output {
  const json = options['json'] === true;
  const repo = options['repo'] as string | undefined;
  const isTerminal = process.stdout.isTTY === true && process.stdin.isTTY === true;
  return {
    json,
    noInput: options['input'] === false || !isTerminal,
    isTerminal,
    language: options['lang'] as string | undefined,
    colour: isTerminal && !process.env['NO_COLOR'],
    typed: (command) => harnessFromHere(command, repo),
    // The environment goes along with a harness command, but git knows nothing of it.
    typedGit: (command) => gitFromHere(command, repo ?? (process.env['HARNESS_TARGET_REPO'] || undefined)),
    say: (text) => void process.stdout.write(text),
    tell: (text) => void (json ? process.stderr : process.stdout).write(text),
  };
}

/** Standard output could not be written, and not because nobody reads it. */
let broken = false;
export const isBroken = (): boolean => broken;

/** Whoever read our lines may leave (`| head`): that is no reason to end a run that works through the night. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      broken ||= error.code !== 'EPIPE';
    });
}
