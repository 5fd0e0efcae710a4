/**
 * The signal of the state file: `active: false` asks the loop to stop after the issue in work. It is read without a YAML
 * parser, because a Stop hook has no time to load one.
 */
import { splitFrontmatter } from '../input-files/split-frontmatter.ts';

/** False only if no reader could find `active: true` in the file: then it needs no closer look. */
export const mayBeActive = (text: string): boolean => /active/.test(text) && /true/i.test(text);

/** The signal in so many words; `null` if the file has no line for it. */
export function signalOf(text: string): boolean | null {
  const [, value] = /^[ \t]*["']?active["']?[ \t]*:[ \t]*["']?(true|false)\b/im.exec(headOf(text)) ?? [];
  return value === undefined ? null : value.toLowerCase() === 'true';
}

const activeLine = /^([ \t]*["']?active["']?[ \t]*:)[^\r\n]*/m;

/** The run that wrote the file; `null` if another tool or a person did. */
export const writerOf = (text: string): string | null =>
  /^run: *["']?([a-z0-9][a-z0-9-]{0,127})["']?[ \t]*\r?$/m.exec(headOf(text))?.[1] ?? null;

/** Sets the signal and changes nothing else, also in a torn file. `null` if the file has no line for it. */
export function withSignal(text: string, active: boolean): string | null {
  const head = headOf(text);
  return activeLine.test(head) ? `${head.replace(activeLine, `$1 ${active}`)}${text.slice(head.length)}` : null;
}

/** The text up to the end of its frontmatter; all of a torn file. */
function headOf(text: string): string {
  const found = splitFrontmatter(text);
  return found.is === 'found' ? text.slice(0, found.start + found.yaml.length) : text;
}
