/** Reads the priority of an issue from words of people: 1 is the most urgent, 0 is none. */
import type { IssuePriority } from './issue.ts';

const words: Readonly<Record<string, IssuePriority>> = { none: 0, urgent: 1, high: 2, medium: 3, normal: 3, low: 4 };

/** A number from 0 to 4, a word such as `high`, or a label `P0` to `P3`; `undefined` for any other text. */
export function parsePriority(text: string): IssuePriority | undefined {
  const word = text.trim().toLowerCase();
  if (/^[0-4]$/.test(word)) return Number(word) as IssuePriority;
  return Object.hasOwn(words, word) ? words[word] : priorityOfLabel(word);
}

/** Labels are `P0` to `P3` and `priority:1` to `priority:4`, where `P0` and `priority:1` are urgent. */
function priorityOfLabel(label: string): IssuePriority | undefined {
  const { p, n } = /^(?:p(?<p>[0-3])|priority:\s*(?<n>[1-4]))$/i.exec(label.trim())?.groups ?? {};
  if (p !== undefined) return (Number(p) + 1) as IssuePriority;
  return n === undefined ? undefined : (Number(n) as IssuePriority);
}

/** The most urgent of several labels; 0 if none of them is a priority. */
export function priorityOfLabels(labels: readonly string[]): IssuePriority {
  const found = labels.map(priorityOfLabel).filter((one) => one !== undefined);
  return found.length === 0 ? 0 : (Math.min(...found) as IssuePriority);
}
