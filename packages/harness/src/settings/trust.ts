/** Reads how the changes of a run are proved, as the jobs of workflows take it. */
import type { Config } from '@harness/core/config/schema';
import type { TrustSettings } from '@harness/core/workflows/proof/job';

/** Empty if the proof is off. */
export function trustSettings({ trust }: Config): { readonly trust?: TrustSettings } {
  const { witness, mutants, acceptance } = trust;
  return witness === 'off' ? {} : { trust: { witness, mutants, acceptance } };
}
