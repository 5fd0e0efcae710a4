/** Reads the states of all sessions of a repository. */
import {
  type AutopilotState,
  firstStateFile,
  readAutopilotState,
  sessionStateName,
  sessionsFolder,
} from '@harness/core/sessions/autopilot-state';
import { resolveContained } from '../contained-path.ts';
import { readDocument } from '../documents/read-document.ts';
import { entriesOf } from '../plans/read.ts';

export interface SessionsRead {
  readonly states: readonly AutopilotState[];
  /** Paths of states that cannot be read. */
  readonly unreadable: readonly string[];
}

export function readSessions(root: string): SessionsRead {
  const states: AutopilotState[] = [];
  const unreadable: string[] = [];
  for (const path of [firstStateFile, ...listSessions(root).map((folder) => `${folder}/${sessionStateName}`)]) {
    const file = readDocument(root, path);
    if (file.is === 'missing') continue;
    const read = file.is === 'text' ? readAutopilotState(file.text) : null;
    if (read?.ok) states.push(read.value);
    else unreadable.push(path);
  }
  return { states, unreadable };
}

/** Paths of the folders of sessions. */
export function listSessions(root: string): readonly string[] {
  const folder = resolveContained(root, sessionsFolder);
  if (!folder.ok) return [];
  return entriesOf(folder.path)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${sessionsFolder}/${name}`)
    .sort();
}
