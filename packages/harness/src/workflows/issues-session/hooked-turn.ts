/** Reads the turn with which the Stop hook was called: its text, or the last message of its transcript. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { crc32 } from 'node:zlib';
import { type HookInput, lastAssistantText } from '@harness/core/issue-loop/hook-input';
import { type Marker, readMarker } from '@harness/core/issue-loop/markers';

export interface HookedTurn {
  readonly is: 'turn';
  /** The same if the hook is called again for the same message of the same transcript. */
  readonly id: string;
  readonly marker: Marker | null;
}

/** Why there is none. `path` is that of the transcript. */
export interface NoTurn {
  readonly is: 'none';
  readonly because: 'no-input' | 'no-transcript' | 'no-message';
  readonly path: string;
}

/** A message of the input needs no transcript. */
export function readHookedTurn(input: HookInput | null): HookedTurn | NoTurn {
  if (input === null) return { is: 'none', because: 'no-input', path: '' };
  const { cwd, lastMessage, transcriptPath: path } = input;
  const transcript = path === null ? null : readTranscript(resolve(cwd ?? '.', path), lastMessage === null);
  if (lastMessage === null && transcript === null) return { is: 'none', because: 'no-transcript', path: path ?? '-' };
  const text = lastMessage ?? lastAssistantText(transcript?.text ?? '');
  if (text === null) return { is: 'none', because: 'no-message', path: '' };
  const id = `${crc32(text).toString(36)}-${text.length}-${transcript?.size ?? 0}`;
  return { is: 'turn', id, marker: readMarker(text) };
}

/** The last message is within this end of the transcript. */
const maxBytes = 16 * 1024 * 1024;

/** `null` if it is no readable file. The text is empty if it is not needed. */
function readTranscript(path: string, needsText: boolean): { readonly size: number; readonly text: string } | null {
  let opened: number;
  try {
    opened = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== 'open') throw error;
    return null;
  }
  try {
    const found = fstatSync(opened);
    if (!found.isFile()) return null;
    const { size } = found;
    return { size, text: needsText ? readEnd(opened, size) : '' };
  } finally {
    closeSync(opened);
  }
}

function readEnd(opened: number, size: number): string {
  const end = Buffer.alloc(Math.min(size, maxBytes));
  let length = 0;
  for (let read = -1; read !== 0; length += read)
    read = readSync(opened, end, length, end.length - length, size - end.length + length);
  const text = end.toString('utf8', 0, length);
  return size > end.length ? text.slice(text.indexOf('\n') + 1) : text;
}
