/** The table of ends of a run, with exit code and status. Waiting, held and parked are not ends. */

/** The last three are statuses of an ended run. */
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

/** Exit codes of a command: contracts §1. */
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
