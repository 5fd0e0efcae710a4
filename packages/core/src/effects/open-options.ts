/**
 * Cleans the options that a run adds to a question. An agent may have written them, for example as a list in a plan.
 *
 *   O1. A label is one printable line: no control, invisible or direction-changing character, at most 200 characters.
 *   O2. No two choices of a question are equal by `comparableLabel`. A repeated option is dropped.
 *   O3. A label that looks like another answer gets its number before it: a fixed choice, a number of the list, a flag
 *       of a command, or the entry for free text.
 *   O4. At most 50 options; later ones are dropped. A person who misses one can read the evidence and stop.
 */

const maxOptions = 50;
const maxCharacters = 200;

/** `fixed` are all choices that the question declares, also those that are not available now. */
export function cleanOptions(options: readonly string[], fixed: readonly string[]): readonly string[] {
  const taken = new Set(fixed.map(comparableLabel));
  const cleaned: string[] = [];
  for (const [n, option] of options.entries()) {
    if (cleaned.length === maxOptions) break;
    const text = oneLine(option);
    if (comparableLabel(text) === '') continue;
    const label = isMistakable(text, fixed) ? `Option ${n + 1}: ${text}` : text;
    if (taken.has(comparableLabel(label))) continue;
    taken.add(comparableLabel(label));
    cleaned.push(label);
  }
  return cleaned;
}

/** Two labels with the same result are the same answer. `(Recommended)` is advice and need not be typed. */
export const comparableLabel = (label: string): string =>
  label
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/(?: ?\(recommended\))+$/, '');

/** The labels of the entry for free text, in every language. */
const freeText = ['other', '기타'];

const isMistakable = (text: string, fixed: readonly string[]): boolean => {
  const label = comparableLabel(text);
  return /^(?:\p{Nd}+$|-)/u.test(label) || [...fixed.map(comparableLabel), ...freeText].includes(label);
};

function oneLine(option: string): string {
  const text = option
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/ +/g, ' ')
    .trim();
  const characters = [...text];
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters - 1).join('')}…` : text;
}
