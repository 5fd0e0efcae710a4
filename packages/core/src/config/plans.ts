/** Settings `releaseGate` and `control`. */
import * as z from 'zod';
import { path, section } from './field.ts';

export const releaseGate = section(
  { specPath: path('The product spec; its criteria stand beside it in `<spec>.acceptance.md`.') },
  'Whether everything that was promised is covered by a finished plan, asked after each merge; off by default.',
).optional();

export const control = section(
  {
    port: z
      .int()
      .min(0)
      .max(65_535)
      .describe('The port of the control server on 127.0.0.1; 0 takes a free one.')
      .default(4_500),
  },
  'The control server.',
).prefault({});
