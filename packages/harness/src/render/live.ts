/** A terminal with a cursor: events scroll, one line per lane below them is redrawn, and questions appear in place. */
import { emptyFold, type FoldedJournal, foldJournal } from '@harness/core/journal/journal';
import { formatLine } from '@harness/core/messages/format-line';
import { messagesFor } from '@harness/core/messages/index';
import { toLogLines } from '@harness/core/views/log-lines';
import type { Question } from '@harness/core/views/questions';
import type { FileEditor } from './editor.ts';
import type { RenderEvidence } from './evidence.ts';
import { createPendingQuestions } from './pending-questions.ts';
import { printable, wrapToColumns } from './printable.ts';
import { laneLines, observe, type Progress } from './progress.ts';
import { discardTypedKeys, prompt } from './prompt.ts';
import { isEdit, type Output, type PersonReply, type Screen } from './screen.ts';
import { createColours, withSymbol } from './symbols.ts';

const spinner = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const redrawMs = 120;
const columns = () => process.stdout.columns ?? 80;

export function liveScreen(
  output: Pick<Output, 'tell' | 'moveCursor' | 'colour' | 'language'>,
  onInterrupt: () => void,
  evidence: RenderEvidence,
  editor: FileEditor,
): Screen {
  const { tell, moveCursor, colour } = output;
  const messages = () => messagesFor(output.language); // the language may change with an answer
  const colours = createColours(colour);
  const logs = new Map<string, FoldedJournal>();
  const progress: Progress = new Map();
  let drawn = 0;
  let frame = 0;
  let asking = false;
  /** Text that arrived while a question was on the screen; printed afterwards. */
  const delayed: string[] = [];
  const pending = createPendingQuestions(evidence);
  const timer = setInterval(draw, redrawMs);

  function clear() {
    if (drawn > 0) moveCursor(`\x1b[${drawn}A\x1b[0J`);
    drawn = 0;
  }

  function say(text: string) {
    clear();
    tell(text);
  }

  function print(text: string) {
    if (asking) delayed.push(text);
    else say(text);
  }

  function draw() {
    if (asking) return;
    clear();
    const sign = spinner[frame++ % spinner.length];
    const lines = laneLines(progress, Date.now(), columns() - 4);
    for (const line of lines) tell(`${colours.ask(sign ?? '')} ${colours.dim(line)}\n`);
    drawn = lines.length;
  }

  async function askAtCursor(question: Question, signal: AbortSignal): Promise<PersonReply | 'left'> {
    for (;;) {
      await discardTypedKeys();
      const reply = await prompt(question, signal, messages(), moveCursor, editor.name);
      if (!isEdit(reply, question) || (await editor.open(question))) return reply;
    }
  }

  return {
    know({ run, entries }) {
      for (const [n, entry] of entries.entries()) observe(progress, { type: 'entry', run, seq: n + 1, entry });
      logs.set(run, foldJournal(entries));
    },
    see(seen) {
      observe(progress, seen);
      if (seen.type !== 'entry') return;
      const log = logs.get(seen.run) ?? emptyFold();
      logs.set(seen.run, log);
      for (const line of toLogLines(log, seen.entry)) {
        if (line.code === 'role.asked') continue; // the lane's line shows that an agent works
        const [first = '', ...more] = wrapToColumns(printable(formatLine(line, messages())), columns() - 4);
        const words = [withSymbol(line.mark, first, colours), ...more.map((words) => `    ${words}`)];
        const text = pending.textNow(seen.run, line, words.map((part) => `${part}\n`).join(''));
        print(text);
      }
    },
    tell: print,
    async ask(question: Question, signal) {
      clear();
      asking = true;
      tell(evidence(question.input));
      const reply = await askAtCursor(question, signal);
      asking = false;
      for (const text of delayed.splice(0)) say(text);
      if (reply === 'left' && !signal.aborted) onInterrupt();
      if (reply !== 'left' && 'choice' in reply) pending.answeredHere(question.run);
      return reply === 'left' ? undefined : reply;
    },
    close() {
      for (const text of delayed.splice(0)) say(text);
      clearInterval(timer);
      clear();
    },
  };
}
