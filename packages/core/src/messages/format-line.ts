/** Words a line: what happened, and the sentence of the failure or question it carries. */
import { noteCodes } from '../journal/note.ts';
import type { LogLine, ToldLine } from '../views/log-lines.ts';
import { progressText, questionText } from './lookup.ts';
import type { Messages } from './messages.ts';

export const formatLine = (line: LogLine, messages: Messages): string =>
  line.item === undefined ? worded(line, messages) : `${line.item}: ${worded(line, messages)}`;

function worded(line: LogLine, messages: Messages): string {
  if (isNote(line)) return messages.notes[line.code](line.params);
  if (isTelling(line, messages)) return progressText(messages, line.code, line.params);
  const { code, params, failure, question } = line;
  const parts = [messages.lines[code](params)];
  if (failure) parts.push(messages.failures[failure.code](failure.params));
  if (question) parts.push(questionText(messages, question.code).question(question.params));
  return parts.join(' ');
}

const isNote = (line: LogLine): line is Extract<LogLine, { code: (typeof noteCodes)[number] }> =>
  (noteCodes as readonly string[]).includes(line.code);

const isTelling = (line: LogLine, { progress }: Messages): line is ToldLine => line.code in progress;
