/** The report and the proof of merged plans, and their result after the base is moved back. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { MorningReport } from '@harness/core/views/report/report';
import { expect, onTestFinished, test } from 'vitest';
import { repository } from '../testing/command.ts';

test('D-01 D-05 D-54 the report lists merged plans with their pull requests, and the proof checks them against the base', {
  timeout: 600_000,
}, async () => {
  const repo = repository();
  const { stdout, exitCode } = await repo.run('demo', 'plans');
  expect(exitCode).toBe(0);
  const [folder = ''] = /\/\S*harness-demo-\w+/.exec(stdout) ?? [];
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));

  const report = await repo.json<MorningReport>('report', '--repo', folder);
  expect(report.landed.map(({ how, base }) => `${how} ${base}`)).toEqual(Array(4).fill('merged main'));
  expect(new Set(report.landed.map(({ pull }) => pull)).size).toBe(4);
  expect(report).toMatchObject({ parked: [], needsYou: [], cost: { paidUsd: 0 } });
  expect((await repo.run('report', '--proof', '--repo', folder)).exitCode).toBe(0);

  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const [first = ''] = git('rev-list', '--max-parents=0', 'main').split('\n');
  git('checkout', '--quiet', '--detach');
  git('branch', '--force', 'main', first);
  const moved = await repo.run('report', '--proof', '--repo', folder);
  expect(moved.exitCode).toBe(1);
  expect(moved.stdout.match(/✗ \w+ is not in main/g)).toHaveLength(4);
});
