import { testFolder } from '../../test-folder.ts';
import { addIssue, first, type IssueState, issueIn, newTeam, statusOf } from '../../testing/linear-server/state.ts';
import { type IssueFacts, type TrackerPeople, type TrackerStage, trackerStage } from '../test-stage.ts';
import { trackerContract } from '../tracker.contract.ts';
import { deeds, linearStage, testScope } from './test-stage.ts';

async function linearContractStage(): Promise<TrackerStage> {
  const { server, open } = await linearStage();
  return trackerStage({
    folder: await testFolder(),
    scope: testScope,
    people: peopleOf(server),
    tracker: async (hasRunEnded) => open({ hasRunEnded }),
    cut: (nth, when) => server.trouble(/^Harness(?:Comment|Withdraw|Status|Create) /, `cut-${when}`, 1, nth),
    isCut: () => server.log.some(({ status }) => status === 0),
    requests: () => server.log.length,
  });
}

function peopleOf(server: Awaited<ReturnType<typeof linearStage>>['server']): TrackerPeople {
  const { state } = server;
  state.issues.splice(0);
  const team = first(state.teams);
  const later = { id: crypto.randomUUID(), name: 'later', team };
  state.labels.push(later);
  const issueOf = (id: string): IssueState => {
    const issue = issueIn(state, id);
    if (issue === undefined) throw new Error(`There is no issue ${id}`);
    return issue;
  };
  const statusMutation = (id: string, name: string) => void Object.assign(issueOf(id), { state: statusOf(team, name) });
  return {
    add({ title, body = 'Do it.', priority = 0, labels, blockedBy = [], isElsewhere, minute }) {
      const other = newTeam('WEB');
      const issue = addIssue(state, {
        title,
        description: body,
        priority,
        labels: labels === undefined ? [first(state.labels)] : [later],
        createdAt: Date.UTC(2026, 0, 1, 0, minute ?? state.issues.length + 1),
        ...(isElsewhere ? { team: other, state: statusOf(other, 'Todo'), project: null } : {}),
      });
      for (const id of blockedBy) issue.inverse.push({ type: 'blocks', from: issueOf(id) });
      return issue.identifier;
    },
    close: (id, as) => statusMutation(id, as === 'done' ? 'Done' : 'Canceled'),
    reopen: (id) => statusMutation(id, 'Todo'),
    unlabel: (id) => void Object.assign(issueOf(id), { labels: [later] }),
    move: (id) => void deeds.moved(server, issueOf(id)),
    edit(id, { title, body }) {
      const issue = issueOf(id);
      issue.title = title ?? issue.title;
      issue.description = body ?? issue.description;
    },
    comment(id, text) {
      const by = { id: crypto.randomUUID(), name: 'ada' };
      state.comments.push({ id: crypto.randomUUID(), body: text, createdAt: state.now(), issue: issueOf(id), by });
    },
    remove: (id) => void deeds.gone(server, issueOf(id)),
    look: (id) => factsOf(issueIn(state, id), state.comments),
    count: () => state.issues.length,
  };
}

function factsOf(
  issue: IssueState | undefined,
  comments: readonly { readonly issue: IssueState; readonly body: string }[],
): IssueFacts | null {
  if (issue === undefined) return null;
  const { type, name } = issue.state;
  const closed = type === 'completed' ? 'done' : type === 'canceled' ? 'cancelled' : null;
  return {
    status: closed ?? (name === testScope.inProgressStatus ? 'in progress' : 'open'),
    title: issue.title,
    labels: issue.labels.map((label) => label.name),
    comments: comments.filter((comment) => comment.issue === issue).map(({ body }) => body),
  };
}

trackerContract('Linear', { hasStatuses: true }, linearContractStage);
