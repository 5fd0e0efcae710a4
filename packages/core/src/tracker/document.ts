/**
 * Writes an issue as one Markdown document, for prompts and the readers of issue texts.
 *
 *   # <title>
 *
 *   <body>
 *
 *   ## Comments            missing if there are none
 *
 *   ### <time> <by>        one heading per comment, then its text
 *
 * The headings of the document are its own: a line of the body or of a comment that looks like one gets a backslash.
 */
import { boundedLine } from '../text/bounded-text.ts';
import type { IssueComment, IssueThread } from './issue.ts';
import { withoutMarks } from './marks.ts';

const maxTitle = 500;
const maxAuthor = 100;

export function issueDocument({ title, body, comments }: IssueThread): string {
  const parts = [`# ${boundedLine(title, maxTitle)}`, plainText(body), ...commentParts(comments)];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const commentParts = (comments: readonly IssueComment[]): readonly string[] =>
  comments.length === 0
    ? []
    : ['## Comments', ...comments.flatMap((comment) => [commentHeading(comment), plainText(comment.text)])];

export const commentHeading = ({ by, at }: Pick<IssueComment, 'by' | 'at'>): string =>
  `### ${boundedLine(`${at} ${by}`, maxAuthor)}`;

const plainText = (text: string) => escapeHeadings(withoutMarks(text.replaceAll('\r\n', '\n'))).trim();

/** Headings that a reader of the document could take for its own. */
export const escapeHeadings = (text: string): string => text.replace(/^(?=## Comments[ \t]*$|### )/gm, '\\');
