/** Finds TODO, FIXME and HACK comments in the files of a change (WO-07). */
export interface Todo {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const mark = /\b(?:TODO|FIXME|HACK)\b/;
const maxTextLength = 160;

export const todosIn = (file: string, text: string): readonly Todo[] =>
  text.split('\n').flatMap((line, at) => (mark.test(line) ? [{ file, line: at + 1, text: cleanText(line) }] : []));

const cleanText = (line: string) => {
  const text = line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
};
