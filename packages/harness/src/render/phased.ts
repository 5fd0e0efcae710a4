/** What one phase found or made, and the command that comes next. */
import type { Messages } from '@harness/core/messages/messages';
import { type Finding, findingText, isBlocking } from '@harness/core/verdict';
import { type Phased, phased } from '@harness/core/views/phased';
import type { Family } from '@harness/core/views/run';
import { quoted } from '../quoted.ts';
import { printable } from './printable.ts';

interface Pen {
  readonly messages: Pick<Messages, 'phases'>;
  command(label: string, command: string): string;
  next(label: string, command: string): string;
}

/** Nothing for a run that is no phase, and for one that committed: that is told like any other commit. */
export function phasedLines(family: Family, pen: Pen): readonly string[] | null {
  const view = phased(family);
  return view === null ? null : linesOf(view, pen);
}

function linesOf({ plan, folder, over }: Phased, { messages: { phases: words }, command, next }: Pen) {
  const phase = (label: string, name: string) => next(label, `harness run ${plan} --phase ${name}`);
  switch (over.at) {
    case 'reviewed':
      return [`  ${words.clean({})}`, '', phase('go on', 'prepare-pr')];
    case 'blocked':
      return [...findingLines(over.findings), '', phase('repair it', 'fix')];
    case 'verified':
      return [`  ${words.verified({})}`, '', command('look at it', `ls ${quoted(over.keptIn)}`)];
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

/** Only what blocks: what can wait is told as follow-ups, as everywhere. */
const findingLines = (findings: readonly Finding[]) =>
  findings.filter(isBlocking).map((finding) => printable(`  - ${findingText(finding)}`));
