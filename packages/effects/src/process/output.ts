/** What a process prints, without secrets: all of it in a file, its last lines in memory, however much it is. */
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { omittedNotice, tailBytes } from '../excerpt.ts';
import { refuseUnwritable } from '../file/refuse-unwritable.ts';
import { ownRedactor, type Redactor } from '../secret/redactor.ts';
import { redactedStream } from '../secret/stream.ts';

/** Long before a runaway command fills the disk. */
const maxLogBytes = 256 * 1024 * 1024;
const tailLines = 40;
/** After the command has ended: silence this long means that the rest of its output has been read … */
const quietMs = 100;
/** … and this long is waited for a grandchild that goes on talking. */
const patienceMs = 500;

export interface Output {
  /** Rejects when the file cannot be written. Resolves when everybody has stopped writing, or nobody listens any more. */
  readonly read: Promise<void>;
  /** Reads what is still on its way and stops listening, also when a grandchild keeps the pipe open for ever. */
  finish(): Promise<void>;
  tail(): string;
}

export interface OutputOptions {
  readonly logPath?: string | undefined;
  readonly maxTailBytes: number;
  readonly redactor?: Redactor | undefined;
}

export async function keepOutput(
  source: Readable,
  { logPath, maxTailBytes, redactor = ownRedactor() }: OutputOptions,
): Promise<Output> {
  const file = logPath === undefined ? undefined : await refuseUnwritable(logPath, () => open(logPath, 'a', 0o600));
  let last: Buffer = Buffer.alloc(0);
  let bytes = 0; // as they came
  let written = 0; // as they are kept
  const clean = redactedStream(redactor);
  let busy = false;
  let over = false;

  const write = async (chunk: Buffer) => {
    const room = Math.max(0, maxLogBytes - written);
    written += chunk.length;
    last = Buffer.concat([last, chunk]).subarray(-maxTailBytes - 1); // one more, so that a cut is seen as one
    if (room > 0 && chunk.length > 0)
      await refuseUnwritable(logPath ?? '', async () => file?.appendFile(chunk.subarray(0, room)));
  };
  const keep = async (chunk: Buffer) => {
    busy = true;
    bytes += chunk.length;
    await write(clean.push(chunk));
    busy = false;
  };
  const readAll = async () => {
    try {
      for await (const chunk of source) await keep(chunk);
    } catch (error) {
      const closed = (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
      if (!over || !closed) throw error; // we may have stopped listening ourselves
    } finally {
      over = true;
      await finishFile();
    }
  };
  const finishFile = async () => {
    try {
      await write(clean.end());
      if (written > maxLogBytes) await file?.appendFile(omittedNotice(written - maxLogBytes));
    } finally {
      await file?.close();
    }
  };
  const read = readAll();

  return {
    read,
    async finish() {
      const giveUpAt = performance.now() + patienceMs;
      for (let seen = -1; !over && (busy || bytes !== seen) && performance.now() < giveUpAt; ) {
        seen = bytes;
        await Promise.race([read, delay(quietMs)]);
        await turn(); // a busy process fires its timers before it looks at what has arrived
      }
      over = true;
      source.destroy();
      await read;
    },
    tail: () => lastLines(tailBytes(last, maxTailBytes)),
  };
}

const lastLines = (text: string) => stripVTControlCharacters(text).trimEnd().split('\n').slice(-tailLines).join('\n');
