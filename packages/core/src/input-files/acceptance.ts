/**
 * What a product is released by: the sibling `<spec>.acceptance.md` of its spec.
 *
 *   ## Release criteria            a bullet each: a tag in backticks, a quoted description, and below it
 *                                  `Tested by`, `Covered by plans`, `Required connections`
 *   ## Environment requirements    a bullet each: the name of a variable
 */
import { isTag } from './plan-file.ts';

export interface Criterion {
  readonly tag: string;
  readonly description: string;
  readonly line: number;
  /** What proves it: files of tests, or commands. */
  readonly testedBy: readonly string[];
  /** The plans that cover it only together, by id; most criteria name none and are covered by their tag. */
  readonly coveredBy: readonly string[];
  /** What it is connected to outside, in the words of the file. */
  readonly connections: readonly string[];
}

export interface Acceptance {
  readonly criteria: readonly Criterion[];
  /** Names of variables. */
  readonly environment: readonly string[];
}

/** Where they may stand, the usual place first: beside `docs/product.md` lies `docs/product.acceptance.md`. */
export const acceptancePaths = (spec: string): readonly string[] => [
  `${spec.replace(/\.(?:md|markdown)$/i, '')}.acceptance.md`,
  `${spec}.acceptance.md`,
];

/** In the order of the file. A bullet without a tag is a remark; a tag or a name that stands twice counts once. */
export function parseAcceptance(text: string): Acceptance {
  const criteria = new Map<string, Draft>();
  const environment = new Set<string>();
  let section: Section = null;
  let draft: Draft | null = null;
  for (const { line, number } of proseOf(text)) {
    if (/^#{1,2}\s/.test(line)) [section, draft] = [sectionOf(line), null];
    else if (section === 'environment') for (const name of variableIn(line)) environment.add(name);
    else if (section === 'criteria' && /^[-*+]\s/.test(line)) {
      draft = criterionIn(line, number);
      if (draft && !criteria.has(draft.tag)) criteria.set(draft.tag, draft);
    } else if (draft) sayMore(draft, line);
  }
  return {
    criteria: [...criteria.values()].map(({ at: _, ...criterion }) => criterion),
    environment: [...environment],
  };
}

export const parseCriteria = (text: string): readonly Criterion[] => parseAcceptance(text).criteria;

type Section = 'criteria' | 'environment' | null;
type Field = 'testedBy' | 'coveredBy' | 'connections';
interface Draft extends Criterion {
  /** Which of its lists the lines below go on with. */
  at: Field | null;
  testedBy: string[];
  coveredBy: string[];
  connections: string[];
}

/** The lines that are no code. */
function proseOf(text: string): readonly { readonly line: string; readonly number: number }[] {
  let isCode = false;
  return text.split(/\r?\n/).flatMap((line, n) => {
    const isFence = /^ {0,3}(?:```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    return isCode || isFence ? [] : [{ line, number: n + 1 }];
  });
}

function sectionOf(heading: string): Section {
  if (/^##\s+release criteria\s*#*\s*$/i.test(heading)) return 'criteria';
  return /^##\s+environment requirements\s*#*\s*$/i.test(heading) ? 'environment' : null;
}

/** Only a bullet at the margin: what is below one says more about it. The tag may be introduced as one, in bold too. */
function criterionIn(line: string, number: number): Draft | null {
  const form = /^[-*+]\s+(?:\[[ x]\]\s+)?(?:\*\*)?(?:tag:\s*)?`(?<tag>[^`]+)`(?:\*\*)?(?<rest>.*)$/i;
  const { tag, rest = '' } = form.exec(line)?.groups ?? {};
  if (tag === undefined || !isTag(tag.trim())) return null;
  const description = /["“](?<said>.*)["”]/.exec(rest)?.groups?.['said'] ?? rest.replace(/^[\s:–—-]+/, '').trim();
  return { tag: tag.trim(), description, line: number, testedBy: [], coveredBy: [], connections: [], at: null };
}

const fields: readonly (readonly [Field, RegExp])[] = [
  ['testedBy', /^tested by$/i],
  ['coveredBy', /^covered by(?: plans?)?$/i],
  ['connections', /^required connections?$/i],
];

/** `- Tested by: …`, or one more bullet below such a line. Anything else is a remark. */
function sayMore(draft: Draft, line: string): void {
  const said = /^\s+[-*+]\s+(?<said>.*)$/.exec(line)?.groups?.['said'];
  if (said === undefined) return;
  const { label, rest = '' } =
    /^(?:\*\*)?(?<label>[a-z ]+?)(?:\*\*)?:(?:\*\*)?\s*(?<rest>.*)$/i.exec(said)?.groups ?? {};
  const field = fields.find(([, name]) => label !== undefined && name.test(label.trim()))?.[0];
  if (field !== undefined) draft.at = field;
  if (draft.at === null || (field === undefined && label !== undefined)) return;
  draft[draft.at].push(...valuesIn(draft.at, field === undefined ? said : rest));
}

function valuesIn(field: Field, text: string): readonly string[] {
  if (field === 'coveredBy') return text.match(/\b\d{4}\b/g) ?? [];
  const quoted = [...text.matchAll(/`([^`]+)`/g)].map(([, value = '']) => value.trim());
  const values = quoted.length > 0 ? quoted : text.split(',').map((value) => value.trim());
  return values.filter((value) => value !== '');
}

const variableIn = (line: string): readonly string[] => {
  const form = /^[-*+]\s+(?:\[[ x]\]\s+)?(?:\*\*)?(?:`(?<quoted>[A-Za-z_]\w*)`|(?<bare>[A-Z_][A-Z0-9_]*)\b)/;
  const { quoted, bare } = form.exec(line)?.groups ?? {};
  const name = quoted ?? bare;
  return name === undefined ? [] : [name];
};
