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

/** After the phases: the file shows all of them since the last one was finished. */
const endPlaces: readonly Autopilot['at'][] = [
  'surveying-final',
  'reviewing-final',
  'asking-final',
  'fixing-final',
  'asking-pull',
];

/** The change that the machine asks about; empty if there is none. */
export async function readEditedState({ root, store, run, state }: StoredSession): Promise<Changes> {
  const session = state as Autopilot;
  const place = session.at === 'halted' ? session.onto : session;
  const isAtEnd = endPlaces.some((at) => at === place.at);
  if (place.at !== 'running-phase' && place.at !== 'asking-next' && !isAtEnd) return {};
  const [own, ...children] = await readRunTree(store, run);
  const document = own && sessionView([own, ...children])?.document;
  if (!document) return {};
  const file = readDocument(root, `${document.sessionDir}${sessionStateName}`);
  const found = file.is === 'text' ? readPosition(file.text, document) : null;
  const isShown = session.at === 'halted' || isAtEnd ? isSame : isEarlierOrSame;
  if (found === null || isShown(found, ownPosition(document))) return {};
  const done = document.phases.map(({ status }) => status === 'complete');
  const edit: StateEdit = { currentPhase: found.currentPhase, skipped: found.over.filter((index) => !done[index]) };
  return { stateFile: edit };
}

/** True if the file has the phases and the position of the document. */
export const isSamePosition = (text: string, document: SessionDocument): boolean =>
  isSame(readPosition(text, document), ownPosition(document));

const isSame = (found: Position | null, own: Position): boolean => JSON.stringify(found) === JSON.stringify(own);

/** After a crash the file may show an earlier position of the session: that is no edit. A session that rests has no such file. */
function isEarlierOrSame(found: Position, own: Position): boolean {
  const isEarlier = found.currentPhase <= own.currentPhase && found.over.every((index) => own.over.includes(index));
  return isEarlier && own.over.every((index) => index >= found.currentPhase || found.over.includes(index));
}

interface Position {
  readonly currentPhase: number;
  /** Indexes of the phases that do not run any more. */
  readonly over: readonly number[];
}

/** As the file would show it now. */
const ownPosition = (document: SessionDocument): Position =>
  readPosition(sessionDocumentText(document), document) ?? { currentPhase: document.currentPhase, over: [] };

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
