/** Formats the status of a session: a line per finished phase, the totals, and the command that continues it. */
import { foldJournal } from '@harness/core/journal/journal';
import type { RunTree } from '@harness/core/journal/run-tree';
import { sentencesOf } from '@harness/core/workflow';
import { findingNames } from '@harness/core/workflows/autopilot/findings';
import { phaseSummary } from '@harness/core/workflows/autopilot/record/phase-summary';
import { continueCommand } from '@harness/core/workflows/autopilot/record/summary';
import type { Autopilot } from '@harness/core/workflows/autopilot/state';
import { type SessionPhaseView, type SessionView, sessionView } from '@harness/core/workflows/autopilot/view';
import { autopilotWorkflow } from '@harness/core/workflows/autopilot/workflow';
import { printable } from '../../render/printable.ts';
import type { ResultFormat } from '../../render/result-format.ts';
import { type Listener, listenToEntries } from '../../run/listener.ts';
import { watchSessions } from './watched-sessions.ts';

type Words = ReturnType<typeof wordsIn>;
const wordsIn = (language: string | undefined) => sentencesOf(autopilotWorkflow, language);

/** Null before the session was open. */
export function endedLines(tree: RunTree, format: ResultFormat): readonly string[] | null {
  const view = sessionView(tree);
  if (view === null) return null;
  const isDone = view.document.currentState === 'DONE';
  return isDone ? statusLines(view, format) : unfinishedLines(view, format);
}

export function waitingLines(tree: RunTree, format: ResultFormat): readonly string[] | null {
  const view = sessionView(tree);
  return view === null ? null : [...unfinishedLines(view, format), ''];
}

/** The missing plan of a session that waits for a person to write it; null for other waits. */
export function planReason(tree: RunTree, { language }: Pick<ResultFormat, 'language'>): string | null {
  const view = sessionView(tree);
  const phase = view?.phases[view.document.currentPhase];
  const state = foldJournal(tree[0].entries).state as Autopilot;
  if (!view || !phase || state.at !== 'halted' || state.waitsFor !== 'plan' || phase.awaitedPlan === null) return null;
  const { n, name, awaitedPlan: file } = phase;
  return wordsIn(language)['autopilot.write-plan']({ n, name, file, command: commandOf(view) });
}

const commandOf = ({ document }: SessionView): string => continueCommand(document.specPath);

function statusLines(view: SessionView, { language }: ResultFormat): readonly string[] {
  const words = wordsIn(language);
  const { finalReview, history } = view.document;
  const sum = (of: (record: SessionView['document']['history'][number]) => number) =>
    history.reduce((total, record) => total + of(record), 0);
  const totals = {
    phases: history.length,
    tasks: sum((one) => one.tasksCompleted),
    retries: sum((one) => one.retriesUsed),
  };
  const { status, findings } = finalReview;
  return [
    ...view.phases
      .filter(({ status: at, startedAtMs }) => at === 'complete' && startedAtMs !== null)
      .map((phase) => phaseLine(phase, language)),
    ...(history.length === 0 ? [] : [words['autopilot.totals'](totals)]),
    ...(status === 'pending' ? [] : [words['autopilot.final-status']({ status, findings: findings.length })]),
    ...overriddenLines(view, words),
  ].map((line) => `  ${printable(line)}`);
}

const phaseLine = (phase: SessionPhaseView, language: string | undefined): string =>
  printable(wordsIn(language)['autopilot.phase-summary'](phaseSummary(phase)));

function overriddenLines({ phases, overridden }: SessionView, words: Words): readonly string[] {
  const all = [...phases.flatMap(({ review }) => (review?.isOverridden ? review.blocking : [])), ...overridden];
  return all.length === 0 ? [] : [words['autopilot.overridden']({ findings: findingNames(all) })];
}

function unfinishedLines(view: SessionView, format: ResultFormat): readonly string[] {
  const status = statusLines(view, format);
  const saved = wordsIn(format.language)['autopilot.saved']({ command: format.typed(commandOf(view)) });
  return [...status, ...(status.length > 0 ? [''] : []), printable(saved)];
}

/** Prints the summary of a phase when it is complete, before a person is asked about the next one. */
export const summarizePhases = (language: string | undefined, print: (text: string) => void): Listener =>
  listenToEntries(
    watchSessions(({ own, run, view }, entry) => {
      const before = own.before as Autopilot | null;
      if (run !== own.run || entry.type !== 'moved' || before?.at !== 'running-phase') return;
      const phase = view()?.phases[before.index];
      if (phase?.status === 'complete') print(`  ${phaseLine(phase, language)}\n`);
    }),
  );
