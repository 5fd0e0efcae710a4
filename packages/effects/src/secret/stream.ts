/**
 * Redacts what a process prints while it prints.
 *
 *   R4. What could still become a secret is held back until more has come or nothing more will: half a secret is never let through.
 *   R5. Not more than `mostHeld` bytes are held, however long a line is.
 */
import type { Redactor } from './redactor.ts';
import { openBlock } from './secret-patterns.ts';

/** No key is that long, and no block of one. */
const mostHeld = 64 * 1024;

export interface RedactedStream {
  /** What may be written now. */
  push(chunk: Uint8Array): Buffer;
  /** The rest. */
  end(): Buffer;
}

export function redactedStream(redactor: Redactor): RedactedStream {
  let held: Buffer = Buffer.alloc(0);
  return {
    push(chunk) {
      const all = Buffer.concat([held, chunk]);
      const cut = safeCut(all.toString('latin1'), redactor);
      held = all.subarray(cut);
      return redactor.bytes(all.subarray(0, cut));
    },
    end() {
      const rest = redactor.bytes(held);
      held = Buffer.alloc(0);
      return rest;
    },
  };
}

/** Up to where nothing can become a secret any more. No key but a block holds white space, so a word is what may go on. */
function safeCut(text: string, { inBytes, longest }: Redactor): number {
  const block = text.search(openBlock);
  const dashes = text.search(/-{1,5}(?:BEGIN[A-Z0-9 ]*-*)?$/); // the first line of a block does
  const unsure = [block, dashes].filter((at) => at !== -1);
  const possible = Math.min(text.length, Math.max(0, text.length - longest), ...unsure);
  const earliest = Math.max(0, text.length - mostHeld, wordStart(text, possible));
  for (const { index, 0: match } of text.matchAll(inBytes)) {
    if (index < earliest && index + match.length > earliest && text.length - index <= mostHeld) return index;
  }
  return earliest;
}

/** Not within a word: what comes later must be able to see that it is the middle of one. */
function wordStart(text: string, end: number): number {
  let at = end;
  while (at > 0 && /\S/.test(text[at - 1] ?? '')) at--;
  return at;
}
