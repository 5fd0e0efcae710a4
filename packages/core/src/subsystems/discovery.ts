/** The document of a discovery pass: patterns that agents saw, with proposals for a person to decide (IO-07, IO-17). */
import type { DiscoveredPattern } from '../effects/issues.ts';
import { boundedLine, boundedText } from '../text/bounded-text.ts';
import { slug } from '../text/slug.ts';

export const discoveriesFolder = 'compound-discoveries';

/** Fewer could be chance. */
const leastSeen = 3;
const maxPatterns = 20;
const maxName = 100;
const maxText = 4_000;

/** The patterns that are worth a proposal, the most frequent first. */
export const worthProposing = (patterns: readonly DiscoveredPattern[]): readonly DiscoveredPattern[] =>
  patterns
    .filter(({ seen }) => seen >= leastSeen)
    .sort((a, b) => b.seen - a.seen)
    .slice(0, maxPatterns);

/** `YYYY-MM-DD-name`, after the most frequent pattern. */
export const discoveryStem = (date: string, [first]: readonly DiscoveredPattern[]): string =>
  `${date}-${slug(first?.name.slice(0, maxName) ?? '')}`;

const markOf = (effect: string) => `<!-- harness-effect ${effect} -->`;

/** Only the last line counts: the texts of agents come before it. */
export const isDiscoveryOf = (text: string, effect: string): boolean => text.trimEnd().endsWith(`\n${markOf(effect)}`);

export interface Discovery {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly iteration: number;
  readonly patterns: readonly DiscoveredPattern[];
  /** Identifies the document, so that a repeat after a crash finds it. */
  readonly effect: string;
}

export function discoveryDocument({ date, iteration, patterns, effect }: Discovery): string {
  const head = `---\ndate: ${date}\niteration: ${iteration}\nstatus: proposed\n---\n\n# Patterns until iteration ${iteration}\n\nThe texts are quoted from an agent. Decide each: approve, defer, reject or modify.`;
  const parts = patterns.map(({ name, seen, proposal, text }, n) => {
    const heading = `## ${n + 1}. ${plainLine(name)}`;
    return `${heading}\n\nSeen ${seen} times. Proposal: ${proposal}. Decision: open.\n\n${quoted(text)}`;
  });
  return `${[head, ...parts, markOf(effect)].join('\n\n')}\n`;
}

/** Without characters that Markdown or HTML could read as more than text. */
const plainLine = (text: string) =>
  boundedLine(text, maxName)
    .replaceAll(/[<>[\]`]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

function quoted(text: string): string {
  const bounded = boundedText(text, maxText);
  const longest = Math.max(2, ...(bounded.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${bounded}\n${fence}`;
}
