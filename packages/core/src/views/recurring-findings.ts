/**
 * Advice that reviewers give again and again, run after run: it should become a check (D-08).
 *
 * Reviewers word the same thing differently, so findings about the same kind of file are one when they share most of their
 * words. What was said twice in one run is one advice: a repair that did not help is no recurrence.
 */
import type { FindingRow } from './findings.ts';

export interface RunFindings {
  readonly run: string;
  readonly findings: readonly Pick<FindingRow, 'file' | 'text'>[];
}

export interface Advice {
  /** As it was worded last. */
  readonly text: string;
  /** The ending of the files that it is about; empty for files without one. */
  readonly kind: string;
  /** The runs in which it was given, in the order of the list. */
  readonly runs: readonly string[];
}

/** What share of the words of both must be the same. */
const alike = 0.6;
const leastRuns = 2;

/** The runs in the order of time. The most frequent first. */
export function recurringFindings(all: readonly RunFindings[]): readonly Advice[] {
  const groups: { words: ReadonlySet<string>; advice: Advice }[] = [];
  for (const { run, findings } of all)
    for (const { file, text } of findings) {
      const [kind, words] = [kindOf(file), wordsIn(text)];
      if (words.size === 0) continue;
      const group = groups.find((one) => one.advice.kind === kind && likeness(one.words, words) >= alike);
      if (group === undefined) groups.push({ words, advice: { text, kind, runs: [run] } });
      else group.advice = { text, kind, runs: [...new Set([...group.advice.runs, run])] };
    }
  return groups
    .map(({ advice }) => advice)
    .filter(({ runs }) => runs.length >= leastRuns)
    .toSorted((a, b) => b.runs.length - a.runs.length);
}

const kindOf = (file: string) => /\.[A-Za-z0-9]+$/.exec(file)?.[0].toLowerCase() ?? '';

/** Without the names of this one case: what is quoted, paths, numbers; and without the smallest words. */
const wordsIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .toLowerCase()
      .replace(/`[^`]*`|"[^"]*"|'[^']*'|\S*[/\\]\S*|\S*\d\S*/g, ' ')
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length > 2),
  );

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = [...a].filter((word) => b.has(word)).length;
  return both / (a.size + b.size - both);
}
