/** Reads the last line with a given form. It ignores all other lines, also a sentence that contains the form. */
import { matched, type OutputContract, unreadableAnswer } from './match.ts';
import { nonEmptyLines, stripEmphasis } from './plain.ts';

/** `form` tells the agent which line is missing. `readLine` returns `undefined` for a line with another form. */
export const lastLineOf =
  <Value extends string | object>(form: string, readLine: (line: string) => Value | undefined): OutputContract<Value> =>
  ({ text }) => {
    const read = nonEmptyLines(text).map((line) => readLine(stripEmphasis(line)));
    const last = read.findLast((value) => value !== undefined);
    return last === undefined ? unreadableAnswer('no-line', `no line ${form}`) : matched(last);
  };
