/** Reads the last line, which must have a given form. It ignores all lines before it. */
import { decidingLine } from './answer-lines.ts';
import { matched, type OutputContract, unreadableAnswer } from './match.ts';

/** The end of a line with a verdict: nothing, or a remark after a dash. Other words could take the verdict back. */
export const remarkPattern = String.raw`\.?(?:\s*[—–]\s*.*|\s+--?\s.*)?$`;

/** `form` tells the agent which line is missing. `readLine` returns `undefined` for a line with another form. */
export const lastLineOf =
  <Value extends string | object>(form: string, readLine: (line: string) => Value | undefined): OutputContract<Value> =>
  ({ text }) => {
    const last = decidingLine(text);
    if (last.is === 'unreadable' && last.reason === 'quoted') return last;
    const value = last.is === 'match' ? readLine(last.value) : undefined;
    return value === undefined ? unreadableAnswer('no-line', `the last line is not ${form}`) : matched(value);
  };
