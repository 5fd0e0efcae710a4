/** Tests `harness run` from a plan file to a merged pull request, with the local forge. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agents, plans, product } from '../../testing/product.ts';

interface Shown {
  readonly status: string;
  readonly calls: readonly { role: string; item: string; attempt: number; outcome: string }[];
  readonly checks: readonly { command: string; green: boolean }[];
  readonly findings: readonly { status: string; text: string }[];
}

test('D-22, D-28, D-43 a plan is implemented, reviewed, fixed, run end to end, merged and filed', async () => {
  const repo = product();
  const done = await repo.run('run', '0001', '--script', agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toMatch(/merged into main as [0-9a-f]{10}; the plan is completed/);

  const shown = await repo.json<Shown>('show', await repo.newest());
  expect(shown.status).toBe('done');
  expect(shown.calls.map(({ role, item }) => `${role} ${item}`)).toEqual([
    ...['plans.implementer 0001', 'plans.reviewer 0001', 'plans.fixer 0001', 'plans.reviewer 0001'],
    ...['plans.preparer 0001', 'plans.merge-checker 0001'],
  ]);
  expect(shown.calls[0], 'D-25').toMatchObject({ role: 'plans.implementer', mode: 'exec' });
  expect(shown.findings.map(({ status }) => status)).toEqual(['fixed']);
  expect(shown.checks.map(({ command }) => command)).toEqual(['npm test', 'npm test', 'npm run e2e']);

  expect(plans(repo, 'completed')).toEqual(['0001-add-notes.md']);
  expect(readFileSync(join(repo.path, 'docs/exec-plans/completed/0001-add-notes.md'), 'utf8')).toContain(
    'status: completed',
  );
  const subjects = repo.git('log', '--format=%s', '--first-parent', 'main').split('\n');
  expect(subjects.slice(0, 3)).toEqual(['chore: complete plan 0001', 'Add notes', 'Plans']);
  expect(repo.git('status', '--porcelain')).toBe('');
  expect(
    existsSync(join(repo.path, '.harness/worktrees')) && readdirSync(join(repo.path, '.harness/worktrees')),
  ).toEqual([]);
});

test('Dd-05 a rate limit beyond the maximum wait parks the run with exit 9, and prints when to resume', async () => {
  const repo = product();
  const limited = repo.write(
    'limited.yaml',
    'version: 1\nanswers: [{ when: { role: plans.implementer }, steps: [{ fail: { kind: rate_limit, retryAfterMs: 9000000 } }] }]\n',
  );
  const parked = await repo.run('run', '0001', '--script', limited);
  expect([parked.exitCode, parked.stdout]).toEqual([9, expect.stringMatching(/parked; resume at or after/)]);
  const { runs } = await repo.json<{ runs: { status: string }[] }>('runs');
  expect(runs.map(({ status }) => status)).toEqual(['parked']);
});

describe('refusals before the start, with a command that helps', () => {
  test.each([
    ['a plan that waits for another', ['run', '0004'], 2, /depends on plans that are not completed: 0002, 0003/],
    ['a missing plan', ['run', '0009'], 2, /No plan "0009" found/],
    ['no plan at all', ['run'], 2, /run/],
    ['D-23, DO-05 an unknown phase', ['run', '1', '--phase', 'x'], 2, /all, implement, review, review-ui, fix/],
    ['D-23 a phase that needs a dev server', ['run', '1', '--phase', 'review-ui'], 2, /devServer[\s\S]*harness/],
    ['D-23 a phase without a branch', ['run', '1', '--phase', 'fix'], 2, /harness run 0001 --phase implement/],
    ['DO-05 no run to resume', ['run', '1', '--resume'], 2, /No unfinished run of plan 0001[\s\S]*harness run 0001/],
  ])('%s', async (_, args, exitCode, words) => {
    const repo = product();
    const refused = await repo.run(...args, '--script', agents);
    expect([refused.exitCode, existsSync(join(repo.path, '.harness'))]).toEqual([exitCode, false]);
    expect(refused.stderr).toMatch(words);
    expect(refused.stderr).toMatch(/harness (?:run|plan|doctor)/);
  });

  test('D-73 a dirty tree, with its files', async () => {
    const repo = product();
    repo.write('repo/src/mine.js', 'mine');
    const refused = await repo.run('run', '0001', '--script', agents);
    expect([refused.exitCode, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/src\/mine\.js[\s\S]*git stash --include-untracked/),
    ]);
  });

  test('a missing base', async () => {
    const repo = product();
    repo.git('branch', '--move', 'main', 'trunk');
    const refused = await repo.run('run', '0001', '--script', agents);
    expect([refused.exitCode, refused.stderr.includes('The base branch main does not exist')]).toEqual([2, true]);
  });
});
