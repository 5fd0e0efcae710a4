/** What somebody meant to come back to: the marks in the files of a change (WO-07). */
export interface Todo {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const mark = /\b(?:TODO|FIXME|HACK)\b/;
const longestText = 160;

export const todosIn = (file: string, text: string): readonly Todo[] =>
  text.split('\n').flatMap((line, at) => (mark.test(line) ? [{ file, line: at + 1, text: shown(line) }] : []));

const shown = (line: string) => {
  const text = line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
};
