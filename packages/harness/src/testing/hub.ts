/** A small product with two plans and a fake GitHub server as its origin, for tests. */
import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markMerged, mergeIntoBase } from '@harness/effects/testing/github-server/routes';
import { type GitHubServer, gitHubServer } from '@harness/effects/testing/github-server/server';
import { headOf, type PullState, type RunState } from '@harness/effects/testing/github-server/state';
import { onTestFinished } from 'vitest';
import { type CommandResult, type Repository, type RunningCommand, repository } from './command.ts';
import { script } from './scripts.ts';

const usualToken = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';

export const plan = (id: string, slug: string, needs: readonly string[] = []) =>
  [
    ...['---', `id: "${id}"`, `title: "Write ${slug}"`, 'phase: "one"', 'status: active'],
    ...[
      `depends_on: ${JSON.stringify(needs)}`,
      'estimated_passes: 1',
      '---',
      '',
      '## Goal',
      '',
      `${slug} is there.`,
      '',
    ],
  ].join('\n');

const config = {
  checks: { build: 'sh check.sh', test: null, lint: null, typecheck: null },
  // The times of DO-10, shortened for tests.
  forge: { pollMs: 30, checksSettleMs: 60, checksTimeoutMs: 60_000, mergeTimeoutMs: 60_000 },
};

const body =
  '## Summary\n\nIt is there.\n\n## Scope\n\nThe plan.\n\n## Validation\n\n- sh check.sh\n\n## Follow-ups\n\nNone.\n';

type Answer = Readonly<Record<string, unknown>>;
/** Tried after the answers of a test. */
const answers: readonly Answer[] = [
  ...['0001', '0002'].map((item) => ({
    when: { role: 'plans.implementer', item },
    steps: [{ write: { path: `${item}.txt`, text: `${item}\n` } }],
    reply: 'written',
  })),
  {
    when: { role: 'plans.fixer' },
    steps: [{ write: { path: '{item}.txt', text: 'fixed {attempt}\n' } }],
    reply: 'fixed',
  },
  { when: { role: 'plans.reviewer' }, reply: '- [low] 0001.txt:1: short\nNo blocking findings.' },
  { when: { role: 'plans.preparer' }, reply: body },
  { when: { role: 'plans.merge-checker' }, reply: 'No findings. Ready to enable auto-merge.' },
];

export const agentsOf = (repo: Repository, own: readonly Answer[] = [], people: readonly Answer[] = []): string =>
  script(repo, [...own, ...answers], people);

/** A product with two committed plans. */
export function smallProduct(own: object = {}): Repository {
  const repo = repository();
  repo.write('repo/harness.config.json', JSON.stringify({ ...config, ...own }));
  repo.write('repo/check.sh', "! grep -q '<<<<<<<' *.txt\n");
  repo.write('repo/docs/exec-plans/active/0001-first.md', plan('0001', 'first'));
  repo.write('repo/docs/exec-plans/active/0002-second.md', plan('0002', 'second', ['0001']));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Plans');
  return repo;
}

type Ci = (sha: string, nth: number) => readonly Omit<RunState, 'sha'>[];
export const greenCi: Ci = () => [{ name: 'test', status: 'completed', conclusion: 'success' }];

export interface HubProduct {
  readonly repo: Repository;
  readonly server: GitHubServer;
  readonly bare: string;
  readonly env: Readonly<Record<string, string>>;
  start(...args: readonly string[]): RunningCommand;
  run(...args: readonly string[]): Promise<CommandResult>;
  /** Runs git in the repository on the server. */
  hub(...args: readonly string[]): string;
  pull(number?: number): PullState;
  /** Pushes a file to a branch on the server, as another person would. */
  pushed(branch: string, file: string, text: string): string;
  mergedByHand(number?: number): void;
  closedByHand(number?: number): void;
  /** Makes the server reject pushes to the base. */
  protect(): void;
  /** Number of requests that match, without those answered by 304. */
  paid(what: RegExp): number;
}

export async function hubProduct(ci: Ci = greenCi, own: object = {}, token = usualToken): Promise<HubProduct> {
  const repo = smallProduct(own);
  const bare = join(repo.path, '..', 'hub.git');
  repo.git('clone', '--quiet', '--bare', repo.path, bare);
  repo.git('remote', 'add', 'origin', bare);
  const server = await gitHubServer(bare, token);
  onTestFinished(() => server.close());
  const { state } = server;
  state.ci = ci;
  const env = { GITHUB_TOKEN: token, GITHUB_API_URL: server.url, GITHUB_REPOSITORY: 'acme/app' };
  const start = (...args: readonly string[]) => repo.start(args, env);
  const git = (cwd: string, ...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=ada', '-c', 'user.email=ada@localhost', ...args], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  const pull = (number = 1) => {
    const found = state.pulls.find((one) => one.number === number);
    if (found === undefined) throw new Error(`There is no pull request ${number}`);
    return found;
  };
  return {
    repo,
    server,
    bare,
    env,
    start,
    pull,
    run: (...args) => start(...args).finished,
    hub: (...args) => git(bare, ...args),
    pushed(branch, file, text) {
      const clone = join(bare, '..', `clone-${Math.random().toString(36).slice(2)}`);
      git(bare, 'clone', '--quiet', '--branch', branch, bare, clone);
      writeFileSync(join(clone, file), text);
      git(clone, 'add', '.');
      git(clone, 'commit', '--quiet', `--message=${file}`);
      git(clone, 'push', '--quiet', 'origin', `HEAD:${branch}`);
      return git(clone, 'rev-parse', 'HEAD');
    },
    mergedByHand(number) {
      const one = pull(number);
      const head = headOf(state, one);
      markMerged(one, head, mergeIntoBase(state, one, head, 'merge', 'by hand') ?? '', 'ada');
    },
    closedByHand(number) {
      const one = pull(number);
      Object.assign(one, { head: headOf(state, one), state: 'closed', closedBy: 'ada' });
    },
    protect() {
      const hook = join(bare, 'hooks', 'update');
      const no = 'echo "error: GH006: Protected branch update failed for $1." >&2; exit 1';
      writeFileSync(hook, `#!/bin/sh\n[ "$1" != refs/heads/main ] || { ${no}; }\n`);
      chmodSync(hook, 0o755);
    },
    paid: (what) => server.log.filter((one) => what.test(one.what) && one.status !== 304).length,
  };
}
