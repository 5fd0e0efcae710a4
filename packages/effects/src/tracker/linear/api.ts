/** The API, the clock and the lookup of other runs, which all parts of the Linear tracker share. */
import type { WatchClock } from '../../forge/clock.ts';
import type { HasRunEnded } from '../tracker.ts';
import { TrackerError } from '../tracker-error.ts';
import type { LinearApi } from './client.ts';
import { factsQuery } from './operations.ts';
import type { IssueFacts, LinearPage } from './rows.ts';

export interface LinearParts {
  readonly api: LinearApi;
  readonly clock: WatchClock;
  readonly hasRunEnded: HasRunEnded;
}

/** An issue as Linear showed it; `null` if it is gone. */
export interface SeenIssue {
  readonly facts: IssueFacts | null;
  /** By the clock of the server. */
  readonly nowMs: number;
}

export async function seeIssue({ api, clock }: LinearParts, id: string, signal: AbortSignal): Promise<SeenIssue> {
  const answer = await ifFound(api.ask(factsQuery, { id }, signal));
  return answer === null ? { facts: null, nowMs: clock.now() } : toSeen(answer.data.issue, answer.nowMs);
}

/** A deleted issue stays in the bin for a month. */
export const toSeen = (facts: IssueFacts, nowMs: number): SeenIssue => ({
  facts: facts.trashed === true ? null : facts,
  nowMs,
});

export const isFailure = (error: unknown, code: 'tracker.not-found' | 'tracker.refused'): error is TrackerError =>
  error instanceof TrackerError && error.failure.code === code;

/** `null` if Linear does not have it. */
export async function ifFound<Value>(answer: Promise<Value>): Promise<Value | null> {
  try {
    return await answer;
  } catch (error) {
    if (isFailure(error, 'tracker.not-found')) return null;
    throw error;
  }
}

/** Limit for a server whose pages go in a circle. */
const maxPages = 1_000;

/** Reads all pages that follow the first. */
export async function followPages<Row>(
  start: LinearPage<Row>,
  next: (after: string) => Promise<LinearPage<Row>>,
): Promise<readonly Row[]> {
  const rows = [...start.nodes];
  let { hasNextPage, endCursor } = start.pageInfo;
  for (let count = 1; hasNextPage; count++) {
    if (endCursor === null || count >= maxPages)
      throw new TrackerError('tracker.unreadable', { detail: 'the pages of a list do not end' });
    const { nodes, pageInfo } = await next(endCursor);
    rows.push(...nodes);
    ({ hasNextPage, endCursor } = pageInfo);
  }
  return rows;
}
