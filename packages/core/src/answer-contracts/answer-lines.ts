/**
 * Splits an answer into lines and marks those that are not the agent's own statement. Every contract that decides reads
 * answers through this module: a quoted verdict is material, not a verdict.
 *
 *   A1. A line is quoted in a code block, a quotation, a comment, or an HTML element for quoted or hidden text.
 *   A2. A block that is never closed, or whose end is unclear, quotes all later lines.
 *   A3. Only the last line decides. Words after a verdict leave the answer without one.
 */
import { type Match, matched, unreadableAnswer } from './match.ts';
import { cleanLine, stripEmphasis } from './plain.ts';

export interface AnswerLine {
  /** Never empty. */
  readonly text: string;
  readonly quoted: boolean;
}

/** Returns all lines that are not empty, as `clean` returns them. */
export function answerLines(answer: string, clean = cleanLine): readonly AnswerLine[] {
  const isFenced = trackFences();
  const others = [trackHtml(), trackQuotations(), trackIndentation()];
  return answer.split(/\r\n|\r|\n/).flatMap((line) => {
    const quoted = isFenced(line) || others.map((isInside) => isInside(line)).includes(true);
    const text = clean(line);
    return text === '' ? [] : [{ text, quoted }];
  });
}

/** Returns the last line, which decides, without emphasis. */
export function decidingLine(answer: string): Match<string> {
  const last = answerLines(answer).at(-1);
  if (last === undefined) return unreadableAnswer('empty');
  return last.quoted ? unreadableAnswer('quoted') : matched(stripEmphasis(last.text));
}

type Tracker = (line: string) => boolean;

const fenceLine = /^(?<before>(?:[\s>]|[-*+]\s|\d{1,9}[.)]\s)*)(?<mark>`{3,}|~{3,})(?<info>.*)$/;

/** A fence that another reader could see as an opening or a closing one quotes all later lines. */
function trackFences(): Tracker {
  let open: { readonly before: string; readonly mark: string } | null = null;
  let isUnclear = false;
  return (line) => {
    const { before = '', mark, info = '' } = fenceLine.exec(line)?.groups ?? {};
    if (isUnclear || mark === undefined) return isUnclear || open !== null;
    if (open === null) {
      open = { before, mark };
      isUnclear = !/^ {0,3}$/.test(before) || (mark.startsWith('`') && info.includes('`'));
    } else if (mark.startsWith(open.mark) && info.trim() === '') {
      isUnclear = before !== open.before;
      open = null;
    }
    return true;
  };
}

const quotingTags = 'blockquote|code|del|details|pre|q|s|samp|script|strike|style|template|textarea';
const htmlMarks = new RegExp(String.raw`<!--|-->|<(?<closes>/?)(?<name>${quotingTags})\b`, 'gi');
const inlineCode = /`[^`]*`/g;

function trackHtml(): Tracker {
  let isComment = false;
  const open = new Map<string, number>();
  return (line) => {
    const wasInside = isComment || open.size > 0;
    for (const { 0: mark, groups } of line.replace(inlineCode, '').matchAll(htmlMarks)) {
      const name = groups?.['name']?.toLowerCase();
      if (name === undefined) isComment = mark === '<!--';
      else if (!isComment) count(open, name, groups?.['closes'] === '' ? 1 : -1);
    }
    return wasInside || isComment || open.size > 0;
  };
}

function count(open: Map<string, number>, name: string, by: number): void {
  const now = (open.get(name) ?? 0) + by;
  if (now > 0) open.set(name, now);
  else open.delete(name);
}

/** A line of text directly below a quotation belongs to it. */
function trackQuotations(): Tracker {
  let isInside = false;
  return (line) => {
    const isText = /\S/.test(line) && !/^\s*(?:[-*+]\s|\d{1,9}[.)]\s)/.test(line);
    isInside = /^\s*>/.test(line) || (isInside && isText);
    return isInside;
  };
}

/** Four spaces after an empty line start a code block. */
function trackIndentation(): Tracker {
  let mayStart = true;
  return (line) => {
    const isEmpty = !/\S/.test(line);
    const isInside = !isEmpty && mayStart && /^(?: {4}| {0,3}\t)/.test(line);
    mayStart = isEmpty || isInside;
    return isInside;
  };
}
