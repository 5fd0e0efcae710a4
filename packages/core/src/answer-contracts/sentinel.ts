/** A line that stands by itself, first or after a preamble (D-34). A sentence that merely contains it says nothing. */
import { type OutputContract, onlyOne } from './match.ts';
import { nonEmptyLines } from './plain.ts';

export const sentinel =
  <Line extends string>(...lines: readonly Line[]): OutputContract<Line> =>
  ({ text }) => {
    const said = new Set(nonEmptyLines(text).map((line) => line.toLowerCase()));
    return onlyOne(
      lines.filter((line) => said.has(line.toLowerCase())),
      'no-sentinel',
    );
  };
