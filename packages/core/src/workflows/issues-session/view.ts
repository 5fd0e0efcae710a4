/** The state file of a session, computed from its journal. */
import type { LoopDocument } from '../../issue-loop/document.ts';
import { type Entry, type FoldedJournal, foldJournal } from '../../journal/journal.ts';
import type { SessionJob, SessionState } from './machine.ts';

/** `null` before the run has started. */
export function sessionDocument(run: string, entries: readonly Entry[]): LoopDocument | null {
  const [first] = entries;
  return first?.type === 'started' ? documentOf(run, first.input as SessionJob, foldJournal(entries)) : null;
}

/** A run that is over is never active, also if it was stopped from outside. */
export function documentOf(run: string, { body, unknown }: SessionJob, log: FoldedJournal): LoopDocument {
  const { loop, turns } = log.state as SessionState;
  const isOver = log.ended !== undefined || log.stopping !== undefined;
  return { state: isOver ? { ...loop, active: false } : loop, run, revision: turns, body, unknown };
}
