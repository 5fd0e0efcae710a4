/**
 * Reads `docs/roadmap.md` with the position of every value, so that a status is replaced in place (AO-40).
 *
 *   R1. A feature is a heading `###` with a status, below `## Milestone: …` or `## Backlog`. Other sections, code and
 *       comments are no features.
 *   R2. A field is a line `- **Status:** planned` without indentation. The first field of a name counts.
 *   R3. It takes linear time, also for a hostile file.
 */
import { splitFrontmatter } from '../input-files/split-frontmatter.ts';
import { markdownLines } from '../text/markdown-lines.ts';
import type { FormProblem } from '../validate/json-form.ts';

export const roadmapFile = 'docs/roadmap.md';

const roadmapStatuses = ['backlog', 'planned', 'in-progress', 'done', 'blocked', 'needs-human'] as const;
export type RoadmapStatus = (typeof roadmapStatuses)[number];

const fieldNames = ['status', 'spec', 'summary', 'blockers', 'plan', 'assignee', 'priority', 'external-id'] as const;
type FieldName = (typeof fieldNames)[number];

/** A value and its place in the text. */
export interface PlacedText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface RoadmapFeature {
  readonly name: string;
  /** Number of the line of its heading, from 1. */
  readonly line: number;
  readonly fields: ReadonlyMap<FieldName, PlacedText>;
  /** Fields that it has several times. */
  readonly repeated: readonly FieldName[];
}

export interface Roadmap {
  /** Values of the frontmatter; `null` if they are missing or empty. */
  readonly lastSynced: PlacedText | null;
  readonly lastManualEdit: PlacedText | null;
  /** Features with at least one field, in the order of the file. */
  readonly features: readonly RoadmapFeature[];
}

export function readRoadmap(text: string): Roadmap {
  const found = splitFrontmatter(text);
  const isFound = found.is === 'found';
  const stamps = isFound ? readStamps(found.yaml, found.start) : new Map<string, PlacedText>();
  const bodyStart = isFound ? text.length - found.body.length : 0;
  return {
    lastSynced: stamps.get('last_synced') ?? null,
    lastManualEdit: stamps.get('last_manual_edit') ?? null,
    features: readFeatures(text.slice(bodyStart), bodyStart, countLines(text, bodyStart)),
  };
}

