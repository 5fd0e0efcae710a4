/** Tests that one harness works on any repository, with the folders that it configures. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../testing/command.ts';
import { agents, product } from '../testing/product.ts';

test('D-11, D-15, D-24 one process works on another repository with its own folders, and the result is in its git', async () => {
  const repo = product();
  repo.git('mv', 'docs/exec-plans', 'work');
  const config = JSON.parse(readFileSync(join(repo.path, 'harness.config.json'), 'utf8')) as Record<string, unknown>;
  const places = { planDir: 'work/active', completedDir: 'work/done', stateDir: 'state' };
  repo.write('repo/harness.config.json', JSON.stringify({ ...config, ...places }));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Folders of our own');
  const elsewhere = repository();
  const done = await elsewhere.start(['run', '0001', '--script', agents], { HARNESS_TARGET_REPO: repo.path }).finished;
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(repo.git('show', 'main:work/done/0001-add-notes.md'), 'D-06').toContain('status: completed');
  expect(repo.git('log', '--format=%s', '-1', 'main')).toBe('chore: complete plan 0001');
  expect(existsSync(join(repo.path, 'state/task-runs/0001/latest'))).toBe(true);
  expect(repo.git('check-ignore', 'state/task-runs')).toBe('state/task-runs');
  expect(elsewhere.git('status', '--porcelain')).toBe('');
});
