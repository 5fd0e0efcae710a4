/** Lists the issues of a loop for the morning report: those that are complete, and those that wait for a person. */
import { foldJournal } from '../../journal/journal.ts';
import type { RunJournal, RunTree } from '../../journal/run-tree.ts';
import type { Piece } from '../../workflow.ts';
import { type IssueJob, type IssueState, issueMachine } from './issue/job.ts';

export const issuePieces = ([, ...children]: RunTree): readonly Piece[] => children.flatMap(pieceOf);

function pieceOf({ run, entries }: RunJournal): readonly Piece[] {
  const [first] = entries;
  if (first?.type !== 'started' || first.machine !== issueMachine) return [];
  const { ended, state } = foldJournal(entries);
  if (ended === undefined) return [];
  const { id, title } = (first.input as IssueJob).issue;
  const named = { run, title: `${id} ${title}`, atMs: ended.atMs };
  const end = state as unknown as IssueState;
  if (end.at === 'completed') return [{ ...named, commits: end.commits }];
  if (end.at === 'gave-up') return [{ ...named, left: end.failure.reason }];
  if (end.at === 'skipped') return [{ ...named, left: questionsIn(entries) }];
  return []; // a paused issue belongs to its loop
}

/** The questions of the issue are in the state before its end. */
function questionsIn(entries: RunJournal['entries']): string {
  const states = entries.flatMap((entry) => ('state' in entry ? [entry.state as unknown as IssueState] : []));
  const asking = states.findLast((state) => state.at === 'commenting-blocked');
  return asking?.questions.join(' ') ?? '';
}
