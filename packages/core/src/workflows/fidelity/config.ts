/** Settings for the drift of the product from its spec. */
import * as z from 'zod';
import { number, path, section } from '../../config/field.ts';

export const fidelityConfig = section(
  {
    specPath: path('The product spec that the code is held against.').optional(),
    everyNPlans: number('After how many merged plans the check runs; 0 is never.').default(0),
    threshold: z.number().min(0).max(100).describe('The score above which the daemon pauses itself.').default(25),
  },
  'How far what was built has drifted from what was specified.',
).prefault({});
