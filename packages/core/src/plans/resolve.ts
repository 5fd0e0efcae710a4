/** Finds the plan a person names by id, slug or path. No other place decides this (D-70). */
import { suggestWord } from '../text/suggest.ts';
import { byId, type PlanFile } from './graph.ts';

export type ResolvedPlan =
  | { readonly is: 'found'; readonly plan: PlanFile }
  | { readonly is: 'several'; readonly plans: readonly PlanFile[] }
  | { readonly is: 'none'; readonly nearest: string | null };

/** `0007`, `7`, `0007-login`, `0007-login.md`, `docs/exec-plans/active/0007-login.md`, `login`. */
export function resolvePlan(plans: readonly PlanFile[], ref: string): ResolvedPlan {
  const typed = ref.trim().replaceAll('\\', '/').replace(/^\.\//, '');
  const name = (typed.split('/').at(-1) ?? '').replace(/\.md$/, '');
  const id = /^\d{1,4}$/.test(name) ? name.padStart(4, '0') : null;
  const matches = ({ id: own, fileId, slug, path }: PlanFile) => {
    if (typed.includes('/'))
      return [typed, `${typed}.md`].some((named) => named === path || named.endsWith(`/${path}`));
    return id === null ? `${fileId}-${slug}` === name || slug === name : own === id;
  };
  const [first, ...others] = plans.filter(matches).sort(byId);
  if (first === undefined) return { is: 'none', nearest: suggestWord(name, namesOf(plans)) ?? null };
  return others.length === 0 ? { is: 'found', plan: first } : { is: 'several', plans: [first, ...others] };
}

const namesOf = (plans: readonly PlanFile[]) => plans.flatMap(({ id, slug }) => [id, slug, `${id}-${slug}`]);
