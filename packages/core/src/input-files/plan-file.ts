/**
 * Parses plan files: `NNNN-slug.md` with a strict frontmatter, and a body for the implementer.
 *
 *   PF1. All problems of a file are reported at once, each with its line. An unknown key is a problem like a missing one,
 *        because it is probably a typing error.
 *   PF2. A change of status rewrites only the line of the status. Every other byte stays unchanged.
 */
import { isScalar, isSeq, type Node, type Scalar } from 'yaml';
import { isWorkKind, type WorkKind } from '../trust/work-kind.ts';
import { type Field, parseFields } from './frontmatter.ts';
import { splitFrontmatter } from './split-frontmatter.ts';

export const planStatuses = ['active', 'in_progress', 'completed', 'blocked'] as const;
export type PlanStatus = (typeof planStatuses)[number];

export interface Plan {
  readonly id: string;
  readonly title: string;
  readonly phase: string;
  readonly status: PlanStatus;
  readonly dependsOn: readonly string[];
  readonly estimatedPasses: number;
  readonly acceptanceTags: readonly string[];
  /** Work that has no witness by nature; absent for all other work. */
  readonly kind?: WorkKind;
  /** Globs of tests whose promises the plan changes on purpose. */
  readonly changes?: readonly string[];
  readonly body: string;
}

export const planProblemCodes = [
  'bad-name', // it looks like a plan, but its name is not NNNN-slug.md
  'written-by-agent', // an agent wrote it into the checkout, and no person accepted it
  'unreachable', // it is behind a symbolic link, or cannot be opened
  'too-large',
  'not-text',
  'no-frontmatter',
  'unclosed-frontmatter',
  'not-yaml',
  'unknown-key',
  'missing-key',
  'not-an-id',
  'not-a-text',
  'not-a-status',
  'not-a-count',
  'not-ids',
  'not-tags',
  'not-a-kind',
  'not-globs',
] as const;
export type PlanProblemCode = (typeof planProblemCodes)[number];

export interface PlanProblem {
  readonly problem: PlanProblemCode;
  /** Path in the repository. */
  readonly file: string;
  readonly line: number;
  readonly key?: string;
  readonly detail?: string;
}

export type ReadPlan =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly problems: readonly PlanProblem[] };

/** A larger file is no plan, and is not read into a prompt. */
export const maxPlanBytes = 1024 * 1024;

const isPlanId = (text: string): boolean => /^\d{4}$/.test(text);

/** A name that starts with a digit is meant as a plan; a README or a template is not. */
export const looksLikePlan = (name: string): boolean => /^\d.*\.md$/.test(name);

/** Splits a file name into id and slug; `null` if it is no plan name. */
export function planName(file: string): { readonly id: string; readonly slug: string } | null {
  const { id, slug } = /^(?<id>\d{4})-(?<slug>[A-Za-z0-9][\w-]*)\.md$/.exec(file)?.groups ?? {};
  return id === undefined || slug === undefined ? null : { id, slug };
}

interface Reader {
  readonly problem: PlanProblemCode;
  readonly isOptional?: true;
  read(node: Node | null): unknown;
}

/** All known keys. A missing list is empty. */
const keys = {
  id: { problem: 'not-an-id', read: (node) => onlyIf(textOf(node), isPlanId) },
  title: { problem: 'not-a-text', read: textOf },
  phase: { problem: 'not-a-text', read: textOf },
  status: { problem: 'not-a-status', read: (node) => planStatuses.find((status) => status === textOf(node)) },
  depends_on: { problem: 'not-ids', isOptional: true, read: (node) => listOf(node, isPlanId) },
  estimated_passes: { problem: 'not-a-count', read: countOf },
  acceptance_tags: { problem: 'not-tags', isOptional: true, read: (node) => listOf(node, isTag) },
  kind: { problem: 'not-a-kind', isOptional: true, read: (node) => onlyIf(textOf(node), isWorkKind) },
  changes: { problem: 'not-globs', isOptional: true, read: (node) => listOf(node, isGlob) },
} as const satisfies Readonly<Record<string, Reader>>;
const known = new Map<string, Reader>(Object.entries(keys));

/** A glob of this repository: no absolute path, and no path to a parent folder. */
export const isGlob = (text: string): boolean => !/^[/\\]|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(text);

