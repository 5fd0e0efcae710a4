/** Tests the command against GitHub and Linear: killed at each write of the tracker, and the number of its requests. */
import { spawnSync } from 'node:child_process';
import { newIssueState } from '@harness/effects/testing/github-server/state';
import { linearServer } from '@harness/effects/testing/linear-server/server';
import { addIssue } from '@harness/effects/testing/linear-server/state';
import { gitHubStage, testToken } from '@harness/effects/tracker/github/test-stage';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Repository, repository } from '../../testing/command.ts';
import { script } from '../../testing/scripts.ts';

interface Remote {
  readonly ids: readonly string[];
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly writes: RegExp;
  before(what: RegExp, act: () => void): void;
  requests(): number;
  look(id: string): { readonly isDone: boolean; readonly isInProgress: boolean; readonly comments: readonly string[] };
}

async function onGitHub(count: number): Promise<Remote> {
  const { server, issue } = await gitHubStage();
  const ids = Array.from({ length: count }, (_, n) => {
    const added = newIssueState(server.state, {
      title: `Issue ${n}`,
      body: 'It should exist.',
      labels: new Set(['ready']),
    });
    server.state.issues.push(added);
    return `${added.number}`;
  });
  return {
    ids,
    args: ['--tracker', 'github', '--project', 'acme/app'],
    env: { GITHUB_TOKEN: testToken, GITHUB_API_URL: server.url },
    writes: /^(POST|PATCH|DELETE) /,
    before: server.before,
    requests: () => server.log.length,
    look(id) {
      const { state, stateReason, labels, comments } = issue(id);
      const isDone = state === 'closed' && stateReason === 'completed';
      return { isDone, isInProgress: labels.has('In Progress'), comments: comments.map(({ body }) => body) };
    },
  };
}

async function onLinear(count: number): Promise<Remote> {
  const key = `lin_api_${'aB3dE'.repeat(8)}`;
  const server = await linearServer(key);
  onTestFinished(() => server.close());
  const { state } = server;
  const issues = Array.from({ length: count }, (_, n) =>
    addIssue(state, { title: `Issue ${n}`, description: 'It should exist.' }),
  );
  return {
    ids: issues.map(({ identifier }) => identifier),
    args: ['--tracker', 'linear', '--project', 'App'],
    env: { LINEAR_API_KEY: key, LINEAR_API_URL: server.url },
    writes: /^Harness(Comment|Status|Create|Withdraw)/,
    before: server.before,
    requests: () => server.log.length,
    look(id) {
      const issue = issues.find(({ identifier }) => identifier === id);
      const comments = state.comments.filter((one) => one.issue === issue).map(({ body }) => body);
      return { isDone: issue?.state.name === 'Done', isInProgress: issue?.state.name === 'In Progress', comments };
    },
  };
}

/** Each issue adds one file. */
function working({ ids, args, env }: Remote) {
  const repo = repository();
  repo.write('repo/harness.config.json', JSON.stringify({ checks: { lint: 'true' } }));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Settings');
  const answers = ids.flatMap((id) => {
    const files = [`issue-${id}.txt`];
    const group = { title: `add ${id}`, type: 'feat', files, changes: 'a file', invariants: [] };
    const plan = {
      goal: 'x',
      subsystems: [],
      criteria: [],
      constraints: [],
      files,
      groups: [group],
      risks: [],
      blocked: null,
    };
    return [
      { when: { role: 'issues.planner', item: id }, json: plan },
      { when: { role: 'issues.worker', item: id }, steps: [{ write: { path: files[0], text: 'x\n' } }], reply: 'done' },
      {
        when: { role: 'issues.reviewer', item: id },
        json: { verdict: 'PASS', invariants: [], warnings: [], gaps: [] },
      },
    ];
  });
  const agents = script(repo, answers);
  const start = () => repo.start(['issues', 'start', ...args, '--script', agents, '--no-input'], env);
  return { repo, start };
}

const subjectsOf = ({ git }: Repository) =>
  git('log', '--format=%s')
    .split('\n')
    .filter((subject) => /^feat/.test(subject));

describe.each([
  ['github', onGitHub, 5],
  ['linear', onLinear, 4],
] as const)('%s', (_, open, writes) => {
  test('I-19 I-49 I-50 killed at each write, an issue is claimed, commented, committed and closed once', async () => {
    const remote = await open(1);
    const { repo, start } = working(remote);
    let kills = 0;
    for (;;) {
      const { child, finished } = start();
      let isKilled = false;
      remote.before(remote.writes, () => {
        isKilled = kills < writes;
        if (isKilled) child.kill('SIGKILL');
      });
      const { exitCode, stdout, stderr } = await finished;
      if (isKilled) kills++;
      if (exitCode === null) continue;
      expect(exitCode, `${stdout}${stderr}`).toBe(0);
      expect(stdout).toContain('[HARNESS_DONE]');
      break;
    }
    const [id = ''] = remote.ids;
    const { isDone, isInProgress, comments } = remote.look(id);
    expect([kills, isDone, isInProgress]).toEqual([writes, true, false]);
    expect(comments).toEqual([expect.stringContaining('iteration 1'), expect.stringContaining('Files changed:')]);
    expect(subjectsOf(repo)).toEqual([`feat: add ${id}`]);
  });

  test('an issue costs at most eight requests, and the key is in no file', async () => {
    const remote = await open(4);
    const { repo, start } = working(remote);
    const { exitCode, stdout, stderr } = await start().finished;
    expect(exitCode, `${stdout}${stderr}`).toBe(0);
    expect(stdout.match(/^\[.*\]$/gm)).toEqual([
      ...remote.ids.map((id) => `[ISSUE_COMPLETE: ${id}]`),
      '[HARNESS_DONE]',
    ]);
    const opening = 2; // the project, and the last list
    expect(remote.requests()).toBeLessThanOrEqual(8 * remote.ids.length + opening);
    for (const secret of [testToken, 'lin_api_aB3dE'])
      expect(spawnSync('grep', ['-r', '-l', '-a', '-e', secret, repo.path]).status, secret).toBe(1);
  });
});
