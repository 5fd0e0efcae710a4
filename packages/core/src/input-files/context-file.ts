/**
 * A context drop: something that people put down for the agents, and for whom it is meant (D-02, D-11, DO-21).
 *
 * It says its scope in its frontmatter. Without one its name says it (`all.md`, `review.md`), and whatever else it is
 * called, it is for all.
 */
import { isScalar } from 'yaml';
import { parseFields, splitFrontmatter } from './frontmatter.ts';

/** The parts of the work on a plan that ask an agent. */
export const contextPhases = [
  ...(['planner', 'implement', 'review', 'review-ui', 'fix', 'prepare-pr', 'e2e-verify', 'merge-check'] as const),
  'fidelity',
] as const;
export type ContextPhase = (typeof contextPhases)[number];

export const contextSources = ['slack', 'email', 'jira', 'wiki', 'other'] as const;
export type ContextSource = (typeof contextSources)[number];

/** Where drops lie when the configuration does not say. */
export const defaultContextDir = 'docs/context';

/** `all`, `planner`, `run:0007`, `phase:review`. */
export type ContextScope =
  | { readonly of: 'all' }
  | { readonly of: 'phase'; readonly phase: ContextPhase }
  | { readonly of: 'planner' }
  | { readonly of: 'run'; readonly plan: string };

export interface ContextFile {
  readonly path: string;
  readonly scope: ContextScope;
  readonly source: ContextSource;
  readonly text: string;
}

export type ContextFileRead =
  | { readonly ok: true; readonly drop: ContextFile }
  | { readonly ok: false; readonly path: string; readonly scope: string };

/** Only what it says of itself is read; a frontmatter of another kind belongs to the text. */
export function readContextFile(path: string, text: string): ContextFileRead {
  const found = splitFrontmatter(text);
  const { fields } = found.is === 'found' ? parseFields(found) : { fields: new Map<string, never>() };
  const said = (key: string) => {
    const node = (fields.get(key) as { node: unknown } | undefined)?.node;
    return isScalar(node) ? String(node.value).trim() : undefined;
  };
  const scope = said('scope');
  const source = contextSources.find((one) => one === said('source')) ?? 'other';
  const isOurs = scope !== undefined || said('source') !== undefined;
  const read = scope === undefined ? scopeOfName(path) : parseScope(scope);
  if (read === null) return { ok: false, path, scope: scope ?? '' };
  return { ok: true, drop: { path, scope: read, source, text: found.is === 'found' && isOurs ? found.body : text } };
}

export function parseScope(text: string): ContextScope | null {
  if (text === 'all') return { of: 'all' };
  const { of, what = '' } = /^(?<of>run|phase):(?<what>\S+)$/.exec(text)?.groups ?? {};
  if (of === 'run') return /^\d{4}$/.test(what) ? { of, plan: what } : null;
  return scopeOfPhase(of === 'phase' ? what : text);
}

const scopeOfPhase = (name: string): ContextScope | null => {
  const phase = contextPhases.find((one) => one === name);
  if (phase === undefined) return null;
  return phase === 'planner' ? { of: 'planner' } : { of: 'phase', phase };
};

/** A drop as it lies in its folder. What was a frontmatter of its own is text now. */
export const contextFileText = ({ scope, source, text }: Pick<ContextFile, 'scope' | 'source' | 'text'>): string =>
  `---\nsource: ${source}\nscope: ${scopeText(scope)}\n---\n\n${text.replace(/^\uFEFF/, '')}${text.endsWith('\n') ? '' : '\n'}`;

export function scopeText(scope: ContextScope): string {
  if (scope.of === 'phase') return `phase:${scope.phase}`;
  return scope.of === 'run' ? `run:${scope.plan}` : scope.of;
}

const scopeOfName = (path: string): ContextScope =>
  scopeOfPhase((path.split('/').at(-1) ?? '').replace(/\.md$/, '')) ?? { of: 'all' };
