/** Prints the state of a run when its command returns, and the next command. */

import { failedSteps } from '@harness/core/journal/failed-step';
import { foldJournal } from '@harness/core/journal/journal';
import type { RunTree } from '@harness/core/journal/run-tree';
import { messagesFor } from '@harness/core/messages/index';
import { failureText } from '@harness/core/messages/lookup';
import { keptWork } from '@harness/core/views/commits';
import { endReason } from '@harness/core/views/end-reason';
import { listFindings } from '@harness/core/views/findings';
import { openQuestions } from '@harness/core/views/questions';
import { questionRow, show } from '@harness/core/views/show';
import type { ForegroundOutcome } from '../run/foreground.ts';
import { haltReasonOf } from '../run/halt-reason.ts';
import type { WorkflowParts } from '../workflow.ts';
import { formatCost, formatDuration, formatTokens } from './amounts.ts';
import { commitSummaryLines } from './commit-summary.ts';
import { printable } from './printable.ts';
import { firstAnswerCommand, optionLines, questionLogLines } from './question.ts';
import type { ResultContext, ResultFormat } from './result-format.ts';
import type { Output } from './screen.ts';
import { shellQuote } from './shell-quote.ts';
import { createColours, symbols } from './symbols.ts';

/** The caller has just released the run. */
const unowned = { isOwned: false, answered: new Set<string>() };

export function runResultLines(
  family: RunTree,
  outcome: ForegroundOutcome,
  { colour, typed, typedGit, language }: Pick<Output, 'colour' | 'typed' | 'typedGit' | 'language'>,
  context: ResultContext,
  parts: WorkflowParts,
): string {
  const [{ run }] = family;
  const colours = createColours(colour);
  const command: ResultFormat['command'] = (label, text) => `${colours.dim(`${label}:`.padEnd(14))} ${text}`;
  const format: ResultFormat = {
    colours,
    messages: messagesFor(language),
    language,
    command,
    typed,
    next: (label, text) => command(label, typed(text)),
    git: (label, ...texts) => command(label, texts.map(typedGit).join(' && ')),
    ...context,
  };
  const lines =
    outcome.is === 'ended' ? ended(family, outcome.end, format, parts) : unfinished(family, outcome, format, parts);
  return `\n${[...lines, '', format.next('details', `harness show ${run}`)].join('\n')}\n`;
}

function ended(family: RunTree, end: string, format: ResultFormat, parts: WorkflowParts): readonly string[] {
  const { colours, git, messages, next } = format;
  const row = show(family, unowned, messages);
  const took = formatDuration(Date.parse(row.endedAt ?? row.startedAt) - Date.parse(row.startedAt));
  const sum = [
    took,
    row.calls.length === 1 ? '1 call' : `${row.calls.length} calls`,
    formatTokens(row.tokens),
    formatCost(row),
  ].join(' · ');
  const mark = end === 'done' ? 'good' : 'bad';
  const [failure, kept] = [endReason(family), keptWork(family)];
  return [
    `${colours[mark](symbols[mark])} ${end} · ${sum}`,
    ...(failure ? [printable(`  ${failureText(messages, failure)}`)] : []),
    ...(parts.ended?.(family, format) ?? commitSummaryLines(family, row.commits, end, format)),
    ...(kept === null ? [] : [git('kept work', `show ${kept}`)]),
    ...(failedSteps(family).length === 0 ? [] : [next('resume', `harness resume ${family[0].run}`)]),
    ...lanesLeft(family).map(
      (path) => `${colours.warn(symbols.warn)} The lane could not be removed; it is still in ${path}`,
    ),
    ...followUps(family),
  ];
}

/** Paths of worktrees that could not be removed; their content is not lost. */
const lanesLeft = (family: RunTree): readonly string[] =>
  family.flatMap(({ entries }) => {
    const { asked, answered } = foldJournal(entries);
    return [...asked].flatMap(([key, { effect }]) => {
      const { op, args } = effect.input as { op?: string; args?: { lane?: { path: string } | null } };
      const failed = op === 'close-lane' && answered.get(key)?.ok === false;
      return failed && args?.lane ? [args.lane.path] : [];
    });
  });

function followUps(family: RunTree): readonly string[] {
  const rows = listFindings(family).filter(({ status }) => status === 'follow-up');
  if (rows.length === 0) return [];
  const place = (file: string, line: number | null) => (line === null ? file : `${file}:${line}`);
  return ['', 'Follow-ups:', ...rows.map(({ file, line, text }) => printable(`  - ${place(file, line)}: ${text}`))];
}

function unfinished(
  family: RunTree,
  outcome: Exclude<ForegroundOutcome, { is: 'ended' }>,
  format: ResultFormat,
  parts: WorkflowParts,
): readonly string[] {
  const { colours, command, next, messages, evidence } = format;
  const [{ run }] = family;
  const resume = next('resume', `harness resume ${run}`);
  const warning = (text: string) => `${colours.warn(symbols.warn)} ${text}`;
  if (outcome.is === 'left') return [warning(messages.ending.parked({})), '', resume];
  if (outcome.is === 'held') {
    const { file, because } = outcome;
    return [warning(messages.holds[because]({ file })), '', command('unfreeze', `rm ${shellQuote(file)}`), resume];
  }
  if (outcome.is === 'parked') {
    const { because, untilMs } = outcome;
    const when = `  Resume at or after ${new Date(untilMs).toISOString()}.`;
    return [warning(`parked: ${failureText(messages, because)}`), when, '', resume];
  }
  return [
    ...(parts.waiting?.(family, format) ?? []),
    ...haltLines(family, format, parts),
    ...family
      .flatMap((journal) => openQuestions(journal))
      .flatMap((question) => {
        const { id, header, question: text, options, evidence: files } = questionRow(question, messages);
        return [
          ...evidence(question.input).split('\n').slice(0, -1),
          `${colours.ask(symbols.ask)} ${header}: ${text}`,
          ...questionLogLines({ evidence: files }),
          ...optionLines(options).map((line) => `    ${line}`),
          '',
          next('answer', firstAnswerCommand(id, question.input)),
        ];
      }),
    resume,
  ];
}

/** Lines about a run that waits for a command, not for an answer. */
function haltLines(family: RunTree, format: ResultFormat, parts: WorkflowParts): readonly string[] {
  const { colours, messages } = format;
  const { ending: words } = messages;
  const reason = parts.haltReason?.(family, format) ?? null;
  if (reason !== null) return [`${colours.warn(symbols.warn)} ${printable(reason)}`, ''];
  switch (haltReasonOf(family)) {
    case 'done':
      return [`${colours.good(symbols.good)} ${words.stepDone({})}`, ''];
    case 'stopped':
      return [`${colours.warn(symbols.warn)} ${words.stoppedHere({})}`, ''];
    case 'escalated':
    case 'limit-reached':
    case 'capped':
    case null:
      return [];
  }
}
