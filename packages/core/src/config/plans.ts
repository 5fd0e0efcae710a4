/** Settings: plans, the daemon that works them off, and the gates around them. */
import * as z from 'zod';
import { count, number, path, section } from './field.ts';

export const releaseGate = section(
  { specPath: path('The product spec; its criteria stand beside it in `<spec>.acceptance.md`.') },
  'Whether everything that was promised is covered by a finished plan, asked after each merge; off by default.',
).optional();

export const daemon = section(
  {
    tickMs: count('How often the daemon looks for merges and work, in milliseconds.').default(30_000),
    rateLimitBackoffMs: number('How long it waits after a rate limit, in milliseconds.').default(15 * 60_000),
    maxRateLimitRetries: number('How often it tries again before a plan is blocked.').default(3),
    hangMs: count(
      'A daemon that gives no sign of life for so long is ended and started again, in milliseconds.',
    ).default(120_000),
  },
  'The daemon that works plans off.',
).prefault({});

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
