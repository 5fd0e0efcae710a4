/** Settings of the daemon, which runs the queue. */
import { count, number, section } from '../../config/field.ts';

export const daemonConfig = section(
  {
    tickMs: count('Interval at which the daemon looks for merges and plans, in milliseconds.').default(30_000),
    rateLimitBackoffMs: number('Wait after a rate limit, in milliseconds.').default(15 * 60_000),
    maxRateLimitRetries: number('Retries after a rate limit before a plan is blocked.').default(3),
    hangMs: count('A daemon that does not respond for this long is restarted, in milliseconds.').default(120_000),
  },
  'The daemon that runs plans.',
).prefault({});
