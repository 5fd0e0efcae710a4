/** Prints one line per event, for logs and pipes. */
import { emptyFold, type FoldedJournal, foldJournal } from '@harness/core/journal/journal';
import type { RunTree } from '@harness/core/journal/run-tree';
import { formatLine } from '@harness/core/messages/format-line';
import { messagesFor } from '@harness/core/messages/index';
import type { Messages } from '@harness/core/messages/messages';
import { type LogLine, toLogLines } from '@harness/core/views/log-lines';
import { finishParts } from '@harness/core/views/parts';
import type { PendingQuestions } from './pending-questions.ts';
import { printable } from './printable.ts';
import type { Output, Screen } from './screen.ts';
import { createColours, withSymbol } from './symbols.ts';

export const plainLine = (line: LogLine, messages: Messages): string =>
  `${new Date(line.atMs).toISOString().slice(11, 19)} ${withSymbol(line.mark, printable(formatLine(line, messages)), createColours(false))}`;

/** Lines of a run and its children, sorted by time. */
export const logLines = (family: RunTree, messages: Messages): readonly string[] =>
  finishParts(logLinesInParts(family, messages));

/** Lines that are computed before other work may get a turn. */
const batchSize = 100;

export function* logLinesInParts(family: RunTree, messages: Messages): Generator<void, readonly string[]> {
  const lines: LogLine[] = [];
  for (const { entries } of family) {
    const log = emptyFold();
    for (const [n, entry] of entries.entries()) {
      lines.push(...toLogLines(log, entry));
      if (n % batchSize === 0) yield;
    }
  }
  lines.sort((a, b) => a.atMs - b.atMs);
  const texts: string[] = [];
  for (const line of lines) {
    texts.push(plainLine(line, messages));
    if (texts.length % batchSize === 0) yield;
  }
  return texts;
}

/** With `pending`, the caller asks questions in place; they are printed only if answered elsewhere. */
export function plainScreen(output: Pick<Output, 'tell' | 'language'>, pending?: PendingQuestions): Screen {
  const logs = new Map<string, FoldedJournal>();
  return {
    know: ({ run, entries }) => void logs.set(run, foldJournal(entries)),
    see(seen) {
      if (seen.type !== 'entry') return;
      const log = logs.get(seen.run) ?? emptyFold();
      logs.set(seen.run, log);
      for (const line of toLogLines(log, seen.entry)) {
        const text = `${plainLine(line, messagesFor(output.language))}\n`; // the language may change with an answer
        output.tell(pending ? pending.textNow(seen.run, line, text) : text);
      }
    },
    tell: (text) => output.tell(text),
    close: () => {},
  };
}
