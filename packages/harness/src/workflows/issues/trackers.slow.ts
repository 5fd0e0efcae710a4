/** Tests the command against GitHub and Linear: killed at each write of the tracker, and the number of its requests. */
import { spawnSync } from 'node:child_process';
import { testToken } from '@harness/effects/tracker/github/test-stage';
import { describe, expect, test } from 'vitest';
import { type Repository, repository } from '../../testing/command.ts';
import { script } from '../../testing/scripts.ts';
import { onGitHub, onLinear, type RemoteQueue } from './testing/remote-queues.ts';

/** Each issue adds one file. */
function working({ ids, tracker, env }: RemoteQueue) {
  const repo = repository();
  repo.write('repo/harness.config.json', JSON.stringify({ checks: { lint: 'true' }, tracker }));
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
  const start = () => repo.start(['issues', 'start', '--script', agents, '--no-input'], env);
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
