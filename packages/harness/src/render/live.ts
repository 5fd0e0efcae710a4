/** A terminal: what has happened scrolls by, and below it one line a lane is drawn over and over. Questions are asked in place. */
import { setTimeout as delay } from 'node:timers/promises';
import { emptyLog, type Log } from '@harness/core/journal';
import { en } from '@harness/core/messages/en';
import { sentence } from '@harness/core/messages/sentence';
import { lineOf } from '@harness/core/views/lines';
import type { Question } from '@harness/core/views/questions';
import { paint, signs } from './marks.ts';
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

export function liveScreen({ tell, colour }: Pick<Output, 'tell' | 'colour'>, onInterrupt: () => void): Screen {
  const colours = paint(colour);
  const logs = new Map<string, Log>();
  const progress: Progress = new Map();
  let drawn = 0;
  let frame = 0;
  let asking = false;
  const timer = setInterval(draw, everyMs);

  function clear() {
    if (drawn > 0) tell(`\x1b[${drawn}A\x1b[0J`);
    drawn = 0;
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
    see(seen) {
      observe(progress, seen);
      if (seen.type !== 'entry') return;
      const log = logs.get(seen.run) ?? emptyLog();
      logs.set(seen.run, log);
      const line = lineOf(log, seen.entry);
      // What is asked in place need not be announced, and that somebody works is what the line below says.
      if (!line || line.code === 'role.asked' || line.code === 'question.asked') return;
      clear();
      tell(`${colours[line.mark](signs[line.mark])} ${sentence(line, en)}\n`);
    },
    async ask({ header, input }: Question, signal) {
      const { select, isCancel } = await import('@clack/prompts');
      const words = en.questions[input.code];
      clear();
      asking = true;
      await forgetTypedAhead();
      const hint = (label: string) => (words.options as Readonly<Record<string, string>>)[label] ?? '';
      const choice = await select({
        message: `${header}: ${words.question(input.params)}`,
        options: input.choices.map((value) => ({ value, label: value, hint: hint(value) })),
        signal,
      });
      asking = false;
      if (!isCancel(choice)) return choice;
      if (!signal.aborted) onInterrupt();
      return undefined;
    },
    close() {
      clearInterval(timer);
      clear();
    },
  };
}
