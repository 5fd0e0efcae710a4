/** Formats a log line with the text of its failure or question. */
import type { LogLine } from '../views/log-lines.ts';
import { failureText, lineText, questionText } from './lookup.ts';
import type { Messages } from './messages.ts';

export const formatLine = (line: LogLine, messages: Messages): string =>
  line.item === undefined ? formatWithoutItem(line, messages) : `${line.item}: ${formatWithoutItem(line, messages)}`;

function formatWithoutItem(line: LogLine, messages: Messages): string {
  const { failure, question } = line;
  const parts = [lineText(messages, line)];
  if (failure) parts.push(failureText(messages, failure));
  if (question) parts.push(questionText(messages, question.code).question(question.params));
  return parts.join(' ');
}
