/** What a feature begins on where those that passed are not merged: the work of everything that it depends on. */
import type { FeatureState, LoopState } from './state.ts';

/** Its own first, where it was kept before and was opened again; then what it depends on, also by others, in the order of the plan. */
export function stackedBaseFor(state: Pick<LoopState, 'features'>, id: string): readonly string[] {
  const own = state.features.filter((feature) => feature.id === id && feature.commit !== undefined);
  return [...own, ...dependenciesOf(state, id)].map(workOf);
}

/** Everything that must have passed before it. */
export function dependenciesOf({ features }: Pick<LoopState, 'features'>, id: string): readonly FeatureState[] {
  const needed = new Set<string>();
  const walk = (one: string): void => {
    for (const before of features.find((feature) => feature.id === one)?.after ?? []) {
      if (needed.has(before)) continue;
      needed.add(before);
      walk(before);
    }
  };
  walk(id);
  return features.filter((feature) => needed.has(feature.id));
}

/** Everything that passed, in one. */
export const allPassedWork = ({ features }: Pick<LoopState, 'features'>): readonly string[] =>
  features.filter(({ status }) => status === 'passed').map(workOf);

/** The commit that it is kept as; of one that passed before this mission only the branch can be known. */
const workOf = ({ id, commit, branch }: FeatureState): string => commit ?? branch ?? `harness/${id}`;
