/** Connects subsystems by the dependencies and dependents of their specs. A relation counts from both sides. */
import { formatPath } from '../config/problem.ts';
import { suggestWord } from '../text/suggest.ts';
import { type SpecDefect, type SpecWarning, specProblem } from './problem.ts';
import { isSpecName } from './spec-schema.ts';
import type { Subsystem } from './subsystem.ts';

/** A spec, as written. */
export interface GivenSpec {
  readonly file: string;
  /** `null` if it is at the wrong place. */
  readonly id: string | null;
  readonly given: Readonly<Record<string, unknown>>;
}

interface Reference {
  readonly at: string;
  readonly id: string;
  readonly of: 'consumers' | 'providers';
  /** Every entry of these lists that looks like a subsystem must be one; other lists may also name files and data. */
  readonly isStrict: boolean;
}

function referencesIn(given: Readonly<Record<string, unknown>>): readonly Reference[] {
  const dependencies = typeof given['dependencies'] === 'object' ? (given['dependencies'] ?? {}) : {};
  const named = (['compile_time', 'runtime', 'data', 'config'] as const).flatMap((key) =>
    textsIn((dependencies as Readonly<Record<string, unknown>>)[key], ['dependencies', key]).map((one) => ({
      ...one,
      of: 'providers' as const,
      isStrict: key === 'compile_time' || key === 'runtime',
    })),
  );
  const consumers = textsIn(given['dependents'], ['dependents']);
  return [...named, ...consumers.map((one) => ({ ...one, of: 'consumers' as const, isStrict: true }))];
}

function textsIn(value: unknown, path: readonly string[]): readonly { readonly at: string; readonly id: string }[] {
  if (typeof value === 'string') return [{ at: formatPath(path), id: value.trim() }];
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown, n) =>
    typeof one === 'string' ? [{ at: formatPath([...path, n]), id: one.trim() }] : [],
  );
}

/** `zod` and `@scope/package` are packages, not subsystems. */
const looksLikeId = (text: string) => /^[^/]+\/[^/]+$/.test(text) && text.split('/').every(isSpecName);

/** Subsystems that do not exist, and a spec that names itself. */
export function findRelationDefects(
  { file, id: own, given }: GivenSpec,
  ids: readonly string[],
): readonly SpecDefect[] {
  return referencesIn(given).flatMap(({ at, id, of, isStrict }): readonly SpecDefect[] => {
    if (id === own) return [specProblem({ file, at }, 'itself')];
    const mustExist = of === 'consumers' || (isStrict && looksLikeId(id));
    if (!mustExist || ids.includes(id) || id === '') return [];
    const others = ids.filter((other) => other !== own);
    return [specProblem({ file, at }, 'unknown-subsystem', { id, suggestion: suggestWord(id, others) ?? '' })];
  });
}

export type Relations = Pick<Subsystem, 'consumers' | 'providers'>;

/** By the id of the subsystem. */
export function findRelations(specs: readonly GivenSpec[]): (id: string) => Relations {
  const ids = new Set(specs.map(({ id }) => id));
  const links = specs.flatMap(({ id: own, given }) =>
    referencesIn(given).flatMap(({ id, of }) => {
      if (own === null || !ids.has(id) || id === own) return [];
      return of === 'consumers' ? [{ consumer: id, provider: own }] : [{ consumer: own, provider: id }];
    }),
  );
  return (id) => ({
    consumers: distinct(links.filter(({ provider }) => provider === id).map(({ consumer }) => consumer)),
    providers: distinct(links.filter(({ consumer }) => consumer === id).map(({ provider }) => provider)),
  });
}

const distinct = (all: readonly string[]) => [...new Set(all)].sort();

/** One warning per cycle: at the subsystem of it that comes first. */
export function findCycles(subsystems: readonly Subsystem[]): readonly SpecWarning[] {
  const byId = new Map(subsystems.map((one) => [one.id, one]));
  const seen = new Set<string>();
  return subsystems.flatMap((start) => {
    if (seen.has(start.id)) return [];
    const cycle = pathBack(start.id, byId);
    if (cycle === null) return [];
    for (const id of cycle) seen.add(id);
    return [specProblem({ file: start.file, at: 'dependencies' }, 'cycle', { ids: [...cycle, start.id].join(' → ') })];
  });
}

/** The shortest way from a subsystem over its providers back to itself. */
function pathBack(start: string, byId: ReadonlyMap<string, Subsystem>): readonly string[] | null {
  const cameFrom = new Map<string, string>();
  const waiting = [start];
  for (const id of waiting)
    for (const provider of byId.get(id)?.providers ?? []) {
      if (provider === start) return trace(id, start, cameFrom);
      if (cameFrom.has(provider)) continue;
      cameFrom.set(provider, id);
      waiting.push(provider);
    }
  return null;
}

function trace(end: string, start: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const ids = [end];
  for (let at = end; at !== start; ) {
    at = cameFrom.get(at) ?? start;
    ids.unshift(at);
  }
  return ids;
}
