/** Tests `harness mission` through the command: planned, built, validated and merged; and its refusals. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Repository } from '../../testing/command.ts';
import { script } from '../../testing/scripts.ts';
import type { Shown } from '../../testing/shown.ts';
import {
  featureLines,
  merges,
  planning,
  repositoryWithSpec,
  reviewing,
  validating,
  working,
} from './testing/script.ts';

const lanes = { parallelWorkers: { max: 2 } };
const inHarness = ({ path }: Repository, name: string) => join(path, '.harness', name);

test('M-01, M-11, M-29 a spec becomes merged features in two lanes', async () => {
  const repo = repositoryWithSpec(lanes);
  const agents = script(repo, [
    planning({ id: 'F-001' }, { id: 'F-002' }, { id: 'F-003', dependsOn: ['F-001'], verify: '`test -f F-001.txt`' }),
    reviewing('accept-with-notes'),
    working(),
    validating('failing', { item: 'F-002', attempt: 1 }, 'the file is empty'),
    validating(),
  ]);
  const done = await repo.run('mission', '--script', agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(featureLines(repo), 'M-03').toEqual(['F-001 passed 1', 'F-002 passed 2', 'F-003 passed 1']);
  expect([...merges(repo)].sort()).toEqual([
    'Merge F-001: Feature F-001',
    'Merge F-002: Feature F-002',
    'Merge F-003: Feature F-003',
  ]);
  expect(repo.git('show', 'main:F-002.txt')).toBe('attempt 2');
  expect(readFileSync(join(repo.path, 'F-003.txt'), 'utf8')).toBe('attempt 1\n');
  expect(readFileSync(inHarness(repo, 'validation-contract.md'), 'utf8'), 'M-04').toContain(
    '### VAL-CORE-001: F-001 is there',
  );
  expect(readFileSync(inHarness(repo, 'plan-review.md'), 'utf8')).toContain('VERDICT: accept-with-notes');
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(repo.git('branch', '--list', '--format=%(refname:short)')).toBe('main');
  expect(repo.git('status', '--porcelain', '--', ':(exclude).harness')).toBe('');
  expect(done.stdout).toMatch(/3 of 3 features merged into main/);

  const run = await repo.newest();
  const shown = await repo.json<Shown>('show', run);
  expect(shown).toMatchObject({ status: 'done', state: 'done', costUsd: 0.1 });
  expect(shown.calls.map(({ role, attempt }) => `${role} ${attempt}`).slice(0, 2)).toEqual([
    'mission.planner 1',
    'mission.plan-reviewer 1',
  ]);
  expect(shown.checks.filter(({ command }) => command === 'test -f F-001.txt').map(({ green }) => green)).toContain(
    true,
  );
  expect(shown.commits).toHaveLength(3);
});

describe('refusals before the start, with a command that helps', () => {
  test('a plan with defects: all defects at once, with their ids', async () => {
    const repo = repositoryWithSpec();
    repo.write('repo/.harness/features.json', JSON.stringify([{ id: 'F-1', claims: ['VAL-X-1'], dependsOn: ['F-9'] }]));
    repo.write('repo/.harness/validation-contract.md', 'VAL-Y-1: nobody claims this');
    const refused = await repo.run('mission', '--provider', 'scripted', '--script', script(repo, []));
    expect(refused.exitCode).toBe(2);
    for (const words of ['missing-dependency', 'F-9', 'unknown-claim', 'VAL-X-1', 'unclaimed-assertion', 'VAL-Y-1'])
      expect(refused.stderr).toContain(words);
  });

  test.each([
    ['no spec', (repo: Repository) => repo.git('rm', '--quiet', '-f', 'SPEC.md'), /SPEC\.md/],
    ['a dirty tree', (repo: Repository) => repo.write('repo/mine.txt', 'x'), /mine\.txt/],
  ])('%s exits 2', async (_, spoil, words) => {
    const repo = repositoryWithSpec();
    spoil(repo);
    const refused = await repo.run('mission', '--script', script(repo, []));
    expect([refused.exitCode, existsSync(inHarness(repo, 'runs'))]).toEqual([2, false]);
    expect(refused.stderr).toMatch(words);
    expect(refused.stderr).toMatch(/harness mission/);
  });

  test('an unsupported setting', async () => {
    const repo = repositoryWithSpec({ branchIsolation: { enabled: false, onPass: 'pr' } });
    const refused = await repo.run('mission', '--script', script(repo, []));
    expect([refused.exitCode, refused.stderr.includes('onPass')]).toEqual([2, true]);
  });
});
