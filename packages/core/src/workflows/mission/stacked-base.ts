/** Computes the stacked base of a feature if features are not merged: the work of all its dependencies. */
import type { FeatureState, LoopState } from './state.ts';

/** A reopened feature's own work first, then all direct and indirect dependencies in plan order. */
export function stackedBaseFor(state: Pick<LoopState, 'features'>, id: string): readonly string[] {
  const own = state.features.filter((feature) => feature.id === id && feature.commit !== undefined);
  return [...own, ...dependenciesOf(state, id)].map(workOf);
}

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

export const allPassedWork = ({ features }: Pick<LoopState, 'features'>): readonly string[] =>
  features.filter(({ status }) => status === 'passed').map(workOf);

/** The kept commit; the branch if the feature passed before this mission. */
const workOf = ({ id, commit, branch }: FeatureState): string => commit ?? branch ?? `harness/${id}`;
