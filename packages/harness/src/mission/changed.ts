/**
 * Whether the files of the plan are what a mission wrote, or what it took up. A file that is only behind, and one that is
 * gone, were not changed by hand.
 */
import type { Entry } from '@harness/core/journal';
import type { Changes, State } from '@harness/core/machine';
import { isOtherContract } from '@harness/core/mission/edit';
import { standingText } from '@harness/core/mission/features-text';
import type { MissionPlan } from '@harness/core/mission/plan';
import { readFeatures } from '@harness/core/sources/features';
import { contractFile } from '@harness/core/sources/validation-contract';
import type { LoopState, Mission } from '@harness/core/workflows/mission/state';
import { planText } from '@harness/effects/features/look';
import { type KeptPlans, keptPlansIn } from './kept-plans.ts';

/** For the machine to ask about; nothing when there is nothing to ask. */
export function changedPlan(root: string, entries: readonly Entry[], state: State): Changes {
  const mission = state as Mission;
  if (!('plan' in mission)) return {};
  const plans = keptPlansIn(root);
  const plan = plans(mission.plan.file);
  // Without what the run keeps nothing can be compared: the run itself says what is missing.
  if (plan === null) return {};
  return isContractChanged(root, plan) || areFeaturesChanged(root, entries, plans) ? { features: 'edited' } : {};
}

function isContractChanged(root: string, plan: MissionPlan): boolean {
  const contract = planText(root, contractFile);
  return contract.is === 'strange' || (contract.is === 'text' && isOtherContract(contract.text, plan));
}

function areFeaturesChanged(root: string, entries: readonly Entry[], plans: KeptPlans): boolean {
  const file = planText(root, 'features.json');
  if (file.is !== 'text') return file.is === 'strange';
  const read = readFeatures(file.text);
  if (!read.ok) return true;
  const loops = loopsIn(entries);
  const isShown = ({ plan: { file: kept }, features }: LoopState): boolean => {
    // The cheap question first: there may be thousands of moves, and as many features.
    const isAlike = read.features.every(
      ({ id, status, attempts }, n) =>
        features[n]?.id === id && features[n].status === status && features[n].attempts === attempts,
    );
    const plan = isAlike ? plans(kept) : null;
    return plan !== null && standingText(plan, features) === file.text;
  };
  // In the form in which it was taken up: the power failed before it was written anew.
  const [first] = loops;
  const original = first ? plans(first.plan.file)?.features : undefined;
  return JSON.stringify(original) !== JSON.stringify(read.features) && !loops.toReversed().some(isShown);
}

const loopsIn = (entries: readonly Entry[]): readonly LoopState[] =>
  entries.flatMap((entry) => {
    if (entry.type !== 'moved' && entry.type !== 'upgraded') return [];
    const state = entry.state as Mission;
    return 'plan' in state ? [state] : [];
  });
