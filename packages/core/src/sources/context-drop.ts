/**
 * A context drop: something that people put down for the agents, and for whom it is meant (D-02, D-11, DO-21).
 *
 * It says its scope in its frontmatter. Without one its name says it (`all.md`, `review.md`), and whatever else it is
 * called, it is for all.
 */
import { isScalar } from 'yaml';
import { fieldsIn, frontmatterIn } from './frontmatter.ts';

/** The parts of the work on a plan that ask an agent. */
export const phases = [
  ...(['planner', 'implement', 'review', 'review-ui', 'fix', 'prepare-pr', 'e2e-verify', 'merge-check'] as const),
  'fidelity',
] as const;
export type Phase = (typeof phases)[number];

export const dropSources = ['slack', 'email', 'jira', 'wiki', 'other'] as const;
export type DropSource = (typeof dropSources)[number];

/** Where drops lie when the configuration does not say. */
export const defaultContextDir = 'docs/context';

/** `all`, `planner`, `run:0007`, `phase:review`. */
export type Scope =
  | { readonly of: 'all' }
  | { readonly of: 'phase'; readonly phase: Phase }
  | { readonly of: 'planner' }
  | { readonly of: 'run'; readonly plan: string };

export interface Drop {
  readonly path: string;
  readonly scope: Scope;
  readonly source: DropSource;
  readonly text: string;
}

export type ReadDrop =
  | { readonly ok: true; readonly drop: Drop }
  | { readonly ok: false; readonly path: string; readonly scope: string };

/** Only what it says of itself is read; a frontmatter of another kind belongs to the text. */
export function readDrop(path: string, text: string): ReadDrop {
  const found = frontmatterIn(text);
  const { fields } = found.is === 'found' ? fieldsIn(found) : { fields: new Map<string, never>() };
  const said = (key: string) => {
    const node = (fields.get(key) as { node: unknown } | undefined)?.node;
    return isScalar(node) ? String(node.value).trim() : undefined;
  };
  const scope = said('scope');
  const source = dropSources.find((one) => one === said('source')) ?? 'other';
  const isOurs = scope !== undefined || said('source') !== undefined;
  const read = scope === undefined ? scopeOfName(path) : scopeOf(scope);
  if (read === null) return { ok: false, path, scope: scope ?? '' };
  return { ok: true, drop: { path, scope: read, source, text: found.is === 'found' && isOurs ? found.body : text } };
}

export function scopeOf(text: string): Scope | null {
  if (text === 'all') return { of: 'all' };
  const { of, what = '' } = /^(?<of>run|phase):(?<what>\S+)$/.exec(text)?.groups ?? {};
  if (of === 'run') return /^\d{4}$/.test(what) ? { of, plan: what } : null;
  return scopeOfPhase(of === 'phase' ? what : text);
}

const scopeOfPhase = (name: string): Scope | null => {
  const phase = phases.find((one) => one === name);
  if (phase === undefined) return null;
  return phase === 'planner' ? { of: 'planner' } : { of: 'phase', phase };
};

/** A drop as it lies in its folder. What was a frontmatter of its own is text now. */
export const dropText = ({ scope, source, text }: Pick<Drop, 'scope' | 'source' | 'text'>): string =>
  `---\nsource: ${source}\nscope: ${scopeText(scope)}\n---\n\n${text.replace(/^\uFEFF/, '')}${text.endsWith('\n') ? '' : '\n'}`;

export function scopeText(scope: Scope): string {
  if (scope.of === 'phase') return `phase:${scope.phase}`;
  return scope.of === 'run' ? `run:${scope.plan}` : scope.of;
}

const scopeOfName = (path: string): Scope =>
  scopeOfPhase((path.split('/').at(-1) ?? '').replace(/\.md$/, '')) ?? { of: 'all' };
