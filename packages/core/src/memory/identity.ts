/**
 * L4: updates the identity of a role across missions, `<mission.identityDir>/<role>.md`, outside the repository (M-22,
 * M-34).
 *
 *   I1. Lines are only added, each with a date and only once.
 *   I2. Above 60 lines, the oldest move unchanged to `<role>.older.md`; no line is deleted.
 *       Moved lines still count as known. Prompts show only `<role>.md`.
 */
import { normalizeText, toOneLine } from './line.ts';

export const maxIdentityLines = 60;
/** Below the maximum, so that not every mission moves lines. */
const keptWhenCompacted = 40;
/** Maximum of new lines per role and mission. */
export const maxNewLines = 5;

/** Every role of a mission has an identity. */
export const identityRoles = [
  ...['planner', 'plan-reviewer', 'orchestrator', 'worker', 'validator', 'architect', 'debugger'],
  ...['ui-qa', 'crosscheck', 'curator', 'documenter'],
] as const;

export interface IdentityFiles {
  readonly current: string;
  readonly older: string;
}

/** Both files with the new lines; the same object if no line is new. `date` is a day, `2026-11-15`. */
export function addIdentityLines(files: IdentityFiles, lines: readonly string[], date: string): IdentityFiles {
  const current = linesIn(files.current);
  const known = new Set([...current, ...linesIn(files.older)].map(wordsOf));
  const fresh = lines.map(toOneLine).filter((line) => {
    const words = normalizeText(line);
    return words !== '' && !known.has(words) && known.add(words).size > 0;
  });
  if (fresh.length === 0 && current.length <= maxIdentityLines) return files;
  return compact([...current, ...fresh.map((line) => `- ${date} ${line}`)], files.older);
}

/** The last lines for a prompt; a person may have made the file longer. */
export const identityText = (current: string): string => linesIn(current).slice(-maxIdentityLines).join('\n');

/** Skips lines that were moved before a crash between the two writes. */
function compact(lines: readonly string[], older: string): IdentityFiles {
  if (lines.length <= maxIdentityLines) return { current: textOf(lines), older };
  const alreadyMoved = new Set(linesIn(older));
  const moved = lines.slice(0, -keptWhenCompacted).filter((line) => !alreadyMoved.has(line));
  return { current: textOf(lines.slice(-keptWhenCompacted)), older: textOf([...linesIn(older), ...moved]) };
}

const linesIn = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
const wordsOf = (line: string) => normalizeText(line.replace(/^- \d{4}-\d\d-\d\d /, ''));