const stampForm = /^(last_synced|last_manual_edit)[ \t]*:[ \t]*["']?(?=[^"'\s#])/;

/** Without a YAML parser: a hostile frontmatter is nested deeply, and the place of the value must be exact. */
function readStamps(yaml: string, offset: number): ReadonlyMap<string, PlacedText> {
  const stamps = new Map<string, PlacedText>();
  for (const { text, start } of markdownLines(yaml)) {
    const [whole = '', key = ''] = stampForm.exec(text) ?? [];
    const value = (/^[^"'#]+/.exec(text.slice(whole.length))?.[0] ?? '').trimEnd();
    if (key !== '' && !stamps.has(key)) stamps.set(key, placeText(value, offset + start + whole.length));
  }
  return stamps;
}

const placeText = (text: string, start: number): PlacedText => ({ text, start, end: start + text.length });

/** `offset` and `firstLine` are the place of the body in the file. */
function readFeatures(body: string, offset: number, firstLine: number): readonly RoadmapFeature[] {
  const features: DraftFeature[] = [];
  let isMilestone = false;
  let draft: DraftFeature | null = null;
  let line = firstLine;
  for (const { text, start, is } of markdownLines(body)) {
    const { level, title } = is === 'prose' ? headingIn(text) : noHeading;
    if (level === 1 || level === 2) isMilestone = level === 2 && /^(?:milestone:|backlog$)/i.test(title);
    if (level > 0) draft = null; // the fields of a feature are above its sub-headings
    if (level === 3 && isMilestone) {
      draft = { name: title.replace(/^Feature: */, ''), line, fields: new Map(), repeated: [] };
      features.push(draft);
    } else if (draft !== null && is === 'prose') addField(draft, text, offset + start);
    line++;
  }
  return features.filter(({ fields }) => fields.size > 0);
}

function countLines(text: string, end: number): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

interface DraftFeature extends RoadmapFeature {
  readonly fields: Map<FieldName, PlacedText>;
  readonly repeated: FieldName[];
}

const maxTitle = 500;
const noHeading = { level: 0, title: '' };

function headingIn(text: string): { readonly level: number; readonly title: string } {
  const [whole = '', marks = ''] = /^ {0,3}(#{1,6})(?:[ \t]+|$)/.exec(text) ?? [];
  const title = text.slice(whole.length, whole.length + maxTitle).trim();
  return { level: marks.length, title: title.replace(/(?:^|[ \t])#+$/, '').trim() };
}

const fieldForm = new RegExp(
  `^(?:[-*+][ \\t]+)?(?:\\*\\*|__)?(${fieldNames.join('|')})(?:\\*\\*|__)?:(?:\\*\\*|__)?[ \\t]*`,
  'i',
);

function addField(draft: DraftFeature, text: string, start: number): void {
  const [whole = '', given = ''] = fieldForm.exec(text) ?? [];
  if (whole === '') return;
  const name = given.toLowerCase() as FieldName;
  if (draft.fields.has(name)) draft.repeated.push(name);
  else draft.fields.set(name, placeText(text.slice(whole.length).trimEnd(), start + whole.length));
}

const maxStatus = 200;

/** The word of a status and its place, without marks around it; `null` if the value is not one known word. */
export function featureStatus({ fields }: RoadmapFeature): (PlacedText & { readonly status: RoadmapStatus }) | null {
  const field = fields.get('status');
  if (field === undefined || field.text.length > maxStatus) return null;
  const [, marks = '', word = ''] = /^([`*_"']*)([a-z][a-z-]*)[`*_"']*(?:[ \t]*<!--.*)?$/i.exec(field.text) ?? [];
  const status = roadmapStatuses.find((one) => one === word.toLowerCase());
  if (status === undefined) return null;
  return { ...placeText(word, field.start + marks.length), status };
}

/** Features whose status or priority is not one of the known words. */
export function findRoadmapProblems(text: string): readonly FormProblem[] {
  return readRoadmap(text).features.flatMap((feature) => {
    const { fields, repeated, line } = feature;
    const priority = fields.get('priority')?.text ?? '';
    const isKnown = /^(?:|-|—|–|none|`?P[0-3]`?)$/i.test(priority);
    return [
      ...(featureStatus(feature) === null
        ? [wrongField(line, 'Status', roadmapStatuses, fields.get('status')?.text)]
        : []),
      ...(repeated.includes('status') ? [wrongField(line, 'Status', ['one'], 'several')] : []),
      ...(isKnown ? [] : [wrongField(line, 'Priority', ['P0', 'P1', 'P2', 'P3'], priority)]),
    ];
  });
}

const wrongField = (line: number, name: string, expected: readonly string[], found = ''): FormProblem => ({
  code: 'wrong-value',
  key: `line ${line}, ${name}`,
  expected: expected.join(' | '),
  found: JSON.stringify(found.slice(0, maxStatus)),
});

/** Paths from the root of the repository that the Spec of a feature may mean; a link may be relative to the roadmap. */
export function specPathsOf({ fields }: RoadmapFeature): readonly string[] {
  const value = (fields.get('spec')?.text ?? '').slice(0, maxTitle);
  const [, link] = /\]\(<?([^)>]*)/.exec(value) ?? [];
  const path = (link ?? value.replace(/^[`*_"'<]+/, '').replace(/[`*_"'>]+$/, '')).replace(/#.*$/, '').trim();
  if (/^(?:|-|—|–|none)$/i.test(path)) return [];
  return [...new Set([path, `docs/${path}`].flatMap((one) => normalisePath(one) ?? []))];
}

/** Without `.` and `..`; `null` if it leaves the repository. */
export function normalisePath(path: string): string | null {
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '..' && parts.pop() === undefined) return null;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.length === 0 ? null : parts.join('/');
}
