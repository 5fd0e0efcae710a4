/**
 * L3: reads, merges and writes the long memory of a mission, `.harness/memory/MEMORY.md` (M-33, MO-23).
 *
 * Four lists, about 200 lines. The curator only adds lines; the harness merges them, so no answer deletes one. Above
 * the limit the oldest history goes first, then context, then lessons; decisions go last.
 */
import { normalizeText, toOneLine } from './line.ts';

export const memoryFile = '.harness/memory/MEMORY.md';
export const maxMemoryLines = 200;

export const memorySections = ['decisions', 'context', 'history', 'lessons'] as const;
export type MemorySection = (typeof memorySections)[number];
export type LongMemory = Readonly<Record<MemorySection, readonly string[]>>;

const titles: Readonly<Record<MemorySection, string>> = {
  decisions: 'Decisions',
  context: 'Context',
  history: 'History',
  lessons: 'Lessons',
};
const cutOrder: readonly MemorySection[] = ['history', 'context', 'lessons', 'decisions'];

/** Text under another title or none is context: a person may have written it. */
export function readMemory(text: string): LongMemory {
  const lists: Record<MemorySection, string[]> = { decisions: [], context: [], history: [], lessons: [] };
  let section: MemorySection = 'context';
  for (const line of text.split('\n').map((each) => each.trim())) {
    const title = /^##\s+(.*)$/.exec(line)?.[1];
    if (title !== undefined) section = memorySections.find((each) => titles[each] === title.trim()) ?? 'context';
    else if (line !== '' && !line.startsWith('# ')) lists[section].push(toOneLine(line.replace(/^[-*+]\s+/, '')));
  }
  return lists;
}

/** Old lines first, then the new ones without duplicates. */
export function mergeMemory(before: LongMemory, more: Partial<LongMemory>): LongMemory {
  const merged = Object.fromEntries(
    memorySections.map((section) => [section, unique([...before[section], ...(more[section] ?? []).map(toOneLine)])]),
  ) as Record<MemorySection, readonly string[]>;
  return shorten(merged);
}

export const memoryDocument = (memory: LongMemory): string =>
  `${['# Memory of the mission', ...memorySections.map((section) => part(section, memory[section]))].join('\n\n')}\n`;

const part = (section: MemorySection, lines: readonly string[]) =>
  [`## ${titles[section]}`, '', ...lines.map((line) => `- ${line}`)].join('\n').trimEnd();

/** Keeps the first of equal lines. */
function unique(lines: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return lines.filter((line) => {
    const words = normalizeText(line);
    return words !== '' && !seen.has(words) && seen.add(words).size > 0;
  });
}

function shorten(memory: Record<MemorySection, readonly string[]>): LongMemory {
  let over = memoryDocument(memory).trimEnd().split('\n').length - maxMemoryLines;
  const left = { ...memory };
  for (const section of cutOrder) {
    const excess = Math.min(Math.max(over, 0), left[section].length);
    left[section] = left[section].slice(excess);
    over -= excess;
  }
  return left;
}
