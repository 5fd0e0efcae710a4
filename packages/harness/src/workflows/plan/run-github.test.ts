/** Tests `harness run` with a fake GitHub: from a plan file to a merged pull request, and the user's base follows. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentsOf, hubProduct } from '../../testing/hub.ts';
import { plans } from '../../testing/product.ts';

test('D-22, D-43, DO-08 two plans become two merged pull requests in sequence, without a manual pull', {
  timeout: 120_000,
}, async () => {
  const { repo, server, run, hub, pull, pushed } = await hubProduct();
  const agents = agentsOf(repo);
  pushed('main', 'theirs.txt', 'theirs'); // another commit came first
  const first = await run('run', '0001', '--script', agents);
  expect(first, `${first.stdout}${first.stderr}`).toMatchObject({ exitCode: 0 });
  expect(first.stdout).toContain('pull request 1: https://github.com/acme/app/pull/1');
  expect(first.stdout).toMatch(/merged into main as [0-9a-f]{10}; the plan is completed/);
  expect(pull()).toMatchObject({ branch: 'task/0001-first', base: 'main', mergedBy: 'harness-bot' });
  expect([...pull().labels]).toEqual(['agent/automerge']);
  expect(pull().body, 'D-34').toContain('- [low] 0001.txt:1: short'); // before the sentinel
  expect(hub('log', '--format=%s', '--first-parent', 'main').split('\n')).toEqual([
    ...['chore: complete plan 0001', 'Write first', 'theirs.txt', 'Plans', 'First'],
  ]);
  expect(hub('rev-parse', 'task/0001-first~')).toBe(hub('rev-parse', 'main~2'));
  const even = () => [repo.git('rev-parse', 'main'), repo.git('status', '--porcelain')];
  expect(even()).toEqual([hub('rev-parse', 'main'), '']);
  expect([plans(repo, 'completed'), existsSync(join(repo.path, 'theirs.txt'))]).toEqual([['0001-first.md'], true]);
  expect(server.log.length).toBeLessThan(25);

  const second = await run('run', '0002', '--script', agents);
  expect(second, `${second.stdout}${second.stderr}`).toMatchObject({ exitCode: 0 });
  expect([plans(repo, 'completed'), ...even()]).toEqual([
    ...[['0001-first.md', '0002-second.md'], hub('rev-parse', 'main'), ''],
  ]);
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
});
