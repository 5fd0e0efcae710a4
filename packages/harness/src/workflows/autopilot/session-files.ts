/**
 * Writes the files of a session from its journals, after each move of the session, its phases and their work.
 *
 *   W1. The state file is written last, and DONE is its last content.
 *   W2. A file that a person edited is not written while the session asks about it.
 *   W3. A file whose text is unchanged is not written again.
 *   W4. The reports of a phase are written while it is the current one: some file names are the same in every phase.
 */
import { join } from 'node:path';
import { sessionStateName } from '@harness/core/sessions/autopilot-state';
import { sessionDocumentText } from '@harness/core/sessions/session-document';
import { sessionIndexFile, summaryName, summaryText, updateSessionIndex } from '@harness/core/sessions/session-summary';
import { phaseReports } from '@harness/core/workflows/autopilot/record/reports';
import { sessionSummary } from '@harness/core/workflows/autopilot/record/summary';
import type { SessionView } from '@harness/core/workflows/autopilot/view';
import { readDocument } from '@harness/effects/documents/read-document';
import { replaceView, type ViewFile } from '../../run/view-file.ts';
import { watchSessions } from './watched-sessions.ts';

export function createSessionFiles(root: string): ViewFile {
  const written = new Map<string, string>();
  const write = (file: string, text: string) => {
    if (written.get(file) === text) return;
    replaceView(join(root, file), text);
    written.set(file, text);
  };
  return watchSessions(({ own, run, view }, entry) => {
    if (!('state' in entry) || own.log.state.at === 'asking-edited') return;
    const session = view();
    if (session !== null) writeSession(root, session, run === own.run, write);
  });
}

type WriteFile = (file: string, text: string) => void;

/** The summary follows the session itself, not every step of a phase. */
function writeSession(root: string, view: SessionView, isOwnMove: boolean, write: WriteFile): void {
  const { document, foreign, job, phases } = view;
  const folder = document.sessionDir;
  const current = phases[document.currentPhase];
  for (const { name, document: report } of current ? phaseReports(job, current) : [])
    write(`${folder}${name}`, `${JSON.stringify(report, null, 2)}\n`);
  if (isOwnMove) writeSummary(root, view, write);
  write(`${folder}${sessionStateName}`, sessionDocumentText(document, foreign));
}

function writeSummary(root: string, view: SessionView, write: WriteFile): void {
  const summary = sessionSummary(view);
  write(`${view.document.sessionDir}${summaryName}`, summaryText(summary));
  const index = readDocument(root, sessionIndexFile);
  write(sessionIndexFile, updateSessionIndex(index.is === 'text' ? index.text : null, summary));
}
