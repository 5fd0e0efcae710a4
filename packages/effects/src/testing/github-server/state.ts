/** What the stand-in for GitHub knows besides the commits: those are in a real bare repository. */
import { execFileSync } from 'node:child_process';

export interface PullState {
  readonly number: number;
  readonly branch: string;
  readonly base: string;
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  draft: boolean;
  /** The head as it was when it was closed or merged; while it is open the branch tells. */
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

export interface HubState {
  readonly bare: string;
  readonly pulls: PullState[];
  readonly runs: RunState[];
  readonly statuses: { sha: string; context: string; state: string; description: string }[];
  /** The labels that the repository has; null when any is made on the way, as GitHub does. */
  labels: Set<string> | null;
  allows: { merge: boolean; squash: boolean; rebase: boolean };
  /** Why a rule of the branch stands against merging; empty when none does. */
  protection: string;
  mayReopen: boolean;
  /** Whether a branch must have its base in it before it is merged. */
  strict: boolean;
  /** Seconds until a limit ends. */
  limitEndsAfterS: number;
  /** The workflow of the repository: called when somebody looks at the checks of a commit, with how often that was asked. */
  ci?: (sha: string, nth: number) => readonly Omit<RunState, 'sha'>[];
  readonly looks: Map<string, number>;
}

export const newState = (bare: string): HubState => ({
  bare,
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

export const isBehind = ({ bare }: HubState, { base }: PullState, head: string): boolean =>
  gitIn(bare, 'merge-base', '--is-ancestor', `refs/heads/${base}`, head) === null;

/** Git in the bare repository; null when it refuses. */
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
