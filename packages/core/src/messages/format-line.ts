/** Words a line: what happened, and the sentence of the failure or question it carries. */
import type { LogLine } from '../views/log-lines.ts';
import { failureText, lineText, questionText } from './lookup.ts';
import type { Messages } from './messages.ts';

export const formatLine = (line: LogLine, messages: Messages): string =>
  line.item === undefined ? worded(line, messages) : `${line.item}: ${worded(line, messages)}`;

function worded(line: LogLine, messages: Messages): string {
  const { failure, question } = line;
  const parts = [lineText(messages, line)];
  if (failure) parts.push(failureText(messages, failure));
  if (question) parts.push(questionText(messages, question.code).question(question.params));
  return parts.join(' ');
}
