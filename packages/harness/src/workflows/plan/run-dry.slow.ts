/** Tests `harness run … --dry-run`: lists every call for a plan, and changes nothing. */
import { join } from 'node:path';
import type { DryRun } from '@harness/core/dry-run/document';
import { expect, test } from 'vitest';
import { type Repository, repository } from '../../testing/command.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { agents, product } from '../../testing/product.ts';

async function dryRun(repo: Repository, ...args: readonly string[]): Promise<DryRun> {
  const before = fingerprint(repo.path);
  const { exitCode, stdout, stderr } = await repo.run('run', ...args, '--dry-run', '--json');
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(fingerprint(repo.path)).toEqual(before);
  return (JSON.parse(stdout) as { dryRun: DryRun }).dryRun;
}

test('DO-05, D-02 a whole run: implementation and delivery, with the plan, the context and the estimated cost', async () => {
  const repo = product();
  repo.write('repo/docs/context/prepare-pr.md', 'MENTION THE TICKET');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Context');
  const found = await dryRun(repo, '0001', '--provider', 'claude', '--model', 'sonnet');
  expect(found).toMatchObject({ workflow: 'plan', title: '0001 Add notes', branch: 'task/0001-add-notes' });
  expect(found.calls.map(({ role, when, times }) => [role, when, times.most])).toEqual([
    ['plans.implementer', 'always', 1],
    ['plans.reviewer', 'always', 1],
    ['plans.preparer', 'always', 1],
    ['plans.merge-checker', 'always', 1],
    ['plans.fixer', 'after-setback', 4],
    ['plans.reviewer', 'after-setback', 4],
  ]);
  expect(found.checks.map(({ command }) => command)).toEqual(['npm test', 'npm run e2e']);
  const preparer = found.calls.find(({ role }) => role === 'plans.preparer');
  expect(preparer?.prompt).toMatch(/untrusted[^<]*MENTION THE TICKET/);
  expect(preparer?.stable).not.toContain('TICKET');
  expect(found.calls[0]?.prompt).toContain('puts a note at the end of the list');
  expect(found.totals.calls).toEqual({ least: 4, most: 12 });
  expect(found.totals.costUsd?.most).toBeGreaterThan(0);
});

test('DO-05, D-23, D-77 one phase, from any folder, with the real change of the branch', async () => {
  const repo = product();
  await repo.run('run', '0001', '--phase', 'implement', '--script', agents);
  const elsewhere = repository();
  const { stdout } = await elsewhere.run(
    'run',
    '0001',
    '--phase',
    'review',
    '--dry-run',
    '--json',
    '--repo',
    repo.path,
  );
  const { calls } = (JSON.parse(stdout) as { dryRun: DryRun }).dryRun;
  expect(calls.map(({ role }) => role)).toEqual(['plans.reviewer']);
  expect(calls[0]?.prompt).toContain('+export const append');
  const refused = await repo.run('run', '0001', '--phase', 'fix', '--dry-run');
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('--phase review')]);
});

test('DO-05, D-67, D-73 files of an earlier run do not make the tree dirty; files of the user do, and are listed', async () => {
  const repo = product();
  expect((await repo.run('run', '0001', '--phase', 'implement', '--script', agents)).exitCode).toBe(0);
  expect(repo.git('status', '--porcelain')).toBe('');
  expect(repo.git('check-ignore', join('.orchestrator', 'task-runs'))).not.toBe('');
  repo.write('repo/mine.txt', 'x');
  expect((await dryRun(repo, '0001')).obstacles.map(({ code }) => code)).toContain('tree.dirty');
});
