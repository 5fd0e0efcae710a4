/**
 * Parses `features.json`, the features of a mission with the claims that they must fulfil (M-03).
 *
 * It is tolerant, because another tool may have written the file: it accepts a bare list, `depends_on`, and statuses of other
 * tools, and keeps unknown fields.
 */
import * as z from 'zod';
import { parseJson } from '../text/json.ts';
import { type WorkKind, workKinds } from '../trust/work-kind.ts';

export const featureStatuses = ['todo', 'in_progress', 'validating', 'failing', 'passed', 'blocked'] as const;
export type FeatureStatus = (typeof featureStatuses)[number];

export interface Feature {
  readonly id: string;
  readonly title: string;
  /** Ids of assertions in the validation contract. */
  readonly claims: readonly string[];
  readonly status: FeatureStatus;
  /** Worker attempts since the last architect call (MO-13, MO-22). */
  readonly attempts: number;
  readonly dependsOn: readonly string[];
  /** Globs; a change outside of them needs a person. `undefined` allows all files. */
  readonly files?: readonly string[];
  /** Work that has no witness by nature; absent for all other work. */
  readonly kind?: WorkKind;
  /** Globs of tests whose promises this feature changes on purpose. */
  readonly changes?: readonly string[];
  /** The issue that it was converted from (MO-15). */
  readonly sourceIssueId?: string;
  /** Unknown fields of another tool. */
  readonly more: Readonly<Record<string, unknown>>;
}

export type FeatureRecord = Pick<Feature, 'id' | 'status' | 'attempts'>;

const featureProblems = ['not-json', 'not-a-list', 'bad-id', 'bad-field'] as const;
export interface FeatureProblem {
  readonly problem: (typeof featureProblems)[number];
  /** Id of the feature, or its position in the list. */
  readonly at: string;
  readonly detail: string;
}

export type FeaturesRead =
  | { readonly ok: true; readonly features: readonly Feature[] }
  | { readonly ok: false; readonly problems: readonly FeatureProblem[] };

export function readFeatures(text: string): FeaturesRead {
  const document = parseJson(text.replace(/^\uFEFF/, ''));
  if (document === undefined) return failWith('not-json', '', 'it is not a JSON document');
  return readFeatureList(document);
}

/** Reads a parsed document: `{ features: [ … ] }`, or a bare list. */
export function readFeatureList(document: unknown): FeaturesRead {
  const list = Array.isArray(document) ? document : (document as { features?: unknown } | null)?.features;
  if (!Array.isArray(list)) return failWith('not-a-list', '', 'there is no list of features');
  const read = list.map((entry: unknown, n) => featureIn(entry, n));
  const problems = read.flatMap((one) => ('problem' in one ? [one] : []));
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, features: read as readonly Feature[] };
}

/** A valid name for a branch, a folder and an argument without quotes. */
const isFeatureId = (id: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(id) && !/\.\.|\.$|\.lock$/.test(id);

/** Writes known fields first, in a fixed order, then unknown ones. */
export const featureDocument = ({ more, dependsOn, files, kind, changes, sourceIssueId, ...known }: Feature) => ({
  id: known.id,
  title: known.title,
  claims: known.claims,
  status: known.status,
  attempts: known.attempts,
  ...(dependsOn.length === 0 ? {} : { dependsOn }),
  ...(files === undefined ? {} : { files }),
  ...(kind === undefined ? {} : { kind }),
  ...(changes === undefined ? {} : { changes }),
  ...(sourceIssueId === undefined ? {} : { sourceIssueId }),
  ...more,
});

const text = z.union([z.string(), z.number().transform(String)]);
const texts = z.union([z.array(text), text.transform((one) => [one])]);
const entryType = z.looseObject({
  id: text,
  title: text.optional(),
  name: text.optional(),
  description: text.optional(),
  claims: texts.nullish(),
  status: z.string().nullish(),
  attempts: z.int().min(0).nullish(),
  dependsOn: texts.nullish(),
  depends_on: texts.nullish(),
  files: texts.nullish(),
  kind: z.enum(workKinds, `must be ${workKinds.join(', ')}, or absent`).nullish(),
  changes: texts.nullish(),
  sourceIssueId: text.nullish(),
});
const known = new Set([
  'id',
  'title',
  'claims',
  'status',
  'attempts',
  'dependsOn',
  'depends_on',
  'files',
  'kind',
  'changes',
]);

function featureIn(entry: unknown, n: number): Feature | FeatureProblem {
  const result = entryType.safeParse(entry);
  const named = (entry as { id?: unknown } | null)?.id;
  const at = typeof named === 'string' && named !== '' ? named : `${n + 1}`;
  if (!result.success) {
    const [issue] = result.error.issues;
    return { problem: 'bad-field', at, detail: `${issue?.path.join('.') || 'the entry'}: ${issue?.message ?? ''}` };
  }
  const { id, title, name, description, claims, status, attempts, files, kind, changes, sourceIssueId } = result.data;
  if (!isFeatureId(id)) return { problem: 'bad-id', at, detail: id };
  const dependsOn = result.data.dependsOn ?? result.data.depends_on ?? [];
  const others = Object.entries(result.data).filter(([key]) => !known.has(key) && key !== 'sourceIssueId');
  return {
    id,
    title: (title ?? name ?? description ?? id).trim(),
    claims: distinct(claims ?? []),
    status: statusOf(status ?? ''),
    attempts: attempts ?? 0,
    dependsOn: distinct(dependsOn),
    ...(files ? { files } : {}),
    ...(kind ? { kind } : {}),
    ...(changes ? { changes } : {}),
    ...(sourceIssueId ? { sourceIssueId } : {}),
    more: Object.fromEntries(others),
  };
}

const distinct = (all: readonly string[]) => [...new Set(all.map((one) => one.trim()))];

/** Statuses of other tools; an unknown status means `todo`. */
const otherStatuses: Readonly<Record<string, FeatureStatus>> = {
  done: 'passed',
  complete: 'passed',
  completed: 'passed',
  pass: 'passed',
  validated: 'passed',
  failed: 'failing',
  fail: 'failing',
  rejected: 'failing',
  skipped: 'blocked',
};

function statusOf(text: string): FeatureStatus {
  const word = text.trim().toLowerCase().replaceAll(/[\s-]/g, '_');
  return featureStatuses.find((status) => status === word) ?? otherStatuses[word] ?? 'todo';
}

const failWith = (problem: FeatureProblem['problem'], at: string, detail: string): FeaturesRead => ({
  ok: false,
  problems: [{ problem, at, detail }],
});