export const isTag = (text: string): boolean => /^[^\s`]+$/.test(text);

/** `file` is the path in the problems. */
export function readPlan(file: string, text: string): ReadPlan {
  if (text.includes('\0')) return { ok: false, problems: [{ problem: 'not-text', file, line: 1 }] };
  const found = splitFrontmatter(text);
  if (found.is === 'none') return { ok: false, problems: [{ problem: 'no-frontmatter', file, line: 1 }] };
  if (found.is === 'unclosed') return { ok: false, problems: [{ problem: 'unclosed-frontmatter', file, line: 1 }] };
  const { fields, faults } = parseFields(found);
  if (faults.length > 0)
    return { ok: false, problems: faults.map(({ line, detail }) => ({ problem: 'not-yaml', file, line, detail })) };
  const problems = problemsIn(file, fields);
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, plan: { ...planIn(fields), body: found.body } };
}

function problemsIn(file: string, fields: ReadonlyMap<string, Field>): readonly PlanProblem[] {
  const unknown = [...fields].flatMap(([key, { line }]): readonly PlanProblem[] =>
    known.has(key) ? [] : [{ problem: 'unknown-key', file, line, key }],
  );
  const wrong = [...known].flatMap(([key, { problem, isOptional, read }]): readonly PlanProblem[] => {
    const field = fields.get(key);
    if (field === undefined) return isOptional ? [] : [{ problem: 'missing-key', file, line: 1, key }];
    return read(field.node) === undefined ? [{ problem, file, line: field.line, key }] : [];
  });
  return [...unknown, ...wrong].sort((a, b) => a.line - b.line);
}

function planIn(fields: ReadonlyMap<string, Field>): Omit<Plan, 'body'> {
  const value = (key: keyof typeof keys) => known.get(key)?.read(fields.get(key)?.node ?? null);
  const [kind, changes] = [value('kind') as WorkKind | undefined, value('changes') as readonly string[] | undefined];
  return {
    id: value('id') as string,
    title: value('title') as string,
    phase: value('phase') as string,
    status: value('status') as PlanStatus,
    dependsOn: (value('depends_on') as readonly string[] | undefined) ?? [],
    estimatedPasses: value('estimated_passes') as number,
    acceptanceTags: (value('acceptance_tags') as readonly string[] | undefined) ?? [],
    ...(kind === undefined ? {} : { kind }),
    ...(changes === undefined ? {} : { changes }),
  };
}

/** Returns the same file with another status. `text` must be a plan. */
export function withStatus(text: string, status: PlanStatus): string {
  const found = splitFrontmatter(text);
  if (found.is !== 'found') throw new Error('a text without frontmatter has no status');
  const node = parseFields(found).fields.get('status')?.node;
  if (!isScalar(node) || !node.range) throw new Error('the frontmatter says no status');
  const quote = { QUOTE_DOUBLE: '"', QUOTE_SINGLE: "'" }[String(node.type)] ?? '';
  const [from, to] = node.range.map((offset) => offset + found.start);
  return `${text.slice(0, from)}${quote}${status}${quote}${text.slice(to)}`;
}

const onlyIf = (text: string | undefined, fits: (text: string) => boolean) =>
  text !== undefined && fits(text) ? text : undefined;

/** Reads one line of text; `undefined` for a YAML null or a block of lines. */
function textOf(node: Node | null): string | undefined {
  if (!isOneLine(node)) return undefined;
  const text = String(node.value).trim();
  return text === '' || (node.type === 'PLAIN' && /^(?:~|null)$/i.test(text)) ? undefined : text;
}

/** Reads a whole number of at least 1, written without quotes. */
function countOf(node: Node | null): number | undefined {
  const isCount = isOneLine(node) && node.type === 'PLAIN' && /^[1-9]\d{0,5}$/.test(String(node.value));
  return isCount ? Number(node.value) : undefined;
}

function listOf(node: Node | null, fits: (text: string) => boolean): readonly string[] | undefined {
  if (!isSeq(node)) return undefined;
  const texts = node.items.map((item) => textOf(item as Node | null));
  return texts.every((text) => text !== undefined && fits(text)) ? (texts as readonly string[]) : undefined;
}

const isOneLine = (node: Node | null): node is Scalar =>
  isScalar(node) && !String(node.type).startsWith('BLOCK') && !/[\r\n]/.test(String(node.value));
