/**
 * Parses the acceptance file of a spec, `<spec>.acceptance.md`.
 *
 *   ## Release criteria            one bullet each: a tag in backticks, a quoted description, and below it
 *                                  `Tested by`, `Covered by plans`, `Required connections`
 *   ## Environment requirements    one bullet each: the name of a variable
 */
import { isTag } from './plan-file.ts';

export interface Criterion {
  readonly tag: string;
  readonly description: string;
  readonly line: number;
  /** Test files or commands that prove it. */
  readonly testedBy: readonly string[];
  /** Ids of plans that cover it only together; mostly empty, because plans cover criteria by their tags. */
  readonly coveredBy: readonly string[];
  /** Required external connections, as text. */
  readonly connections: readonly string[];
}

export interface Acceptance {
  readonly criteria: readonly Criterion[];
  /** Names of environment variables. */
  readonly environment: readonly string[];
}

/** Possible paths, the usual one first: `docs/product.acceptance.md` for `docs/product.md`. */
export const acceptancePaths = (spec: string): readonly string[] => [
  `${spec.replace(/\.(?:md|markdown)$/i, '')}.acceptance.md`,
  `${spec}.acceptance.md`,
];

/** Keeps the order of the file. A bullet without a tag is ignored; a repeated tag or name counts once. */
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
    } else if (draft) addDetails(draft, line);
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
  /** The list that the next bullets continue. */
  at: Field | null;
  testedBy: string[];
  coveredBy: string[];
  connections: string[];
}

/** Returns the lines outside of code blocks. */
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

/** Only a bullet without indentation is a criterion. `tag:` before the tag and bold are allowed. */
function criterionIn(line: string, number: number): Draft | null {
  const form = /^[-*+]\s+(?:\[[ x]\]\s+)?(?:\*\*)?(?:tag:\s*)?`(?<tag>[^`]+)`(?:\*\*)?(?<rest>.*)$/i;
  const { tag, rest = '' } = form.exec(line)?.groups ?? {};
  if (tag === undefined || !isTag(tag.trim())) return null;
  const description = /["“](?<text>.*)["”]/.exec(rest)?.groups?.['text'] ?? rest.replace(/^[\s:–—-]+/, '').trim();
  return { tag: tag.trim(), description, line: number, testedBy: [], coveredBy: [], connections: [], at: null };
}

const fields: readonly (readonly [Field, RegExp])[] = [
  ['testedBy', /^tested by$/i],
  ['coveredBy', /^covered by(?: plans?)?$/i],
  ['connections', /^required connections?$/i],
];

/** Reads `- Tested by: …`, or one more bullet below such a line; ignores anything else. */
function addDetails(draft: Draft, line: string): void {
  const bullet = /^\s+[-*+]\s+(?<text>.*)$/.exec(line)?.groups?.['text'];
  if (bullet === undefined) return;
  const { label, rest = '' } =
    /^(?:\*\*)?(?<label>[a-z ]+?)(?:\*\*)?:(?:\*\*)?\s*(?<rest>.*)$/i.exec(bullet)?.groups ?? {};
  const field = fields.find(([, name]) => label !== undefined && name.test(label.trim()))?.[0];
  if (field !== undefined) draft.at = field;
  if (draft.at === null || (field === undefined && label !== undefined)) return;
  draft[draft.at].push(...valuesIn(draft.at, field === undefined ? bullet : rest));
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
