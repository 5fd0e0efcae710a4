/** A file that the role was to write: it must be there, and hold what the contract inside asks for. */
import { matched, type OutputContract, unreadableAnswer } from './match.ts';
import { plainText } from './plain.ts';

export const file =
  <Value>(inside: OutputContract<Value>): OutputContract<Value> =>
  ({ file: content }) =>
    content === undefined ? unreadableAnswer('no-file') : inside({ text: content });

/** Anything that says something. */
export const anyText: OutputContract<string> = ({ text }) =>
  plainText(text) === '' ? unreadableAnswer('empty') : matched(text);
