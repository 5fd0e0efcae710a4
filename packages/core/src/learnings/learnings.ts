/**
 * Reads learnings and decides which of them are archived (AO-19).
 *
 *   G1. An entry begins with a date: a bullet `- **2026-03-23 [skill:x] [outcome:gotcha]:** text` with its indented
 *       lines, or a section `## 2026-03-23 — title` with its text.
 *   G2. Text that is no entry is never moved: titles, comments, code, undated bullets, and dates that do not exist.
 *   G3. Pruning removes whole entries. Every other character stays as it is.
 */

import { type MarkdownLine, markdownLines } from '../text/markdown-lines.ts';
import type { FormProblem } from '../validate/json-form.ts';

export const learningsFile = '.harness/learnings.md';
export const learningsArchive = '.harness/learnings-archive';

interface Entry {
  readonly atMs: number;
  readonly start: number;
  /** Offset after its last line. */
  end: number;
  /** Offset of the text that stays: `end`, or after the blank lines below it. */
  next: number;
}

export interface Pruning {
  /** Number of entries that stay. */
  readonly kept: number;
  /** Texts of the removed entries, in the order of the file. */
  readonly archived: readonly string[];
  /** The file without them. */
  readonly text: string;
}

const maxKept = 20;
const maxEntries = 30;
const maxAgeMs = 14 * 24 * 60 * 60 * 1000;

/** Keeps the newest entries. Of entries with the same date, the later one in the file is newer, because new ones are appended. */
export function pruneLearnings(text: string, nowMs: number): Pruning {
  const entries = findEntries(text);
  if (!mustPrune(entries, nowMs)) return { kept: entries.length, archived: [], text };
  const byAge = entries.toSorted((one, other) => one.atMs - other.atMs || one.start - other.start);
  const removed = byAge.slice(0, -maxKept).toSorted((one, other) => one.start - other.start);
  const archived = removed.map(({ start, end }) => text.slice(start, end));
  return { kept: maxKept, archived, text: withoutRanges(text, removed) };
}

function mustPrune(entries: readonly Entry[], nowMs: number): boolean {
  if (entries.length > maxEntries) return true;
  return entries.length > maxKept && entries.some(({ atMs }) => nowMs - atMs > maxAgeMs);
}

function withoutRanges(text: string, ranges: readonly Pick<Entry, 'start' | 'next'>[]): string {
  const starts = [0, ...ranges.map(({ next }) => next)];
  return starts.map((start, at) => text.slice(start, ranges[at]?.start ?? text.length)).join('');
}

/** Texts of all entries, without the blank lines below them. */
export const listLearnings = (text: string): readonly string[] =>
  findEntries(text).map(({ start, end }) => text.slice(start, end));

/** The new text of an archive. An entry that is in an archive already, after a crash for example, is not added again. */
export function archiveText(before: string, entries: readonly string[], archived: ReadonlySet<string>): string {
  const added = entries.filter((entry) => !archived.has(entry));
  if (added.length === 0) return before;
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  return `${before}${gap}${before === '' ? '# Archived learnings\n' : ''}${added.map((entry) => `\n${entry}\n`).join('')}`;
}

/** Bullets and headings that begin with a date that does not exist: they are never archived. */
export function findDateProblems(text: string): readonly FormProblem[] {
  const problems: FormProblem[] = [];
  let number = 0;
  for (const line of markdownLines(text)) {
    number++;
    const { date } = (datedBullet.exec(line.text) ?? datedHeading.exec(line.text))?.groups ?? {};
    if (line.is === 'prose' && date !== undefined && parseDate(date) === null)
      problems.push({ code: 'wrong-value', key: `line ${number}`, expected: 'YYYY-MM-DD', found: date });
  }
  return problems;
}

interface OpenEntry extends Entry {
  readonly is: 'bullet' | 'section';
  /** Level of the heading of a section. */
  readonly level: number;
  /** False for a section with a date and no words. */
  hasWords: boolean;
  /** Blank lines below it leave with it, so that they do not pile up. */
  readonly takesBlanks: boolean;
  /** The code block at this place belongs to it. */
  hasCode: boolean;
}

function findEntries(text: string): readonly Entry[] {
  const entries: Entry[] = [];
  let open: OpenEntry | null = null;
  let isAfterBlank = true;
  for (const line of markdownLines(text)) {
    const begun = line.is === 'prose' ? entryBegunBy(line, isAfterBlank) : null;
    if (begun !== null || (open !== null && !isContinuedBy(open, line, isAfterBlank))) {
      if (open?.hasWords) entries.push(open);
      open = begun;
    } else if (open !== null) extend(open, line);
    isAfterBlank = line.text.trim() === '';
  }
  if (open?.hasWords) entries.push(open);
  return entries;
}

const datedBullet = /^[-*+] +(?:\*\*|__)?(?<date>\d{4}-\d\d-\d\d(?:T[\d:.]{4,12}Z)?)(?![\w-])/;
const datedHeading = /^(?<marks>#{2,6}) +(?<date>\d{4}-\d\d-\d\d(?:T[\d:.]{4,12}Z)?)(?![\w-])(?<title>.*)$/;

function entryBegunBy({ text, start, end, next }: MarkdownLine, isAfterBlank: boolean): OpenEntry | null {
  const { date = '', marks = '', title } = (datedBullet.exec(text) ?? datedHeading.exec(text))?.groups ?? {};
  const atMs = parseDate(date);
  if (atMs === null) return null;
  const isSection = marks !== '';
  return {
    is: isSection ? 'section' : 'bullet',
    level: marks.length,
    atMs,
    start,
    end,
    next,
    hasWords: !isSection || /[\p{L}\p{N}]/u.test(title ?? ''),
    takesBlanks: isSection || isAfterBlank,
    hasCode: false,
  };
}

/** `null` for a date that does not exist, such as 2026-02-30. */
function parseDate(date: string): number | null {
  const ms = Date.parse(date);
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date.slice(0, 10) ? null : ms;
}

function isContinuedBy(open: OpenEntry, { text, is, isOpening }: MarkdownLine, isAfterBlank: boolean): boolean {
  if (isOpening) open.hasCode = open.is === 'section' || /^[ \t]/.test(text);
  if (is !== 'prose') return open.hasCode;
  if (text.trim() === '') return true;
  const level = /^(#{1,6})(?:[ \t]|$)/.exec(text)?.[1]?.length ?? 0;
  if (open.is === 'section') return level === 0 || level > open.level;
  if (/^[ \t]/.test(text)) return true;
  return level === 0 && !isAfterBlank && !/^(?:[-*+]|\d+[.)]) /.test(text);
}

function extend(open: OpenEntry, { text, end, next }: MarkdownLine): void {
  const isBlank = text.trim() === '';
  if (!isBlank) [open.end, open.hasWords] = [end, true];
  if (!isBlank || open.takesBlanks) open.next = next;
}
