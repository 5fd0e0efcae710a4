/**
 * Adds the learnings of roles to their session, and promotes them to the learnings of the repository (AO-19).
 *
 *   L1. A learning is one bullet of one line, so that no text of an agent begins another entry.
 *   L2. An existing learning, with any date and of any skill, is not added again.
 *   L3. Only gotchas, decisions and observations are promoted. Every other character of the file stays as it is.
 */
import type { Learning } from '../effects/autopilot.ts';
import { boundedLine } from '../text/bounded-text.ts';
import { listLearnings } from './learnings.ts';

const maxText = 1_000;
const maxLearnings = 100;
const promoted: ReadonlySet<string> = new Set(['gotcha', 'decision', 'observation'] satisfies Learning['outcome'][]);

interface Source {
  /** An ISO time or day. */
  readonly date: string;
  readonly skill: string;
}

/** The learnings of a session with new ones at the end; `text` is `null` if the file does not exist. */
export function addLearnings(text: string | null, learnings: readonly Learning[], { date, skill }: Source): string {
  const lines = learnings
    .slice(0, maxLearnings)
    .map(({ outcome, text: words }) => ({ outcome, line: boundedLine(words, maxText) }))
    .filter(({ line }) => line !== '')
    .map(({ outcome, line }) => `- **${date.slice(0, 10)} [skill:${skill}] [outcome:${outcome}]:** ${line}`);
  return append(text, lines);
}

export interface Promotion {
  /** The new learnings of the repository. */
  readonly text: string;
  readonly promoted: number;
  /** Number of all entries afterwards. */
  readonly total: number;
}

/** `text` is `null` if the repository has no learnings yet. */
export function promoteLearnings(text: string | null, session: string): Promotion {
  const entries = listLearnings(session).filter((entry) => promoted.has(outcomeOf(entry)));
  const after = append(text, entries);
  const total = listLearnings(after).length;
  return { text: after, promoted: total - listLearnings(text ?? '').length, total };
}

function append(text: string | null, entries: readonly string[]): string {
  const known = new Set(listLearnings(text ?? '').map(wordsOf));
  const added = entries.filter((entry) => !known.has(wordsOf(entry)) && known.add(wordsOf(entry)));
  if (added.length === 0) return text ?? '';
  const before = text === null || text.trim() === '' ? '# Learnings\n\n' : text;
  return `${before}${before.endsWith('\n') ? '' : '\n'}${added.map((entry) => `${entry}\n`).join('')}`;
}

const outcomeOf = (entry: string): string => /\[outcome:(\w+)\]/.exec(headOf(entry))?.[1] ?? '';

/** The date and the tags. */
const headOf = (entry: string): string =>
  /^\S+ +(?:\*\*|__)?[\d\-T:.Z]+(?: *\[[^\]]*\])*:?(?:\*\*|__)?:?/.exec(entry)?.[0] ?? '';

const wordsOf = (entry: string): string =>
  entry.slice(headOf(entry).length).toLowerCase().replaceAll(/\s+/g, ' ').trim();
