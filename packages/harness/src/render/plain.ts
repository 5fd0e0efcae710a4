/** One line an event: for logs, pipes and machines that wait for a word. */
import { emptyLog, fold, type Log } from '@harness/core/journal';
import { messagesFor } from '@harness/core/messages/index';
import type { Messages } from '@harness/core/messages/messages';
import { sentence } from '@harness/core/messages/sentence';
import { type Line, linesOf } from '@harness/core/views/lines';
import { signs } from './marks.ts';
import { printable } from './printable.ts';
import type { Output, Screen } from './screen.ts';

export const plainLine = (line: Line, messages: Messages): string =>
  `${new Date(line.atMs).toISOString().slice(11, 19)} ${signs[line.mark]} ${printable(sentence(line, messages))}`;

/** A question that is asked in place need not be announced. */
export function plainScreen({ tell, language }: Pick<Output, 'tell' | 'language'>, asksInPlace = false): Screen {
  const messages = messagesFor(language);
  const logs = new Map<string, Log>();
  return {
    know: ({ run, entries }) => void logs.set(run, fold(entries)),
    see(seen) {
      if (seen.type !== 'entry') return;
      const log = logs.get(seen.run) ?? emptyLog();
      logs.set(seen.run, log);
      for (const line of linesOf(log, seen.entry))
        if (!asksInPlace || line.code !== 'question.asked') tell(`${plainLine(line, messages)}\n`);
    },
    close: () => {},
  };
}
