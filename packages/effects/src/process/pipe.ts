/**
 * Opens a real pipe for the output of a child process.
 *
 * Node's pipes are sockets, which cannot be opened by name: a script with `> /dev/stderr` or `tee /dev/stderr` would
 * fail.
 */
import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { trustedPath } from './trusted-path.ts';

export interface Pipe {
  /** Ends when the last process with the other end is gone. */
  readonly source: Readable;
  /** The other end: a file descriptor for the child. */
  readonly entrance: number;
  /** Closes our copy of the other end. Required once the child has its own, otherwise the source never ends. */
  readonly closeEntrance: () => void;
  /** Closes both ends, if the child was not started. */
  readonly close: () => void;
}

export async function openPipe(): Promise<Pipe> {
  const folder = await mkdtemp(join(tmpdir(), 'harness-pipe-'));
  try {
    const name = join(folder, 'output');
    await promisify(execFile)('mkfifo', ['-m', '600', name], { env: { PATH: trustedPath() } });
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
