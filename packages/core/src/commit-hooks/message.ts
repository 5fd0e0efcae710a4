/** Reads the message that a `commit-msg` hook left: it may change, but not the lines by which the harness finds the commit. */

/** Trailers of a change group. `Harness-Effect` also decides after a crash whether the commit was made. */
const fixedTrailers = [
  'Issue',
  'Change-Group',
  'Subsystems',
  'Invariants',
  'Co-Authored-By',
  'Harness-Run',
  'Harness-Effect',
];
const fixedLine = new RegExp(`^(?:${fixedTrailers.join('|')})[ \\t]*:`, 'i');

/** The lines that the hook removed, changed or added; empty if the message has exactly those of before, in their order. */
export function changedTrailers(before: string, after: string): readonly string[] {
  const [was, is] = [trailersIn(before), trailersIn(after)];
  const differing = [...was.filter((line) => !is.includes(line)), ...is.filter((line) => !was.includes(line))];
  if (differing.length > 0) return differing;
  return was.join('\n') === is.join('\n') ? [] : is;
}

const trailersIn = (message: string) => message.split('\n').filter((line) => fixedLine.test(line));

/** Like git's clean-up of a message that no editor wrote: no spaces at ends of lines, and no repeated empty lines. */
export const cleanMessage = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(/^\n+|\n+$/g, '');
