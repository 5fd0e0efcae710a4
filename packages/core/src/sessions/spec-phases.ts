/**
 * Reads the phases of a spec: headings `### Phase N: Name` in its section `## Implementation Order`.
 *
 *   P1. Code blocks and comments are no headings. Line endings may be CRLF, and a dash may replace the colon.
 *   P2. The numbers are 1, 2, 3 and so on, in this order. Otherwise the spec is refused, and no phase is left out.
 *   P3. A heading that only resembles a phase is shown, so that its author can correct it.
 */
import { splitFrontmatter } from '../input-files/split-frontmatter.ts';
import type { ComplexityLevel } from '../signals/assessment.ts';
import { boundedLine } from '../text/bounded-text.ts';
import { type MarkdownLine, markdownLines } from '../text/markdown-lines.ts';

export interface SpecPhase {
  /** From 1. */
  readonly n: number;
  readonly name: string;
  readonly complexity: ComplexityLevel;
  /** Its heading, and the text below. */
  readonly text: string;
}

export type SpecRefusal =
  /** Its status says that it is a draft, proposed, rejected or superseded. */
  | { readonly code: 'not-approved'; readonly status: string }
  /** `lines` resemble phases. */
  | { readonly code: 'no-section' | 'no-phase'; readonly lines: readonly string[] }
  | { readonly code: 'not-in-order'; readonly numbers: readonly number[] }
  | { readonly code: 'one-phase'; readonly name: string };

export type ReadPhases =
  | { readonly ok: true; readonly phases: readonly SpecPhase[] }
  | { readonly ok: false; readonly refusal: SpecRefusal };

const maxName = 200;
const maxShown = 20;

export function readPhases(spec: string): ReadPhases {
  const status = findStatus(spec);
  if (notApproved.test(status)) return refuse({ code: 'not-approved', status });
  const section = [...sectionLines(spec)];
  if (section.length === 0) return refuse({ code: 'no-section', lines: lookalikesIn(markdownLines(spec)) });
  const phases = phasesIn(section);
  const lookalikes = lookalikesIn(phases.length === 0 ? section : section.filter(isOtherHeading));
  if (phases.length === 0 || lookalikes.length > 0) return refuse({ code: 'no-phase', lines: lookalikes });
  const numbers = phases.map(({ n }) => n);
  if (numbers.some((n, at) => n !== at + 1)) return refuse({ code: 'not-in-order', numbers });
  if (phases.length === 1) return refuse({ code: 'one-phase', name: phases[0]?.name ?? '' });
  return { ok: true, phases: phases.map(({ start, end, ...phase }) => ({ ...phase, text: spec.slice(start, end) })) };
}

/** A heading of the level of phases that is none. */
const isOtherHeading = (line: MarkdownLine): boolean => headingLevel(line.text) === 3 && phaseIn(line) === null;

const refuse = (refusal: SpecRefusal): ReadPhases => ({ ok: false, refusal });

const notApproved = /^(?:draft|propos|reject|supersede)/i;

