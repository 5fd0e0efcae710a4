/**
 * Reads what a spec says about its work: its kind, and the tests that it changes.
 *
 * Only lines before the first section count, so that a person who confirms the spec sees them at its top.
 */

export interface SpecWork {
  /** As written, in lower case; `null` if the spec names none. */
  readonly kind: string | null;
  /** Paths or globs of existing tests whose expectations change. */
  readonly changes: readonly string[];
}

const maxChanges = 10;
const maxLength = 200;

/** `null` if the spec says neither. */
export function readSpecWork(spec: string): SpecWork | null {
  const lines = spec.split(/\r\n|\r|\n/);
  const end = lines.findIndex((line) => /^ {0,3}##|^ {0,3}(?:```|~~~)/.test(line));
  const top = end === -1 ? lines : lines.slice(0, end);
  const kind = valueNamed('kind', top)?.toLowerCase() ?? null;
  const changes = (valueNamed('changes', top) ?? '').split(',').map(plainText).filter(isUsable).slice(0, maxChanges);
  return kind === null && changes.length === 0 ? null : { kind, changes };
}

/** The first line with a value counts: `Kind: docs`, also in a list, in bold or in front matter. */
function valueNamed(name: string, lines: readonly string[]): string | undefined {
  const form = new RegExp(`^\\s*(?:[-*]\\s+)?\\**${name}\\**\\s*:\\**(.*)$`, 'i');
  return lines.map((line) => plainText(form.exec(line)?.[1] ?? '')).find(isUsable);
}

const plainText = (text: string): string => text.replace(/[`"'[\]]/g, '').trim();
const isUsable = (text: string): boolean => text !== '' && text.length <= maxLength;
