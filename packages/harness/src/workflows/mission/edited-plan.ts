/**
 * Detects edits of a mission's plan files by a person. A missing file, and a file that shows an earlier state of the
 * mission, are not edits.
 */

import { readFeatures } from '@harness/core/input-files/features';
import { contractFile } from '@harness/core/input-files/validation-contract';
import type { Entry } from '@harness/core/journal/journal';
import type { Changes, State } from '@harness/core/machine/machine';
import { featureStatusText } from '@harness/core/mission/features-text';
import type { MissionPlan } from '@harness/core/mission/plan';
import { hasOtherContract } from '@harness/core/mission/plan-edit';
import type { LoopStates, Mission } from '@harness/core/workflows/mission/state';
import { planText } from '@harness/effects/features/find-plan';
import { openStoredPlans, type StoredPlans } from './stored-plans.ts';

/** The change that the machine asks about; empty if there is none. */
export function readEditedPlan(root: string, entries: readonly Entry[], state: State): Changes {
  const mission = state as Mission;
  if (!('plan' in mission)) return {};
  const plans = openStoredPlans(root);
  const plan = plans(mission.plan.file);
  // The stored plan is missing: nothing can be compared, and the run itself reports it.
  if (plan === null) return {};
  return isContractChanged(root, plan) || areFeaturesChanged(root, entries, plans) ? { features: 'edited' } : {};
}

function isContractChanged(root: string, plan: MissionPlan): boolean {
  const contract = planText(root, contractFile);
  return contract.is === 'strange' || (contract.is === 'text' && hasOtherContract(contract.text, plan));
}

function areFeaturesChanged(root: string, entries: readonly Entry[], plans: StoredPlans): boolean {
  const file = planText(root, 'features.json');
  if (file.is !== 'text') return file.is === 'strange';
  const read = readFeatures(file.text);
  if (!read.ok) return true;
  const loops = loopsIn(entries);
  const isShown = ({ plan: { file: kept }, features }: LoopStates): boolean => {
    // Compare cheap fields first: there may be thousands of moves and features.
    const isAlike = read.features.every(
      ({ id, status, attempts }, n) =>
        features[n]?.id === id && features[n].status === status && features[n].attempts === attempts,
    );
    const plan = isAlike ? plans(kept) : null;
    return plan !== null && featureStatusText(plan, features) === file.text;
  };
  // The file may still be the one the mission started from, if a crash came before its first write.
  const [first] = loops;
  const original = first ? plans(first.plan.file)?.features : undefined;
  return JSON.stringify(original) !== JSON.stringify(read.features) && !loops.toReversed().some(isShown);
}

const loopsIn = (entries: readonly Entry[]): readonly LoopStates[] =>
  entries.flatMap((entry) => {
    if (entry.type !== 'moved' && entry.type !== 'upgraded') return [];
    const state = entry.state as Mission;
    return 'plan' in state ? [state] : [];
  });
