/** One line an event: for logs, pipes and machines that wait for a word. */
import { emptyLog, fold, type Log } from '@harness/core/journal';
import { messagesFor } from '@harness/core/messages/index';
import type { Messages } from '@harness/core/messages/messages';
import { sentence } from '@harness/core/messages/sentence';
import { type Line, linesOf } from '@harness/core/views/lines';
import { paint, signed } from './marks.ts';
import { printable } from './printable.ts';
import type { Output, Screen } from './screen.ts';
import type { Unseen } from './unseen.ts';

export const plainLine = (line: Line, messages: Messages): string =>
  `${new Date(line.atMs).toISOString().slice(11, 19)} ${signed(line.mark, printable(sentence(line, messages)), paint(false))}`;

/** With `unseen`, questions are asked in place, and told only when somebody elsewhere answered them. */
export function plainScreen({ tell, language }: Pick<Output, 'tell' | 'language'>, unseen?: Unseen): Screen {
  const messages = messagesFor(language);
  const logs = new Map<string, Log>();
  return {
    know: ({ run, entries }) => void logs.set(run, fold(entries)),
    see(seen) {
      if (seen.type !== 'entry') return;
      const log = logs.get(seen.run) ?? emptyLog();
      logs.set(seen.run, log);
      for (const line of linesOf(log, seen.entry)) {
        const text = `${plainLine(line, messages)}\n`;
        tell(unseen ? unseen.textNow(seen.run, line, text) : text);
      }
    },
    close: () => {},
  };
}
