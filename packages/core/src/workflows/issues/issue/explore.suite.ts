/** Explores every path of an issue: it ends or waits for a person, and only proved groups are committed. */
import { expect } from 'vitest';
import type { EffectVocabulary } from '../../../effects/kinds.ts';
import type { Needs } from '../../../machine/machine.ts';
import { type Exploration, explore, type Move } from '../../../testing/explore.ts';
import type { IssueJob, IssueState } from './job.ts';
import { issueWork } from './machine.ts';

/** What the harness saw of the files that are saved now. */
interface Seen {
  readonly isChecked: boolean;
  readonly isProved: boolean;
  readonly isHooked: boolean;
  /** The comment about the end of the issue, and the change of its status. */
  readonly told: 'nothing' | 'success' | 'other';
  readonly isFinished: boolean;
}

const start: Seen = { isChecked: false, isProved: false, isHooked: false, told: 'nothing', isFinished: false };
const fresh = { isChecked: false, isProved: false, isHooked: false };

type Step = Omit<Move<IssueState, Seen>, 'seen'>;

function after(seen: Seen, { from, to }: Step): Seen {
  const told = from.at === 'commenting-success' ? 'success' : endComments.has(from.at) ? 'other' : seen.told;
  const isFinished = seen.isFinished || from.at === 'finishing';
  const next = { ...seen, told, isFinished } as const;
  if (to.at === 'working' || to.at === 'syncing') return { ...next, ...fresh };
  // Files that hooks rewrote are checked again, and are not proved again.
  if (from.at === 'running-hooks' && to.at === 'inspecting') return { ...next, isChecked: false, isHooked: true };
  const isChecked = next.isChecked || isAfterChecks(from, to);
  const isProved = next.isProved || (from.at === 'proving' && to.at === 'running-hooks');
  const isHooked = next.isHooked || (from.at === 'running-hooks' && to.at === 'committing');
  return { ...next, isChecked, isProved, isHooked };
}

const endComments: ReadonlySet<string> = new Set(['commenting-failure', 'commenting-blocked']);
const green: ReadonlySet<string> = new Set(['judging', 'proving', 'running-hooks', 'committing']);
const isAfterChecks = (from: IssueState, to: IssueState): boolean => from.at === 'checking' && green.has(to.at);

const resetTo = (needs: Needs): unknown =>
  (needs['reset']?.input as { readonly args: { readonly to: string } } | undefined)?.args.to;

const invariants: NonNullable<Exploration<IssueJob, IssueState, Seen>['states']> = {
  'I-67 no commit before its commands, its proof and the hooks were green': (state, _, seen) =>
    state.at !== 'committing' || (seen.isChecked && seen.isProved && seen.isHooked),
  'I-37 a group is tried twice, and not once more': (state) => !('attempt' in state) || state.attempt <= 2,
  'I-46 the review is fixed once': (state) => !('record' in state) || (state.record?.fixesLeft ?? 0) >= 0,
  'I-47 I-48 a reset goes to the recorded commit': (state, needs) =>
    state.at !== 'resetting' || resetTo(needs) === state.record.before,
  'I-50 I-53 the status changes only after the comment of a success': (state, _, { told }) =>
    state.at !== 'finishing' || told === 'success',
  'I-70 every end is told in the tracker': (state, _, { told, isFinished }) => {
    if (state.at === 'completed') return told === 'success' && isFinished;
    return (state.at !== 'gave-up' && state.at !== 'skipped') || told === 'other';
  },
};

const moves: NonNullable<Exploration<IssueJob, IssueState, Seen>['moves']> = {
  'I-35 Id-03 each commit ends exactly one group': ({ from, to }) =>
    from.at !== 'committing' ||
    to.at === 'failed' ||
    to.at === 'syncing' ||
    to.at === 'taking-out' ||
    !('record' in to) ||
    to.record === null ||
    to.record.ends.length === from.record.ends.length + 1 ||
    to.record.ends.length === from.record.ends.length,
};

/** `part`: a smaller vocabulary, which does not use every move. */
export function expectInvariants(inputs: readonly IssueJob[], words: EffectVocabulary, part?: 'part'): void {
  const report = explore(issueWork, {
    inputs,
    words,
    limit: 150_000,
    states: invariants,
    moves,
    history: { start, after },
  });
  console.log(`issue: ${report.states} states, ${report.moves} moves`);
  expect(report.broken.filter((one) => part === undefined || !one.startsWith('X4 never gone'))).toEqual([]);
}
