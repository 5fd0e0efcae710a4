/** Connects runs of phase to the command line: formats the result of one phase, with the next command. */
import type { Finding } from '@harness/core/answer-contracts/finding';
import { findingText, isBlocking } from '@harness/core/answer-contracts/findings';
import type { RunTree } from '@harness/core/journal/run-tree';
import { sentencesOf } from '@harness/core/workflow';
import type { PhaseJob } from '@harness/core/workflows/phase/job';
import { type PhaseView, phaseView } from '@harness/core/workflows/phase/view';
import { phaseWorkflow } from '@harness/core/workflows/phase/workflow';
import { printable } from '../../render/printable.ts';
import type { ResultFormat } from '../../render/result-format.ts';
import { shellQuote } from '../../render/shell-quote.ts';
import type { WorkflowParts } from '../../workflow.ts';
import { requireNewestRun } from '../plan/unfinished-run.ts';

type Format = Pick<ResultFormat, 'language' | 'command' | 'next'>;

/** Null if the run is not a phase, or committed: commits are printed elsewhere. */
function phaseResultLines(family: RunTree, format: Format): readonly string[] | null {
  const view = phaseView(family);
  return view === null ? null : linesOf(view, format);
}

function linesOf({ plan, folder, over }: PhaseView, { language, command, next }: Format) {
  const words = sentencesOf(phaseWorkflow, language);
  const phase = (label: string, name: string) => next(label, `harness run ${plan} --phase ${name}`);
  switch (over.at) {
    case 'reviewed':
      return [`  ${words.clean({})}`, '', phase('continue', 'prepare-pr')];
    case 'blocked':
      return [...findingLines(over.findings), '', phase('repair it', 'fix')];
    case 'verified':
      return [`  ${words.verified({})}`, '', command('look at it', `ls ${shellQuote(over.keptIn)}`)];
    case 'broken':
      return [...findingLines(over.findings), '', phase('repair it', 'fix')];
    case 'prepared':
      return ['', ...over.body.trimEnd().split('\n').map(printable), '', command('kept as', `${folder}/pr-body.md`)];
    case 'ready':
      return [`  ${words.ready({ pull: over.pull })}`];
    case 'built':
    case 'spent':
    case 'stopped':
    case 'failed':
      return null;
  }
}

/** Lists blocking findings only; the others are printed as follow-ups. */
const findingLines = (findings: readonly Finding[]) =>
  findings.filter(isBlocking).map((finding) => printable(`  - ${findingText(finding)}`));

const forgePhases: readonly string[] = ['prepare-pr', 'merge-check'] satisfies readonly PhaseJob['phase'][];

export const parts: WorkflowParts = {
  needsForge: (input) => forgePhases.includes((input as PhaseJob).phase),
  ended: phaseResultLines,
  resume: { before: requireNewestRun },
};
