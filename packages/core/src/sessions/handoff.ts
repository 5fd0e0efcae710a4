/**
 * Reads and writes the file that a role leaves for the next one, `handoff.json` (A-14, AO-16).
 *
 *   H1. Every readable object is read: a field of another type is empty, and a list entry of another type is its JSON.
 *       So a concern is never lost because of its form.
 *   H2. Texts are bounded and escaped: no control characters, and no Markdown link or image that a page would load.
 *   H3. The path of a plan stays in the repository, outside the folders of the harness and of git.
 */
import { boundedText } from '../text/bounded-text.ts';
import { parseJson } from '../text/json.ts';
import { validatePath } from '../text/paths.ts';

export interface HandoffDecision {
  readonly what: string;
  readonly why: string;
}

export interface Handoff {
  readonly timestamp: string;
  readonly fromSkill: string;
  readonly phase: string;
  readonly summary: string;
  readonly completed: readonly string[];
  readonly pending: readonly string[];
  readonly concerns: readonly string[];
  readonly decisions: readonly HandoffDecision[];
  readonly blockers: readonly string[];
  readonly contextKeywords: readonly string[];
  /** `null` if it names no plan, or one at a forbidden path. */
  readonly planPath: string | null;
}

export type HandoffReading =
  | { readonly is: 'missing' }
  | { readonly is: 'unreadable'; readonly because: 'too-large' | 'not-json' | 'not-an-object' }
  | { readonly is: 'read'; readonly handoff: Handoff };

const maxLength = 1024 * 1024;
const maxEntries = 100;
const maxText = 2_000;

/** `text` is `null` if the file does not exist. */
export function readHandoffFile(text: string | null): HandoffReading {
  if (text === null) return { is: 'missing' };
  if (text.length > maxLength) return { is: 'unreadable', because: 'too-large' };
  const value = parseJson(text.replace(/^\uFEFF/, ''));
  if (value === undefined) return { is: 'unreadable', because: 'not-json' };
  return isRecord(value) ? { is: 'read', handoff: toHandoff(value) } : { is: 'unreadable', because: 'not-an-object' };
}

type Fields = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toHandoff = (fields: Fields): Handoff => ({
  timestamp: textOf(fields['timestamp']),
  fromSkill: textOf(fields['fromSkill']),
  phase: textOf(fields['phase']),
  summary: textOf(fields['summary']),
  completed: listOf(fields['completed']),
  pending: listOf(fields['pending']),
  concerns: listOf(fields['concerns']),
  decisions: entriesOf(fields['decisions']).map(toDecision),
  blockers: listOf(fields['blockers']),
  contextKeywords: listOf(fields['contextKeywords']),
  planPath: toPlanPath(fields['planPath']),
});

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? escapeText(String(value)) : '';

const escapeText = (text: string): string => boundedText(text, maxText).replaceAll('](', ']\\(');

/** One value instead of a list is a list of one. */
const entriesOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : (Array.isArray(value) ? value : [value]).slice(0, maxEntries);

const listOf = (value: unknown): readonly string[] =>
  entriesOf(value)
    .map((entry) => textOf(entry) || (typeof entry === 'string' ? '' : escapeText(JSON.stringify(entry))))
    .filter((entry) => entry !== '');

const toDecision = (value: unknown): HandoffDecision =>
  isRecord(value) && 'what' in value
    ? { what: textOf(value['what']), why: textOf(value['why']) }
    : { what: listOf([value]).join(''), why: '' };

function toPlanPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maxText) return null;
  const path = validatePath(value, 'file_reference');
  return path.ok && path.path.endsWith('.md') ? path.path : null;
}

/** Exactly the fields of a handoff, in their order. */
export function handoffText(handoff: Handoff): string {
  const { timestamp, fromSkill, phase, summary, completed, pending, concerns, decisions, blockers, contextKeywords } =
    handoff;
  const fields = { timestamp, fromSkill, phase, summary, completed, pending, concerns, decisions, blockers };
  const plan = handoff.planPath === null ? {} : { planPath: handoff.planPath };
  return `${JSON.stringify({ ...fields, contextKeywords, ...plan }, null, 2)}\n`;
}
