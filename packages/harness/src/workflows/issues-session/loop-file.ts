/**
 * Reads and writes the state file of the issue loop, `.claude/harness-state.local.md`.
 *
 *   L1. No link is followed and nothing else than a file is replaced, so nothing outside the checkout is written.
 *   L2. A person's `active: false` is never overwritten, also if it came while the new text was computed.
 *
 * It uses `node:fs` alone: a Stop hook has 50 ms.
 */
import { lstatSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loopFile } from '@harness/core/issue-loop/document';
import { signalOf, withSignal } from '@harness/core/issue-loop/signal';
import { readTextFile, type TextFile } from '@harness/effects/plans/text-file';
import { refuseUnwritableSync, replaceDurableFile } from '@harness/engine/store/durable-file';

const maxBytes = 1024 * 1024;

export type LoopFileState = Exclude<TextFile, { readonly is: 'text' | 'missing' }>;

export function readLoopFile(root: string): TextFile {
  const folder = lstatSync(join(root, dirname(loopFile)), { throwIfNoEntry: false });
  if (folder === undefined) return { is: 'missing' };
  if (folder.isSymbolicLink()) return { is: 'link' };
  return folder.isDirectory() ? readTextFile(join(root, loopFile), maxBytes) : { is: 'not-a-file' };
}

export type WrittenLoopFile =
  /** `text`: as it was written, perhaps with the signal of a person. */
  { readonly is: 'written'; readonly text: string } | { readonly is: 'unusable'; readonly why: LoopFileState };

/**
 * Writes a view. `known` is the text that the caller took into account, `null` if there was none: an `active: false` in
 * another text is newer, and stays.
 */
export function writeLoopFile(root: string, view: string, known: string | null): WrittenLoopFile {
  const found = readLoopFile(root);
  if (found.is !== 'text' && found.is !== 'missing' && found.is !== 'not-text' && found.is !== 'too-large')
    return { is: 'unusable', why: found };
  const isAsked = found.is === 'text' && found.text !== known && signalOf(found.text) === false;
  const text = isAsked ? (withSignal(view, false) ?? view) : view;
  if (found.is === 'text' && found.text === text) return { is: 'written', text };
  const path = join(root, loopFile);
  refuseUnwritableSync(path, () => mkdirSync(dirname(path), { recursive: true }));
  replaceDurableFile(path, text, { durable: false, mode: found.is === 'text' ? found.mode : 0o666 });
  return { is: 'written', text };
}
