/** A terminal: what has happened scrolls by, and below it one line a lane is drawn over and over. Questions are asked in place. */
import { setTimeout as delay } from 'node:timers/promises';
import { emptyLog, fold, type Log } from '@harness/core/journal';
import { messagesFor } from '@harness/core/messages/index';
import { sentence } from '@harness/core/messages/sentence';
import { lineOf } from '@harness/core/views/lines';
import type { Question } from '@harness/core/views/questions';
import { paint, signs } from './marks.ts';
import { printable } from './printable.ts';
import { laneLines, observe, type Progress } from './progress.ts';
import type { Output, Screen } from './screen.ts';

const spinner = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const everyMs = 120;

/** An Enter that was meant for something else must not answer a question that had not been seen yet. */
async function forgetTypedAhead(): Promise<void> {
  const { stdin } = process;
  const ignore = () => {};
  stdin.setRawMode(true);
  stdin.on('data', ignore).resume();
  await delay(100);
  stdin.off('data', ignore).pause();
}

/** How many rows a prompt takes: its frame above and below, the message as far as it wraps, an option a row, the hint. */
const rowsOf = (message: string, choices: number) =>
  Math.ceil((message.length + 3) / (process.stdout.columns ?? 80)) + choices + 4;

export function liveScreen(
  { tell, colour, language }: Pick<Output, 'tell' | 'colour' | 'language'>,
  onInterrupt: () => void,
): Screen {
  const messages = messagesFor(language);
  const colours = paint(colour);
  const logs = new Map<string, Log>();
  const progress: Progress = new Map();
  let drawn = 0;
  let frame = 0;
  let asking = false;
  /** What happened while a question was on the screen: told when it has gone. */
  const held: string[] = [];
  const timer = setInterval(draw, everyMs);

  function clear() {
    if (drawn > 0) tell(`\x1b[${drawn}A\x1b[0J`);
    drawn = 0;
  }

  function say(text: string) {
    clear();
    tell(text);
  }

  function draw() {
    if (asking) return;
    clear();
    const sign = spinner[frame++ % spinner.length];
    const lines = laneLines(progress, Date.now(), (process.stdout.columns ?? 80) - 4);
    for (const line of lines) tell(`${colours.ask(sign ?? '')} ${colours.dim(line)}\n`);
    drawn = lines.length;
  }

  return {
    know({ run, entries }) {
      for (const [n, entry] of entries.entries()) observe(progress, { type: 'entry', run, seq: n + 1, entry });
      logs.set(run, fold(entries));
    },
    see(seen) {
      observe(progress, seen);
      if (seen.type !== 'entry') return;
      const log = logs.get(seen.run) ?? emptyLog();
      logs.set(seen.run, log);
      const line = lineOf(log, seen.entry);
      // What is asked in place need not be announced, and that somebody works is what the line below says.
      if (!line || line.code === 'role.asked' || line.code === 'question.asked') return;
      const text = `${colours[line.mark](signs[line.mark])} ${printable(sentence(line, messages))}\n`;
      if (asking) held.push(text);
      else say(text);
    },
    async ask({ header, input }: Question, signal) {
      const { select, isCancel } = await import('@clack/prompts');
      const words = messages.questions[input.code];
      clear();
      asking = true;
      await forgetTypedAhead();
      const hint = (label: string) => (words.options as Readonly<Record<string, string>>)[label] ?? '';
      const message = printable(`${header}: ${words.question(input.params)}`);
      const choice = await select({
        message,
        options: input.choices.map((value) => ({ value, label: value, hint: hint(value) })),
        signal,
      });
      if (signal.aborted) tell(`\x1b[${rowsOf(message, input.choices.length)}A\r\x1b[0J\x1b[?25h`);
      asking = false;
      for (const text of held.splice(0)) say(text);
      if (!isCancel(choice)) return choice;
      if (!signal.aborted) onInterrupt();
      return undefined;
    },
    close() {
      for (const text of held.splice(0)) say(text);
      clearInterval(timer);
      clear();
    },
  };
}
