/**
 * L4, the identity of a role across missions: `<mission.identityDir>/<role>.md`, outside the repository (M-22, M-34).
 *
 *   I1. Lines are only ever added, dated, each once: what is known already is not learnt again.
 *   I2. Above 60 lines the oldest are moved, as they are, to `<role>.older.md` beside it; nothing is ever thrown away.
 *       What was moved is known still, and is not learnt again; prompts show only `<role>.md`.
 */
import { isSameText, toOneLine } from './line.ts';

export const maxIdentityLines = 60;
/** So that there is room for a while, and not every mission moves a line. */
const keptWhenCompacted = 40;
/** What a curator may teach one role in one mission. */
export const maxNewLines = 5;

/** Who has an identity: every role that a mission asks. */
export const identityRoles = [
  ...['planner', 'plan-reviewer', 'orchestrator', 'worker', 'validator', 'architect', 'debugger'],
  ...['ui-qa', 'crosscheck', 'curator', 'documenter'],
] as const;

export interface IdentityFiles {
  readonly current: string;
  readonly older: string;
}

/** Both files with what is new in them; the very same when nothing is. `date` is a day, `2026-11-15`. */
export function addIdentityLines(files: IdentityFiles, lines: readonly string[], date: string): IdentityFiles {
  const current = linesIn(files.current);
  const known = new Set([...current, ...linesIn(files.older)].map(wordsOf));
  const fresh = lines.map(toOneLine).filter((line) => {
    const words = isSameText(line);
    return words !== '' && !known.has(words) && known.add(words).size > 0;
  });
  if (fresh.length === 0 && current.length <= maxIdentityLines) return files;
  return compacted([...current, ...fresh.map((line) => `- ${date} ${line}`)], files.older);
}

/** As much of it as a prompt holds, also of a file that somebody else made long. */
export const identityText = (current: string): string => linesIn(current).slice(-maxIdentityLines).join('\n');

/** Also after a crash between the two files: a line that was moved already is not moved twice. */
function compacted(lines: readonly string[], older: string): IdentityFiles {
  if (lines.length <= maxIdentityLines) return { current: textOf(lines), older };
  const there = new Set(linesIn(older));
  const moved = lines.slice(0, -keptWhenCompacted).filter((line) => !there.has(line));
  return { current: textOf(lines.slice(-keptWhenCompacted)), older: textOf([...linesIn(older), ...moved]) };
}

const linesIn = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
const wordsOf = (line: string) => isSameText(line.replace(/^- \d{4}-\d\d-\d\d /, ''));
