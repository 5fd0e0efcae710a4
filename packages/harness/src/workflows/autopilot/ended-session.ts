/** Completes the files of a session whose process died after its end was recorded, and before they were written. */
import type { RunTree } from '@harness/core/journal/run-tree';
import { readAutopilotState, sessionStateName } from '@harness/core/sessions/autopilot-state';
import { sessionView } from '@harness/core/workflows/autopilot/view';
import { readDocument } from '@harness/effects/documents/read-document';
import { readRunTree } from '@harness/engine/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { isSamePosition } from './edited-state-file.ts';
import { createSessionFiles } from './session-files.ts';
import { newestSession } from './unfinished-session.ts';

/** Returns the run of the session; `null` if its files are complete, or a person edited them. */
export async function completeEndedSession(
  root: string,
  store: JsonlStore,
  given: string | undefined,
): Promise<string | null> {
  const newest = await newestSession(root, store, given);
  if (newest?.status !== 'done') return null;
  const [own, ...children] = await readRunTree(store, newest.id);
  if (!own || !isBehind(root, [own, ...children])) return null;
  const files = createSessionFiles(root);
  for (const { run, entries } of [own, ...children]) files.know(run, entries);
  const last = own.entries.findLast((entry) => entry.type === 'moved');
  if (last) files.see(own.run, last);
  return newest.id;
}

/** A file with other phases or another current one is an edit. */
function isBehind(root: string, tree: RunTree): boolean {
  const view = sessionView(tree);
  const file = view && readDocument(root, `${view.document.sessionDir}${sessionStateName}`);
  if (!view || file?.is !== 'text') return false;
  const read = readAutopilotState(file.text);
  return read.ok && read.value.currentState !== 'DONE' && isSamePosition(file.text, view.document);
}
