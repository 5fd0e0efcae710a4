/** Compares the troubleshooting table with the refusals of `harness run`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { product } from '../testing/product.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/TROUBLESHOOTING.md'), 'utf8');
const rowAbout = (words: RegExp) => page.split('\n').find((row) => words.test(row)) ?? '';
const codeOf = async (running: Promise<{ stdout: string; exitCode: number | null }>) => {
  const { stdout, exitCode } = await running;
  return [(JSON.parse(stdout) as { error?: { code: string } }).error?.code, exitCode];
};

test('D-76 D-73 the table names the codes and exit codes of the command', async () => {
  const repo = product();
  expect(await codeOf(repo.run('run', '0042', '--json'))).toEqual(['plan.unknown', 2]);
  expect(await codeOf(repo.run('run', '0002', '--json'))).toEqual(['plan.waits', 2]);
  repo.write('repo/docs/exec-plans/active/0009-x.md', 'no plan');
  expect(await codeOf(repo.run('run', '0001', '--json'))).toEqual(['plans.disorder', 2]);
  expect(rowAbout(/plan is not found/)).toMatch(/plan\.unknown.*plans\.disorder/);
  expect(rowAbout(/picks nothing/)).toContain('plan.waits');
  repo.git('clean', '--quiet', '--force', '-d');
  repo.write('repo/mine.txt', '');
  expect(await codeOf(repo.run('run', '0001', '--json'))).toEqual(['tree.dirty', 2]);
  expect((await repo.run('run', '0001')).stderr).toContain('try: git stash --include-untracked');
  expect(rowAbout(/tree is not clean/)).toContain('`tree.dirty`, exit 2');
});
