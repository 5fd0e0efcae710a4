/** How a run can end, and what the outside is told: one row an end. Waiting, held and parked are not ends. */

/** How a run stands. The last three are told of a run that has ended. */
export const runStatuses = ['running', 'waiting', 'parked', 'done', 'failed', 'stopped'] as const;
export type RunStatus = (typeof runStatuses)[number];

export const ends = {
  done: { exitCode: 0, status: 'done' },
  failed: { exitCode: 1, status: 'failed' },
  stopped: { exitCode: 1, status: 'stopped' },
  escalated: { exitCode: 3, status: 'failed' },
  unreadable: { exitCode: 4, status: 'failed' },
  'limit-reached': { exitCode: 5, status: 'stopped' },
  capped: { exitCode: 6, status: 'failed' },
  rejected: { exitCode: 7, status: 'failed' },
  'rate-limited': { exitCode: 9, status: 'failed' },
  'nothing-planned': { exitCode: 11, status: 'failed' },
} as const satisfies Record<string, { exitCode: number; status: RunStatus }>;

export type End = keyof typeof ends;

/** What a command exits with when its run did not end: contracts §1. */
export const exitCodes = {
  ok: ends.done.exitCode,
  failed: ends.failed.exitCode,
  usage: 2,
  waiting: 8,
  rateLimited: ends['rate-limited'].exitCode,
  frozen: 10,
  interrupted: 130,
  hungUp: 129,
  terminated: 143,
} as const;
