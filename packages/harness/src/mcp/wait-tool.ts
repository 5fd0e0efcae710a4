/** The tool `wait`: returns when something changes in a run, or in any run, and reports progress until then. */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunRow } from '@harness/core/views/run';
import * as z from 'zod';
import { findRun, listRunRows } from '../runs/read-runs.ts';
import type { McpPlace } from './place.ts';
import { runSchema } from './read-tools.ts';
import { toResult } from './result.ts';
import { defineTool, type McpCall, type McpTool } from './tool.ts';

const defaultSeconds = 25;
/** Many clients give up a call after a minute. */
const maxSeconds = 50;
const pollMs = 250;
/** A client that sees progress does not give up. */
const progressMs = 2_000;
/** Ended runs in an answer about all runs. */
const maxEnded = 5;

const input = z.strictObject({
  run: runSchema.optional().describe('the run to wait for; without it, any run of the repository'),
  until: z
    .enum(['change', 'rest'])
    .optional()
    .describe(
      '`change` (default): status, state or open questions differ; `rest`: the run needs a person or has ended; without a run: no run is running',
    ),
  seconds: z.int().min(1).max(maxSeconds).optional().describe(`at most this long (default: ${defaultSeconds})`),
  cursor: z.string().optional().describe('`cursor` of the answer before: a change since then counts'),
});

export const waitTool: McpTool = defineTool({
  name: 'wait',
  about:
    'Wait until something changes, at most 50 seconds, and return the runs as they are then. Call it again with the cursor of its answer to follow a run.',
  input,
  isReading: true,
  async call({ run: name, until = 'change', seconds = defaultSeconds, cursor }, call) {
    const { place, context } = call;
    const run = name === undefined ? undefined : await findRun(place.store, name);
    let rows = await readRows(place, run);
    const since = cursor ?? cursorOf(rows);
    const isOver = createEnd({ until, since, isNamed: run !== undefined });
    const progress = createProgress(call, seconds);
    const giveUpAt = performance.now() + seconds * 1_000;
    await progress.report(rows);
    while (!isOver(rows) && performance.now() < giveUpAt) {
      await delay(pollMs, undefined, { signal: context.mcpReq.signal });
      rows = await readRows(place, run);
      await progress.report(rows);
    }
    const document = { changed: cursorOf(rows) !== since, cursor: cursorOf(rows), runs: rows };
    return toResult(document, { language: place.language });
  },
});

/** Unfinished runs and the newest ended ones, or the named run. */
async function readRows({ store }: McpPlace, run: string | undefined): Promise<readonly RunRow[]> {
  const all = await listRunRows(store, { children: run?.includes('.') ?? false });
  if (run !== undefined) return all.filter(({ id }) => id === run);
  const ended = all.filter(({ endedAt }) => endedAt !== null).slice(0, maxEnded);
  return all.filter((row) => row.endedAt === null || ended.includes(row));
}

interface WaitEnd {
  readonly until: 'change' | 'rest';
  /** The cursor before. */
  readonly since: string;
  /** False for all runs: then a new run may always begin. */
  readonly isNamed: boolean;
}

/** Whether the wait is over. Between its last entry and its lock, a run that ends looks parked: two readings must agree. */
function createEnd({ until, since, isNamed }: WaitEnd): (rows: readonly RunRow[]) => boolean {
  let last = '';
  return (rows) => {
    const cursor = cursorOf(rows);
    const isCertain = cursor === last || rows.every(({ status }) => status !== 'parked');
    last = cursor;
    if (!isCertain) return false;
    if (until === 'change') return cursor !== since || (isNamed && rows.every(({ endedAt }) => endedAt !== null));
    return rows.every(({ status }) => status !== 'running');
  };
}

const cursorOf = (rows: readonly RunRow[]): string =>
  createHash('sha256')
    .update(JSON.stringify(rows.map(({ id, status, state, openQuestions }) => [id, status, state, openQuestions])))
    .digest('base64url')
    .slice(0, 16);

/** Sends a notification at once, at each change, and every two seconds, if the client asked for progress. */
function createProgress({ context: { mcpReq } }: McpCall, total: number) {
  const progressToken = mcpReq._meta?.progressToken;
  const startedAt = performance.now();
  let [last, sentAt] = ['', startedAt];
  return {
    async report(rows: readonly RunRow[]) {
      const now = performance.now();
      const cursor = cursorOf(rows);
      if (progressToken === undefined || (cursor === last && now - sentAt < progressMs)) return;
      [last, sentAt] = [cursor, now];
      const message = rows.map(({ id, status, state }) => `${id}: ${status}, ${state}`).join('; ');
      const params = { progressToken, progress: (now - startedAt) / 1_000, total, message };
      await mcpReq.notify({ method: 'notifications/progress', params });
    },
  };
}