/** The status in the frontmatter, else in a line `Status:` before the first section; empty if it has none. */
function findStatus(spec: string): string {
  const found = splitFrontmatter(spec);
  const [yaml, body] = found.is === 'found' ? [found.yaml, found.body] : ['', spec];
  for (const { text } of markdownLines(yaml)) {
    const status = statusIn(text);
    if (status !== '') return status;
  }
  for (const { text, is } of markdownLines(body)) {
    if (is === 'prose' && /^ {0,3}##(?!#)/.test(text)) return '';
    const status = is === 'prose' ? statusIn(text) : '';
    if (status !== '') return status;
  }
  return '';
}

/** Without emphasis, quotes, and the marks of a list item. */
function statusIn(line: string): string {
  const words = line.slice(0, maxName).replaceAll(/[*_`"']/g, '');
  return boundedLine(/^\s*(?:[->]\s+)*status\s*[:：]\s*(.*)$/i.exec(words)?.[1] ?? '', maxName);
}

interface DraftPhase extends Omit<SpecPhase, 'text' | 'complexity'> {
  complexity: ComplexityLevel;
  readonly start: number;
  end: number;
}

/** The lines of the first section of this name, with its heading. */
function* sectionLines(spec: string): Generator<MarkdownLine> {
  let isInside = false;
  for (const line of markdownLines(spec)) {
    const level = line.is === 'prose' ? headingLevel(line.text) : 0;
    if (isInside && (level === 1 || level === 2)) return;
    isInside ||= level === 2 && sectionForm.test(line.text);
    if (isInside) yield line;
  }
}

const sectionForm = /^ {0,3}##[ \t]+\**implementation order\**[ \t]*:?[ \t]*#*[ \t]*$/i;
const headingLevel = (text: string): number => /^ {0,3}(#{1,6})(?:[ \t]|$)/.exec(text)?.[1]?.length ?? 0;

/** Another heading of the third level ends a phase. The first annotation of a phase counts. */
function phasesIn(section: readonly MarkdownLine[]): readonly DraftPhase[] {
  const phases: DraftPhase[] = [];
  let open: DraftPhase | null = null;
  let isAnnotated = false;
  for (const line of section) {
    if (line.is === 'prose' && headingLevel(line.text) === 3) {
      open = phaseIn(line);
      isAnnotated = false;
      if (open !== null) phases.push(open);
    }
    if (open === null) continue;
    open.end = line.next;
    const complexity: ComplexityLevel | undefined = isAnnotated ? undefined : annotationIn(line);
    if (complexity !== undefined) [open.complexity, isAnnotated] = [complexity, true];
  }
  return phases;
}

const phaseForm = /^ {0,3}###[ \t]+phase[ \t]+(\d{1,6})[ \t]*[:：–—-][ \t]*(\S.*)$/i;

function phaseIn({ text, start, next }: MarkdownLine): DraftPhase | null {
  const [, number = '', rest = ''] = phaseForm.exec(text.slice(0, 1_000)) ?? [];
  const name = boundedLine(rest.replaceAll(/<!--.*?(?:-->|$)/g, '').replace(/(?:[ \t]#+)?[ \t]*$/, ''), maxName);
  return name === '' ? null : { n: Number(number), name, complexity: 'medium', start, end: next };
}

function lookalikesIn(lines: Iterable<MarkdownLine>): readonly string[] {
  const found: string[] = [];
  for (const line of lines) {
    if (found.length === maxShown) break;
    if (line.is === 'prose' && resemblesPhase(line.text)) found.push(boundedLine(line.text, maxName));
  }
  return found;
}

/** A heading, list item or bold line about a phase with a number. */
const resemblesPhase = (text: string): boolean =>
  /^\s*(?:#{1,6}[ \t]+|[-*+][ \t]+|\d+[.)][ \t]+|(?=\*\*))\**phase[ \t]*\d/i.test(text.slice(0, maxName));

const annotation = /<!--[ \t]*complexity:[ \t]*(low|medium|high)[ \t]*-->/i;

/** An annotation in inline code is a quotation. */
function annotationIn({ text, is }: MarkdownLine): ComplexityLevel | undefined {
  if (is === 'code') return undefined;
  const unquoted = text.slice(0, 1_000).replaceAll(/`[^`]*`/g, '');
  return annotation.exec(unquoted)?.[1]?.toLowerCase() as ComplexityLevel | undefined;
}

const maxFileName = 50;

/** The name of a phase for a file: lower case, words joined by hyphens, letters of any language. */
export function phaseFileName(name: string): string {
  const words = name
    .slice(0, 1_000)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+/, '');
  const short = [...words].slice(0, maxFileName).join('').replace(/-+$/, '');
  return short === '' ? 'phase' : short;
}
