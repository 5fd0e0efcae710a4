/** Settings for the drift of the product from its spec. */
import * as z from 'zod';
import { number, path, section } from '../../config/field.ts';

export const fidelityConfig = section(
  {
    specPath: path('The product spec that the product is compared with.').optional(),
    everyNPlans: number('Merged plans between two checks; 0 disables the check.').default(0),
    threshold: z.number().min(0).max(100).describe('The drift score above which the daemon pauses.').default(25),
  },
  'The fidelity check: how far the product has drifted from its spec.',
).prefault({});
