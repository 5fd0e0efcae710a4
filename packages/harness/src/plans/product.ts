/** Where the product of a repository lies, as its configuration has it. */
import type { ProductGround } from '@harness/effects/fidelity/survey';
import { configFor } from '../config.ts';

export async function productIn(root: string): Promise<ProductGround> {
  const { planDir, completedDir, appPaths, stateDir, baseBranch: base } = await configFor(root, {}, process.env);
  return { planDir, completedDir, appPaths, stateDir, base };
}
