/**
 * The criteria that a product spec is released by: the bullets below `## Release criteria` of its sibling
 * `<spec>.acceptance.md`, each with a tag in backticks and a quoted description.
 */
import { isTag } from './plan-file.ts';

export interface Criterion {
  readonly tag: string;
  readonly description: string;
  readonly line: number;
}

/** Where they may stand, the usual place first: beside `docs/product.md` lies `docs/product.acceptance.md`. */
export const acceptancePaths = (spec: string): readonly string[] => [
  `${spec.replace(/\.(?:md|markdown)$/i, '')}.acceptance.md`,
  `${spec}.acceptance.md`,
];

/** In the order of the file. A bullet without a tag is a remark; a tag that stands twice counts once. */
export function criteriaIn(text: string): readonly Criterion[] {
  const found = new Map<string, Criterion>();
  let isInside = false;
  let isCode = false;
  for (const [n, line] of text.split(/\r?\n/).entries()) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isCode = !isCode;
    if (isCode) continue;
    if (/^#{1,2}\s/.test(line)) isInside = /^##\s+release criteria\s*#*\s*$/i.test(line);
    const criterion = isInside ? criterionIn(line, n + 1) : null;
    if (criterion && !found.has(criterion.tag)) found.set(criterion.tag, criterion);
  }
  return [...found.values()];
}

/** Only a bullet at the margin: what is below one says more about it. */
function criterionIn(line: string, number: number): Criterion | null {
  const { tag, rest = '' } = /^[-*+]\s+(?:\[[ x]\]\s+)?`(?<tag>[^`]+)`(?<rest>.*)$/i.exec(line)?.groups ?? {};
  if (tag === undefined || !isTag(tag.trim())) return null;
  const description = /["“](?<said>.*)["”]/.exec(rest)?.groups?.['said'] ?? rest.replace(/^[\s:–—-]+/, '').trim();
  return { tag: tag.trim(), description, line: number };
}
