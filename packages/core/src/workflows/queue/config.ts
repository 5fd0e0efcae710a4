/** Settings of the daemon, which runs the queue. */
import { count, number, section } from '../../config/field.ts';

export const daemonConfig = section(
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
