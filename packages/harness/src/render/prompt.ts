/** One question on a terminal that can draw: its options to choose from, and free text, which answers nothing. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Messages } from '@harness/core/messages/messages';
import type { Question } from '@harness/core/views/questions';
import { questionRow } from '@harness/core/views/show';
import { columnWidth, printable, printableLines } from './printable.ts';
import type { PersonReply } from './screen.ts';

/** An Enter that was meant for something else must not answer a question that had not been seen yet. */
export async function forgetTypedAhead(): Promise<void> {
  const { stdin } = process;
  const ignore = () => {};
  stdin.setRawMode(true);
  stdin.on('data', ignore).resume();
  await delay(100);
  stdin.off('data', ignore).pause();
}

/** No option has an empty label. */
const other = '';

/** What was said, or that the person left, or that the question was taken away. */
export async function prompt(
  question: Question,
  signal: AbortSignal,
  messages: Messages,
  tell: (text: string) => void,
): Promise<PersonReply | 'left'> {
  const { select, text, isCancel } = await import('@clack/prompts');
  const { asking } = messages;
  const { header, question: words, options, notes } = questionRow(question, messages);
  const said = notes.map(({ by, text: note }) => `\n${printable(asking.noted({ by, text: note }))}`);
  const message = `${header}: ${printableLines(words)}${said.join('')}`;
  for (;;) {
    const choice = await select({
      message,
      options: [
        ...options.map(({ label, description }) => ({ value: label, label, hint: description })),
        { value: other, label: asking.other({}), hint: asking.aboutOther({}) },
      ],
      signal,
    });
    if (signal.aborted) tell(withdrawn(rowsOf(message) + rowsOf(chosenFirst(options)) + options.length));
    if (isCancel(choice)) return 'left';
    if (choice !== other) return { choice };
    const note = await text({ message: asking.write({}), signal });
    if (signal.aborted) tell(withdrawn(rowsOf(asking.write({})) + 1));
    if (isCancel(note)) return 'left';
    if ((note ?? '').trim() !== '') return { note: note.trim() };
  }
}

/** Only the option that the cursor is on shows its description, and it may wrap; whoever is away has not moved it. */
const chosenFirst = ([first]: readonly { label: string; description: string }[]) =>
  `● ${first?.label} (${first?.description})`;

/** Takes a prompt off the screen: its frame above and below, its hint, and the rows between. */
const withdrawn = (rows: number) => `\x1b[${rows + 4}A\r\x1b[0J\x1b[?25h`;

/** How many rows a message takes as far as it wraps. */
const rowsOf = (message: string) =>
  message
    .split('\n')
    .reduce((rows, line) => rows + Math.ceil((columnWidth(line) + 3) / (process.stdout.columns ?? 80)), 0);
