/** The state of the loop, computed from its journal (I-10). Its state file, its result and `--json` show it. */
import type { LoopView } from '../../issue-loop/document.ts';
import { foldJournal } from '../../journal/journal.ts';
import type { RunTree } from '../../journal/run-tree.ts';
import type { LoopCounters } from './record/loop.ts';
import type { IssuesState, Loop } from './state.ts';

/** Every state but that of a failure holds the loop. */
export type LoopStep = Extract<IssuesState, Loop>;

/** The newest state of the loop; `null` if the tree is not one of its runs, or a start is missing. */
export function lastStep([{ entries }]: RunTree): LoopStep | null {
  const [first] = entries;
  if (first?.type !== 'started' || first.machine !== 'issues') return null;
  const states = entries.flatMap((entry) => ('state' in entry ? [entry.state as IssuesState] : []));
  return states.findLast((state): state is LoopStep => 'settings' in state) ?? null;
}

export const loopCounters = (tree: RunTree): LoopCounters | null => lastStep(tree)?.counters ?? null;

export function loopView(tree: RunTree): LoopView | null {
  const step = lastStep(tree);
  return step && stateOf(step, isOver(tree));
}

/** Computes the view from a state of the loop. `isEnded`: the run failed or was stopped in it. */
function stateOf(step: LoopStep, isEnded: boolean): LoopView {
  const { settings, counters } = step;
  const { scope, max, discoverInterval } = settings;
  return {
    active: !isEnded && !restingStates.has(step.at),
    iteration: Math.min(counters.iteration, max),
    maxIterations: max,
    consecutiveFailures: counters.consecutiveFailures,
    discoverInterval,
    tracker: scope.kind,
    project: scope.project,
    team: scope.team,
    labels: [scope.label],
    doneStatus: scope.doneStatus,
    inProgressStatus: scope.inProgressStatus,
    completed: counters.completed,
    failed: counters.failed,
    skipped: counters.skipped,
    currentIssue: issueOf(step),
    friction: counters.friction,
  };
}

const restingStates: ReadonlySet<string> = new Set([
  'asking-loop',
  'halted',
  'done',
  'left',
  'spent',
  'given-up',
  'declined',
] satisfies readonly IssuesState['at'][]);

/** A run that was opened again is not over. */
function isOver([{ entries }]: RunTree): boolean {
  const { ended, stopping } = foldJournal(entries);
  return ended !== undefined || stopping !== undefined;
}

/** The claimed issue; a paused one stays current (IO-06). */
export function issueOf(step: LoopStep): string | null {
  const held = step.at === 'halted' ? step.onto : step;
  return held.at === 'working' ? held.issue.id : null;
}

/** What `--json` adds for a run of the loop. */
export function loopJson(tree: RunTree): object | null {
  const loop = loopView(tree);
  return loop && { loop };
}
