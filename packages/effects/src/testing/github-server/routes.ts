/** Implements the routes of the GitHub stand-in that a forge needs, with their errors. */
import { issueRoutes } from './issue-routes.ts';
import { errorReply, type GitHubRequest, invalid, pages, type Reply, replyWith } from './reply.ts';
import { issueShape, pullShape, reviewShape, runShape } from './shape.ts';
import { gitIn, type HubState, headOf, isBehind, type PullState, type RunState, tip } from './state.ts';

type Route = (asked: GitHubRequest) => Reply | null;

const withPull =
  (act: (pull: PullState, asked: GitHubRequest) => Reply): Route =>
  (asked) => {
    const pull = asked.state.pulls.find(({ number }) => number === Number(asked.params[0]));
    return pull === undefined ? errorReply(404, 'Not Found') : act(pull, asked);
  };

export const routes: readonly (readonly [RegExp, Route])[] = [
  ...issueRoutes,
  [
    /^GET \/repos\/acme\/app$/,
    ({ state: { allows } }) =>
      replyWith({
        full_name: 'acme/app',
        allow_merge_commit: allows.merge,
        allow_squash_merge: allows.squash,
        allow_rebase_merge: allows.rebase,
      }),
  ],
  [/^GET \/repos\/acme\/app\/pulls$/, listPulls],
  [/^POST \/repos\/acme\/app\/pulls$/, openPull],
  [
    /^GET \/repos\/acme\/app\/pulls\/(\d+)$/,
    withPull((pull, { state, url }) => replyWith(pullShape(state, pull, url, true))),
  ],
  [/^PATCH \/repos\/acme\/app\/pulls\/(\d+)$/, withPull(changePull)],
  [/^GET \/repos\/acme\/app\/pulls\/(\d+)\/reviews$/, withPull((pull) => pages(pull.reviews.map(reviewShape)))],
  [/^PUT \/repos\/acme\/app\/pulls\/(\d+)\/merge$/, withPull(mergePull)],
  [/^GET \/repos\/acme\/app\/issues\/(\d+)$/, withPull((pull) => replyWith(issueShape(pull)))],
  [/^POST \/repos\/acme\/app\/issues\/(\d+)\/labels$/, withPull(addLabels)],
  [
    /^POST \/repos\/acme\/app\/labels$/,
    ({ state, body }) => {
      state.labels?.add(String(body['name']));
      return replyWith({ name: body['name'] }, 201);
    },
  ],
  [
    /^GET \/repos\/acme\/app\/commits\/([0-9a-f]+)\/check-runs$/,
    ({ state, params }) => {
      const runs = runsOf(state, params[0] ?? '').map((run) => runShape(run, state.runs.indexOf(run)));
      return pages(runs, (rows) => ({ total_count: runs.length, check_runs: rows }));
    },
  ],
  [
    /^GET \/repos\/acme\/app\/actions\/jobs\/(\d+)\/logs$/,
    ({ state, params }) => {
      const log = state.runs[Number(params[0])]?.log;
      return log === undefined ? errorReply(404, 'Not Found') : { status: 200, data: null, text: log };
    },
  ],
  [
    /^GET \/repos\/acme\/app\/commits\/([0-9a-f]+)\/status$/,
    ({ state, params }) => {
      const statuses = state.statuses.filter(({ sha }) => sha === params[0]);
      // As GitHub does: without any status the state is "pending".
      return pages(statuses, (rows) => ({
        state: 'pending',
        sha: params[0],
        total_count: statuses.length,
        statuses: rows,
      }));
    },
  ],
];

/** New results of the workflow replace earlier ones. */
function runsOf(state: HubState, sha: string): readonly RunState[] {
  const nth = (state.looks.get(sha) ?? 0) + 1;
  state.looks.set(sha, nth);
  for (const run of state.ci?.(sha, nth) ?? []) {
    const known = state.runs.find((one) => one.sha === sha && one.name === run.name);
    if (known === undefined) state.runs.push({ ...run, sha });
    else Object.assign(known, run);
  }
  return state.runs.filter((run) => run.sha === sha);
}

function listPulls({ state, url, query }: GitHubRequest): Reply {
  const [head, base, wanted] = [query.get('head'), query.get('base'), query.get('state') ?? 'open'];
  const found = state.pulls.filter(
    (pull) =>
      (head === null || head === `acme:${pull.branch}`) &&
      (base === null || base === pull.base) &&
      (wanted === 'all' || wanted === pull.state),
  );
  return pages([...found].reverse().map((pull) => pullShape(state, pull, url, false)));
}

