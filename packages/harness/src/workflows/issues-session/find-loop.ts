/**
 * Finds the issue loop of a repository by its state file.
 *
 *   F1. Counters come from the journal of the run that the file names. Only the signal comes from the file.
 *   F2. A file of another tool or a person is taken as it is. Reading changes nothing.
 */
import { refusalOf } from '@harness/core/failure/refusal';
import { type LoopDocument, type LoopState, loopFile } from '@harness/core/issue-loop/document';
import { type LoopFileRead, readLoopDocument } from '@harness/core/issue-loop/read-document';
import { signalOf, withSignal } from '@harness/core/issue-loop/signal';
import type { RunTree } from '@harness/core/journal/run-tree';
import { sessionCodes } from '@harness/core/workflows/issues-session/codes';
import { logicOf } from '@harness/core/workflows/loaded';
import { readRunTree } from '@harness/engine/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { startedMachine } from '../parts.ts';
import { type LoopFileState, readLoopFile, writeLoopFile } from './loop-file.ts';

export interface FoundLoop {
  readonly document: LoopDocument;
  readonly unreadable: Extract<LoopFileRead, { is: 'read' }>['unreadable'];
  /** The run that owns the file; `null` if no run of this repository does. */
  readonly run: { readonly id: string; readonly machine: string; readonly hasEnded: boolean } | null;
}

/** `null` if there is no state file. Refuses one that cannot be read. */
export async function findLoop(root: string, store: JsonlStore): Promise<FoundLoop | null> {
  const text = requireLoopText(root);
  if (text === null) return null;
  const read = readLoopDocument(text);
  if (read.is === 'broken') throw refusalOf(sessionCodes, 'loop.broken', { file: loopFile, detail: read.detail });
  const { document, unreadable } = read;
  const [own, ...children] = document.run === null ? [] : await readRunTree(store, document.run);
  if (own === undefined) return { document, unreadable, run: null };
  const tree: RunTree = [own, ...children];
  const loop = loopOf(tree);
  if (loop === null) return { document, unreadable, run: null };
  const state = { ...loop, active: loop.active && signalOf(text) !== false };
  const run = { id: own.run, machine: own.log.machine, hasEnded: own.log.ended !== undefined };
  return { document: { ...document, state }, unreadable: [], run };
}

/** The counters of a run, if its workflow shows any. */
export function loopOf(tree: RunTree): LoopState | null {
  const document = logicOf(startedMachine(tree))?.document?.(tree) as { readonly loop?: LoopState } | null | undefined;
  return document?.loop ?? null;
}

/** `null` if there is no state file. */
export function requireLoopText(root: string): string | null {
  const file = readLoopFile(root);
  if (file.is === 'missing') return null;
  if (file.is === 'text') return file.text;
  throw unusable(file);
}

const unusable = ({ is }: LoopFileState) => refusalOf(sessionCodes, 'loop.unusable', { file: loopFile, why: is });

/** A person asked the loop to stop, or to go on. */
export function writeLoopSignal(root: string, text: string, active: boolean): void {
  const changed = withSignal(text, active);
  if (changed === null)
    throw refusalOf(sessionCodes, 'loop.broken', { file: loopFile, detail: 'it has no line active:' });
  const written = writeLoopFile(root, changed, text);
  if (written.is === 'unusable') throw unusable(written.why);
}
