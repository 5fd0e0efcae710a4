/** The few forms that the drawn pages are made of. */
const notice = '<!-- Written by `npm run docs` from the code. Change the code, not this page. -->';

export const page = (...parts: readonly string[]): string => `${[notice, ...parts].join('\n\n')}\n`;

export type Row = readonly (string | number)[];

export function table(head: readonly string[], rows: readonly Row[]): string {
  const line = (cells: Row) => `| ${cells.map((cell) => escaped(String(cell))).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

const escaped = (text: string) => text.replaceAll('|', '\\|');

export const code = (text: string): string => `\`${text}\``;

export const block = (language: string, text: string): string => [`\`\`\`${language}`, text, '```'].join('\n');
