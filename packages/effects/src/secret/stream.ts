/**
 * Redacts the output of a process while it arrives.
 *
 *   R4. The stream keeps text that could become a secret until more arrives or it ends: half a secret is never written.
 *   R5. It keeps at most `maxHeldBytes`, whatever the length of a line.
 */
import type { Redactor } from './redactor.ts';
import { openBearer, openBlock } from './secret-patterns.ts';

/** Longer than any key or block. */
const maxHeldBytes = 64 * 1024;

export interface RedactedStream {
  /** Returns the bytes that can be written now. */
  push(chunk: Uint8Array): Buffer;
  /** Returns the rest. */
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

/** Finds the end of the text that cannot become a secret. The last word may be incomplete; a block or a bearer has spaces. */
function safeCut(text: string, { inBytes, longest }: Redactor): number {
  const block = text.search(openBlock);
  const dashes = text.search(/-{1,5}(?:BEGIN[A-Z0-9 ]*-*)?$/); // so may the first line of a block
  const bearer = text.search(openBearer);
  const uncertain = [block, dashes, bearer].filter((at) => at !== -1);
  const possible = Math.min(text.length, Math.max(0, text.length - longest), ...uncertain);
  const earliest = Math.max(0, text.length - maxHeldBytes, wordStart(text, possible));
  for (const { index, 0: match } of text.matchAll(inBytes)) {
    if (index < earliest && index + match.length > earliest && text.length - index <= maxHeldBytes) return index;
  }
  return earliest;
}

/** Never cuts within a word: the pattern must see whether a key starts in the middle of one. */
function wordStart(text: string, end: number): number {
  let at = end;
  while (at > 0 && /\S/.test(text[at - 1] ?? '')) at--;
  return at;
}
