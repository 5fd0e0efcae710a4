/**
 * Finds advice that reviewers repeat over several runs: it should become a check (D-08).
 *
 * Reviewers vary their wording, so findings for the same kind of file are grouped if they share most of their words.
 * Repetition within one run counts once, because a failed repair is no recurrence.
 */
import type { FindingRow } from './findings.ts';

export interface RunFindings {
  readonly run: string;
  readonly findings: readonly Pick<FindingRow, 'file' | 'text'>[];
}

export interface Advice {
  /** The newest wording. */
  readonly text: string;
  /** The extension of the files; empty if they have none. */
  readonly kind: string;
  /** The runs with this advice, in the order of the list. */
  readonly runs: readonly string[];
}

/** Minimum share of common words. */
const minSimilarity = 0.6;
const minRuns = 2;

/** `all` is in the order of time. The most frequent advice comes first. */
export function recurringFindings(all: readonly RunFindings[]): readonly Advice[] {
  const groups: { words: ReadonlySet<string>; advice: Advice }[] = [];
  for (const { run, findings } of all)
    for (const { file, text } of findings) {
      const [kind, words] = [kindOf(file), wordsIn(text)];
      if (words.size === 0) continue;
      const group = groups.find((one) => one.advice.kind === kind && similarity(one.words, words) >= minSimilarity);
      if (group === undefined) groups.push({ words, advice: { text, kind, runs: [run] } });
      else group.advice = { text, kind, runs: [...new Set([...group.advice.runs, run])] };
    }
  return groups
    .map(({ advice }) => advice)
    .filter(({ runs }) => runs.length >= minRuns)
    .toSorted((a, b) => b.runs.length - a.runs.length);
}

const kindOf = (file: string) => /\.[A-Za-z0-9]+$/.exec(file)?.[0].toLowerCase() ?? '';

/** Without names of a single case (quotes, paths, numbers) and short words. */
const wordsIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .toLowerCase()
      .replace(/`[^`]*`|"[^"]*"|'[^']*'|\S*[/\\]\S*|\S*\d\S*/g, ' ')
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length > 2),
  );

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = [...a].filter((word) => b.has(word)).length;
  return both / (a.size + b.size - both);
}