function openPull({ state, url, body }: GitHubRequest): Reply {
  const [branch, base] = [String(body['head']), String(body['base'])];
  const head = tip(state.bare, branch);
  if (head === null) return invalid({ resource: 'PullRequest', field: 'head', code: 'invalid' });
  if (state.pulls.some((pull) => pull.branch === branch && pull.base === base && pull.state === 'open'))
    return invalid({
      resource: 'PullRequest',
      code: 'custom',
      message: `A pull request already exists for acme:${branch}.`,
    });
  if (gitIn(state.bare, 'merge-base', '--is-ancestor', head, `refs/heads/${base}`) !== null)
    return invalid({ resource: 'PullRequest', code: 'custom', message: `No commits between ${base} and ${branch}` });
  const pull: PullState = {
    number: state.pulls.length + state.issues.length + 1,
    branch,
    base,
    title: String(body['title']),
    body: String(body['body']),
    state: 'open',
    draft: body['draft'] === true,
    head,
    mergedAt: null,
    mergedBy: null,
    mergeSha: null,
    closedBy: null,
    labels: new Set<string>(),
    reviews: [],
  };
  state.pulls.push(pull);
  return replyWith(pullShape(state, pull, url, true), 201);
}

function changePull(pull: PullState, { state, url, body }: GitHubRequest): Reply {
  if (body['state'] === 'open' && !state.mayReopen)
    return invalid({ resource: 'PullRequest', field: 'state', code: 'invalid', message: 'state cannot be changed.' });
  if (body['state'] === 'open') pull.state = 'open';
  if (typeof body['body'] === 'string') pull.body = body['body'];
  return replyWith(pullShape(state, pull, url, true));
}

function addLabels(pull: PullState, { state, body }: GitHubRequest): Reply {
  const labels = body['labels'] as readonly string[];
  if (labels.some((label) => state.labels !== null && !state.labels.has(label)))
    return invalid({ resource: 'Label', field: 'name', code: 'invalid' });
  for (const label of labels) pull.labels.add(label);
  return replyWith([...pull.labels].map((name) => ({ name })));
}

function mergePull(pull: PullState, { state, body }: GitHubRequest): Reply {
  const method = String(body['merge_method'] ?? 'merge') as keyof HubState['allows'];
  const head = headOf(state, pull);
  if (pull.state !== 'open' || pull.draft) return errorReply(405, 'Pull Request is not mergeable');
  if (!state.allows[method])
    return errorReply(405, `${method === 'merge' ? 'Merge commits' : method} are not allowed on this repository.`);
  if (state.protection !== '') return errorReply(405, state.protection);
  if (state.strict && isBehind(state, pull, head))
    return errorReply(405, '1 of 1 required status checks are expected.');
  if (body['sha'] !== undefined && body['sha'] !== head)
    return errorReply(409, 'Head branch was modified. Review and try the merge again.');
  const sha = mergeIntoBase(state, pull, head, method, `${body['commit_title']}\n\n${body['commit_message']}`);
  if (sha === null) return errorReply(405, 'Pull Request is not mergeable');
  markMerged(pull, head, sha, 'harness-bot');
  return replyWith({ sha, merged: true, message: 'Pull Request successfully merged' });
}

/** Merges the pull request into its base in the bare repository; returns `null` on a conflict. */
export function mergeIntoBase(
  state: HubState,
  pull: PullState,
  head: string,
  method: string,
  message: string,
): string | null {
  const base = tip(state.bare, pull.base) ?? '';
  const tree = gitIn(state.bare, 'merge-tree', '--write-tree', base, head);
  if (tree === null) return null;
  const parents = method === 'merge' ? ['-p', base, '-p', head] : ['-p', base];
  const sha = gitIn(state.bare, 'commit-tree', tree, ...parents, '-m', message) ?? '';
  gitIn(state.bare, 'update-ref', `refs/heads/${pull.base}`, sha, base);
  return sha;
}

export function markMerged(pull: PullState, head: string, sha: string, by: string): void {
  Object.assign(pull, {
    state: 'closed',
    head,
    mergeSha: sha,
    mergedBy: by,
    closedBy: by,
    mergedAt: new Date().toISOString(),
  });
}
