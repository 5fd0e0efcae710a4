/**
 * Detects edits of `autopilot-state.json` while its session rested: other phases are over, or another one is the current
 * one. All other fields are views, and are written again without a question.
 */
import type { Changes, State } from '@harness/core/machine/machine';
import { sessionStateName } from '@harness/core/sessions/autopilot-state';
import { type SessionDocument, sessionDocumentText } from '@harness/core/sessions/session-document';
import { importSession } from '@harness/core/sessions/session-import';
import type { Autopilot, StateEdit } from '@harness/core/workflows/autopilot/state';
import { sessionView } from '@harness/core/workflows/autopilot/view';
import { readDocument } from '@harness/effects/documents/read-document';
import { readRunTree } from '@harness/engine/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';

interface StoredSession {
  readonly root: string;
  readonly store: JsonlStore;
  readonly run: string;
  readonly state: State;
}

/** The change that the machine asks about; empty if there is none. */
export async function readEditedState({ root, store, run, state }: StoredSession): Promise<Changes> {
  if ((state as Autopilot).at !== 'halted') return {};
  const [own, ...children] = await readRunTree(store, run);
  const view = own && sessionView([own, ...children]);
  if (!view) return {};
  const { document } = view;
  const file = readDocument(root, `${document.sessionDir}${sessionStateName}`);
  const found = file.is === 'text' ? readPosition(file.text, document) : null;
  if (file.is !== 'text' || found === null || isSamePosition(file.text, document)) return {};
  const done = document.phases.map(({ status }) => status === 'complete');
  const edit: StateEdit = { currentPhase: found.currentPhase, skipped: found.over.filter((index) => !done[index]) };
  return { stateFile: edit };
}

/** True if the file has the phases and the position of the document. */
export function isSamePosition(text: string, document: SessionDocument): boolean {
  const found = readPosition(text, document);
  return JSON.stringify(found) === JSON.stringify(readPosition(sessionDocumentText(document), document));
}

interface Position {
  readonly currentPhase: number;
  /** Indexes of the phases that do not run any more. */
  readonly over: readonly number[];
}

/** Read in the same way, so that only edits differ. `null` if the file is not readable or has other phases. */
function readPosition(
  text: string,
  { sessionDir, specPath, startingCommit, phases }: SessionDocument,
): Position | null {
  const read = importSession(text, { sessionDir, specPath, startingCommit });
  if (read.is !== 'read' || read.document.phases.length !== phases.length) return null;
  const over = read.document.phases.flatMap(({ status }, at) =>
    status === 'complete' || status === 'skipped' ? [at] : [],
  );
  return { currentPhase: read.document.currentPhase, over };
}
