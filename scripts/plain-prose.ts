/** Finds the sentences of a file that people read: comments, test titles, user-facing texts, and the text of Markdown pages. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export interface ProseLine {
  readonly line: number;
  readonly text: string;
}

export const isTypeScript = (path: string): boolean => /\.[cm]?[jt]s$/.test(path) && !path.endsWith('.d.ts');

/** Files whose string literals are printed: the English catalogues, the commands with their options, and doctor. */
const isPrinted = (path: string) =>
  /\/messages\/en(?:\/|\.)|\/workflows\/[^/]+\/en\.ts$|^packages\/harness\/src\/(?:cli|doctor)\/|\/harness\/src\/(?:workflows|providers)\/[^/]+\/index\.ts$/.test(
    path,
  ) && !/\.(?:test|slow)\.ts$/.test(path);

/** The prose with a README, a page or a message in it: its bar is stricter than that of comments. */
export const isForUsers = (path: string): boolean => path.endsWith('.md') || isPrinted(path);

const blank = (text: string) => text.replace(/[^\n]/g, ' ');

/** Everything but prose becomes blank, so that line numbers stay. */
function proseOf({ path, text }: SourceFile): string {
  return path.endsWith('.md') ? withoutCode(text) : sentencesIn(text, isPrinted(path));
}

const withoutCode = (text: string) => text.replace(/```[\s\S]*?```/g, blank).replace(/`[^`\n]*`/g, '`x`');

const token = /\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
const isTitleBefore = (text: string) => /\b(?:test|it|describe)(?:\.\w+)*\(\s*$/.test(text);

function sentencesIn(text: string, isPrintedFile: boolean): string {
  let prose = '';
  let end = 0;
  for (const { 0: found, index } of text.matchAll(token)) {
    const isComment = found.startsWith('/');
    const isTitle = isTitleBefore(text.slice(Math.max(0, index - 40), index));
    const isKept = isComment || isTitle || (isPrintedFile && found.includes(' '));
    prose += blank(text.slice(end, index)) + (isKept ? withoutMarks(found) : blank(found));
    end = index + found.length;
  }
  return prose + blank(text.slice(end));
}

const withoutMarks = (found: string) =>
  found.replace(/^\s*(?:\/\*\*?|\*\/|\*|\/\/)\s?/gm, blank).replace(/^['"`]|['"`]$/g, ' ');

export function proseLines(file: SourceFile): readonly ProseLine[] {
  return proseOf(file)
    .split('\n')
    .map((text, at) => ({ line: at + 1, text: text.trim() }))
    .filter(({ text }) => /[a-z]{2}/i.test(text));
}
