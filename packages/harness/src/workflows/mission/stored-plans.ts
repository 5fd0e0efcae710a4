/** Reads the plans that are stored with mission runs. Each is read once, because a stored plan never changes. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MissionPlan } from '@harness/core/mission/plan';
import { readJson } from '@harness/engine/store/durable-file';

/** By path relative to the repository; null if the file is missing or damaged. */
export type StoredPlans = (file: string) => MissionPlan | null;

export function openStoredPlans(root: string): StoredPlans {
  const cache = new Map<string, MissionPlan>();
  return (file) => {
    const cached = cache.get(file);
    if (cached) return cached;
    const path = join(root, file);
    const plan = existsSync(path) ? ((readJson(readFileSync(path, 'utf8')) ?? null) as MissionPlan | null) : null;
    if (plan) cache.set(file, plan);
    return plan;
  };
}
