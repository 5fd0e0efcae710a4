/** Keeps the output of a process without secrets: all of it in a file, the last lines in memory. */
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { omittedNotice, tailBytes } from '../excerpt.ts';
import { refuseUnwritable } from '../file/refuse-unwritable.ts';
import { ownRedactor, type Redactor } from '../secret/redactor.ts';
import { redactedStream } from '../secret/stream.ts';

/** Limits a runaway command before it fills the disk. */
const maxLogBytes = 256 * 1024 * 1024;
const tailLines = 40;
/** Silence of this length after the command has ended means that its output was read completely. */
const quietMs = 100;
/** Maximum wait for a grandchild that keeps writing. */
const finishTimeoutMs = 500;

export interface ProcessOutput {
  /** Rejects if the file cannot be written. Resolves when all writers have closed the pipe, or after `finish`. */
  readonly read: Promise<void>;
  /** Reads the remaining output and stops reading, even if a grandchild keeps the pipe open. */
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
): Promise<ProcessOutput> {
  const file = logPath === undefined ? undefined : await refuseUnwritable(logPath, () => open(logPath, 'a', 0o600));
  let last: Buffer = Buffer.alloc(0);
  let bytes = 0; // as received
  let written = 0; // as written
  const clean = redactedStream(redactor);
  let busy = false;
  let over = false;

  const write = async (chunk: Buffer) => {
    const room = Math.max(0, maxLogBytes - written);
    written += chunk.length;
    last = Buffer.concat([last, chunk]).subarray(-maxTailBytes - 1); // one byte more, so that a cut is noticed
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
      if (!over || !closed) throw error; // `finish` may have closed the stream
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
      const giveUpAt = performance.now() + finishTimeoutMs;
      for (let seen = -1; !over && (busy || bytes !== seen) && performance.now() < giveUpAt; ) {
        seen = bytes;
        await Promise.race([read, delay(quietMs)]);
        await turn(); // a busy process runs its timers before it reads input
      }
      over = true;
      source.destroy();
      await read;
    },
    tail: () => lastLines(tailBytes(last, maxTailBytes)),
  };
}

const lastLines = (text: string) => stripVTControlCharacters(text).trimEnd().split('\n').slice(-tailLines).join('\n');
