/** Prints the marker of each issue, the marker of the loop, and its totals (I-58, I-59). */
import { markerText } from '@harness/core/issue-loop/markers';
import type { Entry } from '@harness/core/journal/journal';
import { foldJournal } from '@harness/core/journal/journal';
import type { RunTree } from '@harness/core/journal/run-tree';
import { sentencesOf } from '@harness/core/workflow';
import { issueMarker } from '@harness/core/workflows/issues/record/issue-marker';
import type { IssuesState } from '@harness/core/workflows/issues/state';
import { issueOf, type LoopStep, lastStep } from '@harness/core/workflows/issues/view';
import { issuesWorkflow } from '@harness/core/workflows/issues/workflow';
import { printable } from '../../render/printable.ts';
import type { ResultFormat } from '../../render/result-format.ts';
import { type Listener, listenToEntries } from '../../run/listener.ts';

/** One line per issue that ends, and only while this process drives it. */
export function printMarkers(print: (text: string) => void): Listener {
  const before = new Map<string, IssuesState>();
  const learn = (run: string, entry: Entry): IssuesState | undefined => {
    const last = before.get(run);
    const isLoop = entry.type === 'started' && entry.machine === 'issues';
    if ('state' in entry && (isLoop || last !== undefined)) before.set(run, entry.state as IssuesState);
    return last;
  };
  return listenToEntries({
    know: (run, entries) => {
      for (const entry of entries) learn(run, entry);
    },
    see(run, entry) {
      const from = learn(run, entry);
      if (entry.type !== 'moved' || from === undefined) return;
      const marker = issueMarker(from, entry.state as IssuesState);
      if (marker !== null) print(`${printable(markerText(marker))}\n`);
    },
  });
}

export function endedLoopLines(tree: RunTree, format: ResultFormat): readonly string[] | null {
  const step = lastStep(tree);
  if (step === null) return null;
  const hasFailed = foldJournal(tree[0].entries).state.at === 'failed';
  return [...loopMarker(step), totals(step, format.language), ...(hasFailed ? [continueLine(format)] : [])];
}

const continueLine = ({ language, typed }: ResultFormat): string =>
  `  ${sentencesOf(issuesWorkflow, language)['issues.continue']({ command: typed('harness issues start') })}`;

const loopMarker = ({ at }: LoopStep): readonly string[] => {
  if (at === 'done') return [markerText({ is: 'done' })];
  return at === 'given-up' ? [markerText({ is: 'stop' })] : [];
};

function totals({ counters }: LoopStep, language: string | undefined): string {
  const { completed, failed, skipped } = counters;
  const words = sentencesOf(issuesWorkflow, language);
  const counts = { completed: completed.length, failed: failed.length, skipped: skipped.length };
  return `  ${words['issues.loop-totals']({ ...counts, ...namedIds('failedIds', failed), ...namedIds('skippedIds', skipped) })}`;
}

const maxNamed = 10;

const namedIds = (name: 'failedIds' | 'skippedIds', ids: readonly string[]) =>
  ids.length === 0
    ? {}
    : { [name]: `${ids.slice(0, maxNamed).map(printable).join(', ')}${ids.length > maxNamed ? ', …' : ''}` };

/** A question without an answer pauses the issue. */
export function waitingLoopLines(tree: RunTree, format: ResultFormat): readonly string[] | null {
  const step = lastStep(tree);
  if (step === null) return null;
  const issue = issueOf(step);
  const { at } = foldJournal(tree[0].entries).state;
  return [
    ...(issue !== null && at !== 'halted' ? [markerText({ is: 'pause', issue })] : []),
    totals(step, format.language),
    continueLine(format),
    '',
  ];
}
