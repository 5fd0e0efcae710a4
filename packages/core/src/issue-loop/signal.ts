/** The signal of the state file: `active: false` asks the loop to stop after the issue in work. Read without a YAML parser. */
import { splitFrontmatter } from '../input-files/split-frontmatter.ts';

/** False only if no reader could find `active: true` in the file: then it needs no closer look. */
export const mayBeActive = (text: string): boolean => /active/.test(text) && /true/i.test(text);

const activeLine = /^([ \t]*["']?active["']?[ \t]*:)[^\r\n]*/m;

/**
 * Sets the signal and changes nothing else, also in a torn file. `null` if the file has no line for it.
 */
export function withSignal(text: string, active: boolean): string | null {
  const found = splitFrontmatter(text);
  const end = found.is === 'found' ? found.start + found.yaml.length : text.length;
  const head = text.slice(0, end);
  return activeLine.test(head) ? `${head.replace(activeLine, `$1 ${active}`)}${text.slice(end)}` : null;
}
