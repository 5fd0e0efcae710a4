/** Queues of issues at the stand-ins for GitHub and Linear, for tests of the command. */
import { newIssueState } from '@harness/effects/testing/github-server/state';
import { linearServer } from '@harness/effects/testing/linear-server/server';
import { addIssue, issueIn } from '@harness/effects/testing/linear-server/state';
import { gitHubStage, testToken } from '@harness/effects/tracker/github/test-stage';
import { onTestFinished } from 'vitest';

export interface RemoteIssue {
  readonly isDone: boolean;
  readonly isInProgress: boolean;
  /** With their marks. */
  readonly comments: readonly string[];
}

export interface RemoteQueue {
  readonly ids: readonly string[];
  /** For the configuration. */
  readonly tracker: object;
  readonly env: Readonly<Record<string, string>>;
  /** Requests that write. */
  readonly writes: RegExp;
  before(what: RegExp, act: () => void): void;
  requests(): number;
  /** The number of issues, with those that the loop opened. */
  count(): number;
  look(id: string): RemoteIssue;
}

const createdAt = (n: number) => Date.UTC(2026, 0, 1, 0, n);
const body = 'It should exist.';

export async function onGitHub(count: number): Promise<RemoteQueue> {
  const { server, issue } = await gitHubStage();
  const ids = Array.from({ length: count }, (_, n) => {
    const added = newIssueState(server.state, {
      title: `Issue ${n}`,
      body,
      labels: new Set(['ready']),
      createdAt: new Date(createdAt(n)).toISOString(),
    });
    server.state.issues.push(added);
    return `${added.number}`;
  });
  return {
    ids,
    tracker: { kind: 'github', project: 'acme/app' },
    env: { GITHUB_TOKEN: testToken, GITHUB_API_URL: server.url },
    writes: /^(POST|PATCH|DELETE) /,
    before: server.before,
    requests: () => server.log.length,
    count: () => server.state.issues.length,
    look(id) {
      const { state, stateReason, labels, comments } = issue(id);
      const isDone = state === 'closed' && stateReason === 'completed';
      return { isDone, isInProgress: labels.has('In Progress'), comments: comments.map((one) => one.body) };
    },
  };
}

export async function onLinear(count: number): Promise<RemoteQueue> {
  const key = `lin_api_${'aB3dE'.repeat(8)}`;
  const server = await linearServer(key);
  onTestFinished(() => server.close());
  const { state } = server;
  const issues = Array.from({ length: count }, (_, n) =>
    addIssue(state, { title: `Issue ${n}`, description: body, createdAt: createdAt(n) }),
  );
  return {
    ids: issues.map(({ identifier }) => identifier),
    tracker: { kind: 'linear', project: 'App' },
    env: { LINEAR_API_KEY: key, LINEAR_API_URL: server.url },
    writes: /^Harness(Comment|Status|Create|Withdraw)/,
    before: server.before,
    requests: () => server.log.length,
    count: () => state.issues.length,
    look(id) {
      const issue = issueIn(state, id);
      const comments = state.comments.filter((one) => one.issue === issue).map((one) => one.body);
      return { isDone: issue?.state.name === 'Done', isInProgress: issue?.state.name === 'In Progress', comments };
    },
  };
}
