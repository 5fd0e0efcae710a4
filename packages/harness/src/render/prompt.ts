/** Asks one question on a terminal with a cursor: its options, and free text, which answers nothing. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Messages } from '@harness/core/messages/messages';
import type { Question } from '@harness/core/views/questions';
import { questionRow } from '@harness/core/views/show';
import { columnWidth, printable, printableLines } from './printable.ts';
import { changePrompt, noteLines, questionLogLines } from './question.ts';
import type { PersonReply } from './screen.ts';

/** Discards typed keys, so that an earlier Enter does not answer a question that was not visible yet. */
export async function discardTypedKeys(): Promise<void> {
  const { stdin } = process;
  const ignore = () => {};
  stdin.setRawMode(true);
  stdin.on('data', ignore).resume();
  await delay(100);
  stdin.off('data', ignore).pause();
}

/** Value of "Other": no option has an empty label. */
const other = '';

/** `left` if the user cancelled or the question was withdrawn. */
export async function prompt(
  question: Question,
  signal: AbortSignal,
  messages: Messages,
  moveCursor: (sequence: string) => void,
  editor: string | undefined,
): Promise<PersonReply | 'left'> {
  const { select, text, isCancel } = await import('@clack/prompts');
  const { asking } = messages;
  const { header, question: words, options, notes, evidence } = questionRow(question, messages);
  const logs = questionLogLines({ evidence }).map((line) => line.trim());
  const message = [`${header}: ${printableLines(words)}`, ...logs, ...noteLines(notes, messages)].join('\n');
  for (;;) {
    const choice = await select({
      message,
      options: [
        ...options.map(({ label, description }) => ({
          value: label,
          label: printable(label),
          hint: printable(description),
        })),
        { value: other, label: asking.other({}), hint: asking.aboutOther({}) },
      ],
      signal,
    });
    if (signal.aborted) moveCursor(eraseRows(rowsOf(message) + rowsOf(firstOption(options)) + options.length));
    if (isCancel(choice)) return 'left';
    const wanted = choice === other ? asking.write({}) : changePrompt(question, choice, editor, messages);
    if (wanted === undefined) return { choice };
    const typed = await text({ message: printable(wanted), signal });
    if (signal.aborted) moveCursor(eraseRows(rowsOf(wanted) + 1));
    if (isCancel(typed)) return 'left';
    const note = (typed ?? '').trim();
    if (choice !== other) return { choice, note };
    if (note !== '') return { note };
  }
}

/** Only the selected option shows its description, which may wrap. A user who is away has not moved from the first one. */
const firstOption = ([first]: readonly { label: string; description: string }[]) =>
  `● ${first?.label} (${first?.description})`;

/** Erases a prompt: its frame, its hint, and the rows between. */
const eraseRows = (rows: number) => `\x1b[${rows + 4}A\r\x1b[0J\x1b[?25h`;

/** Terminal rows of a message, with wrapping. */
const rowsOf = (message: string) =>
  message
    .split('\n')
    .reduce((rows, line) => rows + Math.ceil((columnWidth(line) + 3) / (process.stdout.columns ?? 80)), 0);
