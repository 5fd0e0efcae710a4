/**
 * L3, the long memory of a mission `.harness/memory/MEMORY.md` (M-33, MO-23): four lists, about 200 lines.
 *
 * The curator only ever adds; the harness merges, so that a forgetful answer forgets nothing. Above the limit the oldest
 * line of what happened goes first, then of the context: decisions and lessons stay as long as there is anything else.
 */
import { isSameText, toOneLine } from './line.ts';

export const memoryFile = '.harness/memory/MEMORY.md';
export const mostMemoryLines = 200;

export const memorySections = ['decisions', 'context', 'history', 'lessons'] as const;
export type MemorySection = (typeof memorySections)[number];
export type LongMemory = Readonly<Record<MemorySection, readonly string[]>>;

const titles: Readonly<Record<MemorySection, string>> = {
  ...{ decisions: 'Decisions', context: 'Context', history: 'History', lessons: 'Lessons' },
};
const goesFirst: readonly MemorySection[] = ['history', 'context', 'lessons', 'decisions'];

/** Whatever stands under another title, or under none, is context: a person may have written it. */
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

/** The old lines, then the new ones that say something new. */
export function mergeMemory(before: LongMemory, more: Partial<LongMemory>): LongMemory {
  const merged = Object.fromEntries(
    memorySections.map((section) => [section, unique([...before[section], ...(more[section] ?? []).map(toOneLine)])]),
  ) as Record<MemorySection, readonly string[]>;
  return shortened(merged);
}

export const memoryDocument = (memory: LongMemory): string =>
  `${['# Memory of the mission', ...memorySections.map((section) => part(section, memory[section]))].join('\n\n')}\n`;

const part = (section: MemorySection, lines: readonly string[]) =>
  [`## ${titles[section]}`, '', ...lines.map((line) => `- ${line}`)].join('\n').trimEnd();

/** The first that said it stays where it is. */
function unique(lines: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return lines.filter((line) => {
    const words = isSameText(line);
    return words !== '' && !seen.has(words) && seen.add(words).size > 0;
  });
}

function shortened(memory: Record<MemorySection, readonly string[]>): LongMemory {
  let over = memoryDocument(memory).trimEnd().split('\n').length - mostMemoryLines;
  const left = { ...memory };
  for (const section of goesFirst) {
    const gone = Math.min(Math.max(over, 0), left[section].length);
    left[section] = left[section].slice(gone);
    over -= gone;
  }
  return left;
}
