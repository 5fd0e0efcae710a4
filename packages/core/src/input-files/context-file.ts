/**
 * Reads a context file: text from people for the agents, with the scope that it is meant for (D-02, D-11, DO-21).
 *
 * The frontmatter has the scope; without it the file name does (`all.md`, `review.md`). Any other file is for all agents.
 */
import { isScalar } from 'yaml';
import { singlePhases } from '../plans/phases.ts';
import { parseFields } from './frontmatter.ts';
import { splitFrontmatter } from './split-frontmatter.ts';

/** Phases of a plan that call an agent. */
export const contextPhases = ['planner', ...singlePhases, 'fidelity'] as const;
export type ContextPhase = (typeof contextPhases)[number];

export const contextSources = ['slack', 'email', 'jira', 'wiki', 'other'] as const;
export type ContextSource = (typeof contextSources)[number];

/** Default of the setting `contextDir`. */
export const defaultContextDir = 'docs/context';

/** Written as `all`, `planner`, `run:0007` or `phase:review`. */
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

/** Reads only the fields `scope` and `source`; a frontmatter without them is part of the text. */
export function readContextFile(path: string, text: string): ContextFileRead {
  const found = splitFrontmatter(text);
  const { fields } = found.is === 'found' ? parseFields(found) : { fields: new Map<string, never>() };
  const value = (key: string) => {
    const node = (fields.get(key) as { node: unknown } | undefined)?.node;
    return isScalar(node) ? String(node.value).trim() : undefined;
  };
  const scope = value('scope');
  const source = contextSources.find((one) => one === value('source')) ?? 'other';
  const isOurs = scope !== undefined || value('source') !== undefined;
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

/** Writes a context file. A frontmatter of its own becomes part of the text. */
export const contextFileText = ({ scope, source, text }: Pick<ContextFile, 'scope' | 'source' | 'text'>): string =>
  `---\nsource: ${source}\nscope: ${scopeText(scope)}\n---\n\n${text.replace(/^\uFEFF/, '')}${text.endsWith('\n') ? '' : '\n'}`;

export function scopeText(scope: ContextScope): string {
  if (scope.of === 'phase') return `phase:${scope.phase}`;
  return scope.of === 'run' ? `run:${scope.plan}` : scope.of;
}

const scopeOfName = (path: string): ContextScope =>
  scopeOfPhase((path.split('/').at(-1) ?? '').replace(/\.md$/, '')) ?? { of: 'all' };
