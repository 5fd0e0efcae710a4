/**
 * A real pipe from a child's output to us.
 *
 * Node's own are sockets, and a socket cannot be opened by name: a script that says `> /dev/stderr` or `tee /dev/stderr`
 * would fail here and nowhere else.
 */
import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

export interface Pipe {
  /** Ends when the last process that holds the other end is gone. */
  readonly source: Readable;
  /** The other end: a file descriptor for the child. */
  readonly entrance: number;
  /** Our copy of the other end must be closed once the child has its own, or the source never ends. */
  readonly closeEntrance: () => void;
  /** Both ends: nobody has begun to read. */
  readonly close: () => void;
}

export async function openPipe(): Promise<Pipe> {
  const folder = await mkdtemp(join(tmpdir(), 'harness-pipe-'));
  try {
    const name = join(folder, 'output');
    await promisify(execFile)('mkfifo', ['-m', '600', name]);
    const exit = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
    const entrance = openSync(name, constants.O_WRONLY);
    const source = new Socket({ fd: exit, readable: true, writable: false });
    const closeEntrance = () => closeSync(entrance);
    const close = () => {
      closeEntrance();
      source.destroy();
    };
    return { source, entrance, closeEntrance, close };
  } finally {
    await rm(folder, { recursive: true });
  }
}
