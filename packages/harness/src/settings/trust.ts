/** Reads how the changes of a run are proved, as the jobs of workflows take it. */
import type { Config } from '@harness/core/config/schema';
import type { TrustSettings } from '@harness/core/workflows/proof/job';
import { type AcceptanceUse, requireAcceptance } from '../workflows/acceptance/require-acceptance.ts';

/** Empty if the proof is off. */
export function trustSettings({ trust }: Config, use: AcceptanceUse): { readonly trust?: TrustSettings } {
  const { witness, mutants, acceptance } = trust;
  if (acceptance === 'independent') requireAcceptance(use, witness !== 'off');
  return witness === 'off' ? {} : { trust: { witness, mutants, acceptance } };
}
