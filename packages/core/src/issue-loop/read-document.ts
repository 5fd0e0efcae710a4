/**
 * Reads the state file of the issue loop, whoever wrote it: this harness, another tool, or a person.
 *
 *   R1. A missing field has its default. A number that is none is named, because the caller decides what it means (IO-10).
 *   R2. No value of the file is an instruction, and none is without a limit: ids, texts and lists are cut or left out.
 *   R3. Unknown fields are kept for the writer.
 */
import { isMap, isScalar, type Node, parseDocument } from 'yaml';
import { splitFrontmatter } from '../input-files/split-frontmatter.ts';
import { type TrackerKind, trackerKinds } from '../tracker/issue.ts';
import {
  type Friction,
  isIssueId,
  type LoopDocument,
  type LoopField,
  type LoopState,
  loopDefaults,
  loopFields,
} from './document.ts';

export type LoopFileRead =
  /** `unreadable`: fields that must be whole numbers and are not; the state has their defaults. */
  | { readonly is: 'read'; readonly document: LoopDocument; readonly unreadable: readonly NumberField[] }
  /** No frontmatter, a torn one, or no YAML. */
  | { readonly is: 'broken'; readonly detail: string };

const numberFields = ['iteration', 'max_iterations'] as const satisfies readonly LoopField[];
export type NumberField = (typeof numberFields)[number];

export function readLoopDocument(text: string): LoopFileRead {
  const found = splitFrontmatter(text);
  if (found.is !== 'found') return { is: 'broken', detail: 'no frontmatter between two lines ---' };
  const parsed = parseMap(found.yaml);
  if (parsed.is === 'broken') return parsed;
  const { fields } = parsed;
  const known = new Set<string>([...loopFields, 'run', 'revision']);
  const document: LoopDocument = {
    state: stateOf(fields),
    run: runOf(fields.get('run')),
    revision: wholeNumber(fields.get('revision')) ?? 0,
    body: found.body.trim(),
    unknown: Object.fromEntries([...fields].filter(([key]) => !known.has(key))),
  };
  const unreadable = numberFields.filter((name) => wholeNumber(fields.get(name)) === undefined);
  return { is: 'read', document, unreadable };
}

type Fields = ReadonlyMap<string, unknown>;

function parseMap(yaml: string): { is: 'map'; fields: Fields } | { is: 'broken'; detail: string } {
  try {
    const document = parseDocument(yaml, { prettyErrors: false, uniqueKeys: true });
    const [error] = document.errors;
    if (error) return { is: 'broken', detail: error.message.split('\n')[0] ?? '' };
    if (document.contents === null) return { is: 'map', fields: new Map() };
    if (!isMap(document.contents)) return { is: 'broken', detail: 'it is not a list of keys and values' };
    const fields = document.contents.items.map(({ key, value }): [string, unknown] => [
      isScalar(key) ? String(key.value) : String(key),
      plain((value as Node | null)?.toJS(document, { maxAliasCount: 50 })),
    ]);
    return { is: 'map', fields: new Map(fields) };
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof ReferenceError)) throw error;
    return { is: 'broken', detail: error.message }; // nested too deeply, or too many aliases
  }
}

/** Without cycles and values that are no JSON. */
function plain(value: unknown): unknown {
  try {
    return value === undefined ? null : (JSON.parse(JSON.stringify(value) ?? 'null') as unknown);
  } catch (error) {
    if (error instanceof TypeError) return null; // a cycle of aliases, or a number without a JSON form
    throw error;
  }
}

const stateOf = (fields: Fields): LoopState => {
  const field = (name: LoopField) => fields.get(name);
  const project = text(field('linear_project')) ?? loopDefaults.project;
  return {
    active: field('active') === true || field('active') === 'true',
    iteration: wholeNumber(field('iteration')) ?? loopDefaults.iteration,
    maxIterations: wholeNumber(field('max_iterations')) ?? loopDefaults.maxIterations,
    consecutiveFailures: wholeNumber(field('consecutive_failures')) ?? 0,
    discoverInterval: wholeNumber(field('discover_interval')) || loopDefaults.discoverInterval,
    tracker: trackerOf(field('tracker')) ?? (project === '' ? 'local' : 'linear'),
    project,
    team: text(field('linear_team')) ?? loopDefaults.team,
    labels: texts(field('linear_filter_labels')) ?? loopDefaults.labels,
    doneStatus: text(field('linear_done_status')) || loopDefaults.doneStatus,
    inProgressStatus: text(field('linear_in_progress_status')) || loopDefaults.inProgressStatus,
    completed: ids(field('completed_issues')),
    failed: ids(field('failed_issues')),
    skipped: ids(field('skipped_issues')),
    currentIssue: ids([field('current_issue')])[0] ?? null,
    friction: list(field('friction_log')).slice(-maxFriction).flatMap(frictionOf),
  };
};

const maxIds = 5_000;
const maxFriction = 20;
const maxPoints = 8;
const maxText = 500;

/** Digits, also as a text; `undefined` for everything else. */
function wholeNumber(value: unknown): number | undefined {
  const digits = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, maxText) : undefined;

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const texts = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? list(value).flatMap((one) => text(one) ?? []) : undefined;

const ids = (value: unknown): readonly string[] =>
  [
    ...new Set(
      list(value)
        .flatMap((one) => text(one) ?? [])
        .filter(isIssueId),
    ),
  ].slice(-maxIds);

const trackerOf = (value: unknown): TrackerKind | undefined => trackerKinds.find((kind) => kind === value);

/** Ids of runs become paths. */
const runOf = (value: unknown): string | null =>
  typeof value === 'string' && /^[a-z0-9][a-z0-9-]{0,127}$/.test(value) ? value : null;

function frictionOf(value: unknown): readonly Friction[] {
  const { issue, iteration, points } = Object(value) as Readonly<Record<string, unknown>>;
  const [id] = ids([issue]);
  if (id === undefined) return [];
  return [{ issue: id, iteration: wholeNumber(iteration) ?? 0, points: (texts(points) ?? []).slice(0, maxPoints) }];
}
