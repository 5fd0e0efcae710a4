/**
 * Writes the state file of an issue loop while this process hosts its run: after each move, from the journal.
 *
 *   L1. A person's `active: false` stays (I-06). No signal is in the file of an earlier run, nor in the view that this run
 *       itself left behind when it paused.
 *   L2. A file that cannot be written does not stop the run: one sentence says why, and the next move tries again.
 *   L3. Fields that this version does not know stay; counters that were edited do not.
 */
import { Refusal } from '@harness/core/failure/refusal';
import { type LoopDocument, type LoopState, loopFile } from '@harness/core/issue-loop/document';
import { loopPrompt } from '@harness/core/issue-loop/prompt';
import { readLoopDocument } from '@harness/core/issue-loop/read-document';
import { writerOf } from '@harness/core/issue-loop/signal';
import { loopDocumentText } from '@harness/core/issue-loop/write-document';
import { type Entry, foldJournal } from '@harness/core/journal/journal';
import type { RunTree } from '@harness/core/journal/run-tree';
import { sentencesOf } from '@harness/core/workflow';
import { issuesSessionWorkflow } from '@harness/core/workflows/issues-session/workflow';
import { rootOf } from '@harness/engine/store/store';
import { type Listener, listenToEntries } from '../../run/listener.ts';
import { excludeLoopFile } from './exclude-loop-file.ts';
import { readLoopFile, writeLoopFile } from './loop-file.ts';

interface LoopListener {
  readonly root: string;
  readonly language: string | undefined;
  warn(text: string): void;
  /** Its runs are issue loops. */
  readonly machine: string;
  /** `null` as long as there is nothing to show. */
  documentOf(tree: RunTree): LoopDocument | null;
}

export function showLoopFile({ machine, documentOf, ...host }: LoopListener): Listener {
  const trees = new Map<string, Map<string, Entry[]>>();
  const writer = createLoopWriter(host);

  const learn = (run: string, entries: readonly Entry[]) => {
    const [first] = entries;
    if (first?.type === 'started' && first.machine === machine) trees.set(run, new Map());
    const tree = trees.get(rootOf(run));
    const known = tree?.get(run) ?? [];
    tree?.set(run, known);
    for (const entry of entries) known.push(entry);
  };
  const documentNow = (id: string): LoopDocument | null => {
    const [own, ...children] = [...(trees.get(id) ?? [])].map(([run, entries]) => ({ run, entries }));
    return own ? documentOf([own, ...children]) : null;
  };

  return listenToEntries({
    know: learn,
    see(run, entry) {
      const isResumed = trees.has(run) && !writer.hasMet();
      if (isResumed) writer.meet(run, documentNow(run)); // before its first move
      learn(run, [entry]);
      const isShown = 'state' in entry || entry.type === 'ended' || entry.type === 'stopping';
      const document = trees.has(run) && isShown ? documentNow(run) : null;
      if (document) writer.show(document);
    },
  });
}

/** The document of a run of the loop itself: its prompt is that of the harness. */
export const loopDocument = ([{ run, entries }]: RunTree, state: LoopState): LoopDocument => ({
  state,
  run,
  revision: foldJournal(entries).moves,
  body: loopPrompt,
  unknown: {},
});

function createLoopWriter({ root, language, warn }: Pick<LoopListener, 'root' | 'language' | 'warn'>) {
  const words = sentencesOf(issuesSessionWorkflow, language);
  /** The text that this process took into account; `null` if it is unread or holds a signal. */
  let known: string | null = null;
  let isMet = false;
  let told = '';
  const textOf = (document: LoopDocument) =>
    loopDocumentText({ ...document, unknown: { ...document.unknown, ...unknownFields(root) } });
  const tell = (why: string) => {
    if (told !== why) warn(words['loop.unwritten']({ file: loopFile, why }));
    told = why;
  };
  const meet = (run: string, document: LoopDocument | null) => {
    isMet = true;
    const file = readLoopFile(root);
    if (file.is !== 'text') return;
    const isOwnView = document !== null && file.text === textOf(document);
    if (writerOf(file.text) !== run || isOwnView) known = file.text;
  };
  const show = (document: LoopDocument) => {
    if (!isMet) meet(document.run ?? '', null);
    try {
      excludeLoopFile(root);
      const written = writeLoopFile(root, textOf(document), known);
      if (written.is === 'unusable') return tell(written.why.is);
      known = written.text;
      told = '';
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'store.unwritable')) throw error;
      tell(String(error.params['detail']));
    }
  };
  return { hasMet: () => isMet, meet, show };
}

/** Of the file as it is now, whoever wrote it. */
function unknownFields(root: string): Readonly<Record<string, unknown>> {
  const file = readLoopFile(root);
  const read = file.is === 'text' ? readLoopDocument(file.text) : undefined;
  return read?.is === 'read' ? read.document.unknown : {};
}
