/** Words a line: what happened, and the sentence of the failure or question it carries. */
import { noteCodes } from '../note.ts';
import type { Line } from '../views/lines.ts';
import type { TellingCode } from '../workflows/task/telling.ts';
import type { Messages } from './messages.ts';

export const sentence = (line: Line, messages: Messages): string =>
  line.item === undefined ? worded(line, messages) : `${line.item}: ${worded(line, messages)}`;

function worded(line: Line, messages: Messages): string {
  if (isNote(line)) return messages.notes[line.code](line.params);
  if (isTelling(line, messages)) return messages.tellings[line.code](line.params);
  const { code, params, failure, question } = line;
  const parts = [messages.lines[code](params)];
  if (failure) parts.push(messages.failures[failure.code](failure.params));
  if (question) parts.push(messages.questions[question.code].question(question.params));
  return parts.join(' ');
}

const isNote = (line: Line): line is Extract<Line, { code: (typeof noteCodes)[number] }> =>
  (noteCodes as readonly string[]).includes(line.code);

const isTelling = (line: Line, { tellings }: Messages): line is Extract<Line, { code: TellingCode }> =>
  line.code in tellings;
