/** Holds the state of the GitHub stand-in; its commits are in a real bare repository. */
import { execFileSync } from 'node:child_process';

export interface PullState {
  readonly number: number;
  readonly branch: string;
  readonly base: string;
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  draft: boolean;
  /** The head when it was closed or merged; while it is open, the branch counts. */
  head: string;
  mergedAt: string | null;
  mergedBy: string | null;
  mergeSha: string | null;
  closedBy: string | null;
  readonly labels: Set<string>;
  readonly reviews: { by: string; state: string }[];
}

export interface RunState {
  readonly sha: string;
  readonly name: string;
  status: string;
  conclusion: string | null;
  readonly summary?: string;
  readonly log?: string;
}

export interface IssueState {
  readonly number: number;
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  stateReason: string | null;
  readonly labels: Set<string>;
  readonly comments: { id: number; body: string; by: string; association: string; at: string }[];
  /** Numbers of the issues that block it. */
  readonly blockedBy: number[];
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  /** The repository that it is in; `moved` is another one. */
  place: 'here' | 'moved' | 'deleted';
  isLocked: boolean;
  isPull: boolean;
}

export interface HubState {
  readonly bare: string;
  readonly issues: IssueState[];
  /** Id of the newest comment. */
  lastComment: number;
  /** Whether an issue says how many issues block it; older servers do not. */
  hasDependencySummary: boolean;
  readonly pulls: PullState[];
  readonly runs: RunState[];
  readonly statuses: { sha: string; context: string; state: string; description: string }[];
  /** Existing labels; `null` creates any label on use, as GitHub does. */
  labels: Set<string> | null;
  allows: { merge: boolean; squash: boolean; rebase: boolean };
  /** Message of a branch rule that prevents merging; empty if there is none. */
  protection: string;
  mayReopen: boolean;
  /** Whether a branch must contain its base before it is merged. */
  strict: boolean;
  /** Seconds until a limit ends. */
  limitEndsAfterS: number;
  /** The CI of the repository: called for each request of a commit's checks, with the number of that request. */
  ci?: (sha: string, nth: number) => readonly Omit<RunState, 'sha'>[];
  readonly looks: Map<string, number>;
}

export const newState = (bare: string): HubState => ({
  bare,
  issues: [],
  lastComment: 0,
  hasDependencySummary: true,
  pulls: [],
  runs: [],
  statuses: [],
  labels: null,
  allows: { merge: true, squash: true, rebase: true },
  protection: '',
  mayReopen: true,
  strict: false,
  limitEndsAfterS: 40,
  looks: new Map(),
});

/** In seconds, as the real API tells times. */
export const now = (): string => new Date().toISOString().replace(/\.\d+/, '');

export const newIssueState = (
  { issues, pulls }: HubState,
  issue: Partial<IssueState> & Pick<IssueState, 'title'>,
): IssueState => ({
  number: issues.length + pulls.length + 1,
  body: null,
  state: 'open',
  stateReason: null,
  labels: new Set(),
  comments: [],
  blockedBy: [],
  createdAt: now(),
  updatedAt: now(),
  closedAt: null,
  place: 'here',
  isLocked: false,
  isPull: false,
  ...issue,
});

export const isBehind = ({ bare }: HubState, { base }: PullState, head: string): boolean =>
  gitIn(bare, 'merge-base', '--is-ancestor', `refs/heads/${base}`, head) === null;

/** Runs git in the bare repository; returns `null` if it fails. */
export function gitIn(bare: string, ...args: string[]): string | null {
  const who = { NAME: 'GitHub', EMAIL: 'noreply@github.com' };
  const env = {
    ...process.env,
    ...Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((as) => Object.entries(who).map(([k, v]) => [`GIT_${as}_${k}`, v])),
    ),
  };
  try {
    return execFileSync('git', args, { cwd: bare, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  } catch (error) {
    if ((error as { status?: number | null }).status == null) throw error;
    return null;
  }
}

export const tip = (bare: string, branch: string): string | null =>
  gitIn(bare, 'rev-parse', '--quiet', '--verify', `refs/heads/${branch}`);

export const headOf = (state: HubState, pull: PullState): string =>
  pull.state === 'open' ? (tip(state.bare, pull.branch) ?? pull.head) : pull.head;
