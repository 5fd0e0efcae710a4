/** Prints a report for a terminal of 80 columns, or as Markdown for a chat. */

import { wrapToColumns } from './printable.ts';
import type { Item, Page } from './report-sections.ts';
import { createColours, symbols } from './symbols.ts';

const columns = 80;

export function formatText({ lead, counts, sections }: Page, colour: boolean): string {
  const colours = createColours(colour);
  const indented = (text: string, by: number, first = ' '.repeat(by)) =>
    wrapToColumns(text, columns - by).map((line, n) => `${n === 0 ? first : ' '.repeat(by)}${line}`);
  const itemLines = ({ mark, text, details, commands }: Item) => [
    ...indented(text, 4, `  ${colours[mark](symbols[mark])} `),
    ...details.flatMap((detail) => indented(detail, 6)),
    // Never wrap a command: users copy the line.
    ...commands.map(([label, command]) => `      ${colours.dim(`${label}:`)} ${command}`),
  ];
  const lines = [
    ...wrapToColumns(lead, columns),
    ...(counts === '' ? [] : wrapToColumns(counts, columns)),
    ...sections.flatMap(({ heading, items }) => ['', heading, ...items.flatMap(itemLines)]),
  ];
  return `${lines.join('\n')}\n`;
}

const icons: Readonly<Record<Item['mark'], string>> = { good: '✅', bad: '❌', warn: '⚠️', ask: '❓', plain: '' };

export function formatMarkdown({ lead, counts, sections }: Page): string {
  const itemLines = ({ mark, text, details, commands }: Item) => [
    `- ${icons[mark]} ${escaped(text)}`.replace(/ {2,}/, ' '),
    ...details.map((detail) => `  - ${escaped(detail)}`),
    ...commands.map(([label, command]) => `  - ${label}: ${inCode(command)}`),
  ];
  const blocks = sections.map(({ heading, items }) => `### ${heading}\n\n${items.flatMap(itemLines).join('\n')}`);
  const intro = counts === '' ? `**${escaped(lead)}**` : `**${escaped(lead)}**  \n${escaped(counts)}`;
  return `${[intro, ...blocks].join('\n\n')}\n`;
}

/** Titles and reasons come from agents and people; escape links, headings and mentions. */
const escaped = (text: string) => text.replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&').replaceAll('@', '@\u200b');

/** Fences a command with more backticks than it contains. */
function inCode(command: string): string {
  const longest = Math.max(0, ...[...command.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${command}${fence}` : `${fence} ${command} ${fence}`;
}
