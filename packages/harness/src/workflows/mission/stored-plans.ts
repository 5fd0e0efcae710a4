/** The plans that missions of this repository keep with their runs, each read once: they are never written again. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MissionPlan } from '@harness/core/mission/plan';

/** By its path in the repository. Nothing when somebody took it away or spoilt it: the run says so. */
export type StoredPlans = (file: string) => MissionPlan | null;

export function openStoredPlans(root: string): StoredPlans {
  const known = new Map<string, MissionPlan>();
  return (file) => {
    const there = known.get(file);
    if (there) return there;
    const path = join(root, file);
    const plan = existsSync(path) ? parsed(readFileSync(path, 'utf8')) : null;
    if (plan) known.set(file, plan);
    return plan;
  };
}

function parsed(text: string): MissionPlan | null {
  try {
    return JSON.parse(text) as MissionPlan;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
