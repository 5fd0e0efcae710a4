/** Sets up a tracker with a fake Linear server, people who change issues, and a clock that a test drives. */
import type { TrackerScope } from '@harness/core/tracker/issue';
import { onTestFinished } from 'vitest';
import type { WatchClock } from '../../forge/clock.ts';
import { type LinearServer, linearServer } from '../../testing/linear-server/server.ts';
import { addIssue, first, type IssueState, newTeam, statusOf } from '../../testing/linear-server/state.ts';
import type { Tracker, TrackerTask } from '../tracker.ts';
import { TrackerError } from '../tracker-error.ts';
import { type LinearSettings, linearTracker } from './tracker.ts';

export const testKey = `lin_api_${'aB3dE'.repeat(8)}`;

export const testScope: TrackerScope = {
  kind: 'linear',
  project: 'App',
  team: 'MB90',
  label: 'ready',
  inProgressStatus: 'In Progress',
  doneStatus: 'Done',
};

/** Changes of people to an issue, by the name that the harness has for each. */
export const deeds = {
  closed: (server, issue) => Object.assign(issue, { state: statusOf(first(server.state.teams), 'Canceled') }),
  relabelled: (_, issue) => Object.assign(issue, { labels: [] }),
  moved: (server, issue) => {
    const team = newTeam('OTHER');
    server.state.teams.push(team);
    issue.earlier.push(issue.identifier);
    Object.assign(issue, { team, identifier: 'OTHER-1', state: statusOf(team, 'Todo') });
  },
  gone: ({ state }, issue) => state.issues.splice(state.issues.indexOf(issue), 1),
} as const satisfies Record<string, (server: LinearServer, issue: IssueState) => unknown>;

export async function linearStage() {
  const server = await linearServer(testKey);
  onTestFinished(() => server.close());
  const clock: WatchClock & { nowMs: number } = {
    nowMs: Date.parse('2026-11-19T12:00:00Z'),
    now: () => clock.nowMs,
    async pause(ms, signal) {
      clock.nowMs += ms;
      signal.throwIfAborted();
    },
  };
  server.state.now = () => clock.nowMs++; // no two times are equal
  const ended = new Map<string, boolean | null>();
  const open = (own: Partial<LinearSettings> = {}): Tracker =>
    linearTracker({
      key: testKey,
      endpoint: server.url,
      hasRunEnded: async (run) => ended.get(run) ?? false,
      clock,
      ...own,
    });
  return {
    server,
    clock,
    /** Whether a run has ended; runs that are not named are active. */
    ended,
    open,
    tracker: open(),
    issue: addIssue(server.state, { description: 'It adds a total.' }),
    /** The operations of all requests so far. */
    asked: () => server.log.map(({ what }) => what.replace(/ .*/s, '')),
    comments: () => server.state.comments.map(({ body }) => body),
  };
}

export const taskOf = (run = 'run-1', key = '3/claim', own: Partial<TrackerTask> = {}): TrackerTask => ({
  effect: `${run}/${key}`,
  run,
  isRetry: false,
  signal: new AbortController().signal,
  skip: async () => {},
  ...own,
});

export const retryOf = (task: TrackerTask): TrackerTask => ({ ...task, isRetry: true });

/** The failure of an operation; `null` if it succeeded. */
export const failureOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    (error: unknown) => {
      if (error instanceof TrackerError) return error.failure;
      throw error;
    },
  );
