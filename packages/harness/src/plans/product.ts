/** Where the product of a repository lies, as its configuration has it. */
import type { ProductGround } from '@harness/effects/fidelity/survey';
import { loadConfig } from '../settings/config.ts';

export async function readProductPaths(root: string): Promise<ProductGround> {
  const { planDir, completedDir, appPaths, stateDir, baseBranch: base } = await loadConfig(root, {}, process.env);
  return { planDir, completedDir, appPaths, stateDir, base };
}
