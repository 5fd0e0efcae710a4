/** Sets up GitHub Issues on a fake server, and people who use them, for tests. */
import type { TrackerScope } from '@harness/core/tracker/issue';
import { onTestFinished } from 'vitest';
import { testFolder } from '../../test-folder.ts';
import { type GitHubServer, gitHubServer } from '../../testing/github-server/server.ts';
import { type IssueState, newIssueState, now } from '../../testing/github-server/state.ts';
import { type TrackerPeople, type TrackerStage, trackerStage } from '../test-stage.ts';
import { gitHubTracker } from './tracker.ts';

export const gitHubScope: TrackerScope = {
  kind: 'github',
  project: 'acme/app',
  team: 'MB90',
  label: 'ready',
  inProgressStatus: 'In Progress',
  doneStatus: 'Done',
};

export const testToken = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';

export interface GitHubStage extends TrackerStage {
  readonly server: GitHubServer;
  issue(id: string): IssueState;
}

export async function gitHubStage(patienceMs?: number): Promise<GitHubStage> {
  const folder = await testFolder();
  const server = await gitHubServer(folder, testToken);
  onTestFinished(() => server.close());
  const access = { api: server.url, token: testToken, ...(patienceMs === undefined ? {} : { patienceMs }) };
  const issueOf = (id: string) => {
    const found = server.state.issues.find(({ number, place }) => number === Number(id) && place === 'here');
    if (found === undefined) throw new Error(`There is no issue ${id}`);
    return found;
  };
  const stage = trackerStage({
    folder,
    scope: gitHubScope,
    people: peopleOf(server, issueOf),
    cut: (nth, when) => server.trouble(/^(POST|PATCH|DELETE) /, `cut-${when}`, 1, nth),
    isCut: () => server.log.some(({ status }) => status === 0),
    requests: () => server.log.length,
    tracker: async (hasRunEnded) => gitHubTracker({ ...access, hasRunEnded }),
  });
  return { ...stage, server, issue: issueOf };
}

function peopleOf({ state }: GitHubServer, issueOf: (id: string) => IssueState): TrackerPeople {
  const change = (id: string, to: Partial<IssueState>) => void Object.assign(issueOf(id), { updatedAt: now(), ...to });
  return {
    add({ title, body = 'Do it.', priority = 0, labels = ['ready'], blockedBy = [], isElsewhere, minute }) {
      const at = new Date(Date.UTC(2026, 0, 1, 0, minute ?? state.issues.length)).toISOString();
      const issue = newIssueState(state, {
        title,
        body,
        labels: new Set([
          ...labels,
          ...(priority === 0 ? [] : [state.issues.length % 2 ? `P${priority - 1}` : `priority:${priority}`]),
        ]),
        createdAt: at.replace(/\.\d+/, ''),
        place: isElsewhere ? 'moved' : 'here',
      });
      issue.blockedBy.push(...blockedBy.map(Number));
      state.issues.push(issue);
      return String(issue.number);
    },
    close: (id, as) =>
      change(id, { state: 'closed', stateReason: as === 'done' ? 'completed' : 'not_planned', closedAt: now() }),
    reopen: (id) => {
      issueOf(id).labels.delete(gitHubScope.inProgressStatus);
      change(id, { state: 'open', stateReason: 'reopened', closedAt: null });
    },
    unlabel: (id) => void issueOf(id).labels.delete('ready'),
    move: (id) => change(id, { place: 'moved' }),
    edit: (id, to) => change(id, to),
    comment: (id, body) =>
      void issueOf(id).comments.push({ id: ++state.lastComment, body, by: 'ada', association: 'NONE', at: now() }),
    remove: (id) => change(id, { place: 'deleted' }),
    look(id) {
      const found = state.issues.find(({ number, place }) => number === Number(id) && place === 'here');
      if (found === undefined) return null;
      const { title, labels, comments, stateReason } = found;
      const isActive = labels.has(gitHubScope.inProgressStatus);
      const status =
        found.state === 'open'
          ? isActive
            ? 'in progress'
            : 'open'
          : stateReason === 'completed'
            ? 'done'
            : 'cancelled';
      return { status, title, labels: [...labels], comments: comments.map(({ body }) => body) };
    },
    count: () => state.issues.length,
  };
}
