/** Builds documents in the shape of the real API, with its names and null values. */
import { gitIn, type HubState, headOf, isBehind, type PullState, type RunState } from './state.ts';

const user = (login: string | null) =>
  login === null ? null : { login, id: login.length, type: 'User', site_admin: false };

/** `full` is for a single pull request; a list has no `merged_by` and no `mergeable`. */
export function pullShape(state: HubState, pull: PullState, url: string, full: boolean) {
  const { number, title, body, draft, branch, base, mergedAt, mergedBy, mergeSha } = pull;
  const head = headOf(state, pull);
  const clean = gitIn(state.bare, 'merge-tree', '--write-tree', `refs/heads/${base}`, head) !== null;
  return {
    id: 1_000 + number,
    node_id: `PR_${number}`,
    number,
    title,
    body,
    draft,
    state: pull.state,
    locked: false,
    url: `${url}/repos/acme/app/pulls/${number}`,
    html_url: `https://github.com/acme/app/pull/${number}`,
    user: user('harness-bot'),
    closed_at: pull.state === 'open' ? null : mergedAt,
    merged_at: mergedAt,
    merge_commit_sha: mergeSha,
    labels: [...pull.labels].map((name, id) => ({ id, name, color: 'ededed', default: false, description: null })),
    head: { label: `acme:${branch}`, ref: branch, sha: head, repo: { full_name: 'acme/app' } },
    base: { label: `acme:${base}`, ref: base, sha: gitIn(state.bare, 'rev-parse', `refs/heads/${base}`) },
    ...(full
      ? {
          merged: mergedAt !== null,
          merged_by: user(mergedBy),
          mergeable: pull.state === 'open' ? clean : null,
          mergeable_state: pull.state === 'open' ? (clean ? readyState(state, pull, head) : 'dirty') : 'unknown',
          comments: 0,
        }
      : {}),
  };
}

const readyState = (state: HubState, pull: PullState, head: string) =>
  state.strict && isBehind(state, pull, head) ? 'behind' : 'clean';

export const runShape = ({ name, status, conclusion, sha, summary = '' }: RunState, id: number) => ({
  id,
  head_sha: sha,
  name,
  status,
  conclusion,
  html_url: `https://github.com/acme/app/actions/runs/9/job/${id}`,
  output: { title: conclusion, summary, text: null, annotations_count: 0 },
  app: { slug: 'github-actions' },
});

export const reviewShape = ({ by, state }: PullState['reviews'][number], id: number) => ({ id, state, user: user(by) });
export const issueShape = ({ number, state, closedBy }: PullState) => ({ number, state, closed_by: user(closedBy) });
