/** Tests runs that fail after their work was done: `harness resume` repeats only the failed step, in every workflow. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Repository, repository } from '../testing/command.ts';
import { generating, personAnswer, rightSum, taskRepository } from '../testing/command-task.ts';
import { agents, plans, product } from '../testing/product.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';
import type { Shown } from '../testing/shown.ts';
import {
  merges,
  planning,
  repositoryWithSpec,
  reviewing,
  validating,
  working,
} from '../workflows/mission/testing/script.ts';

/** Outcomes of the calls of a role in the newest run, in their order. */
async function outcomesOf(repo: Repository, role: string): Promise<readonly (string | null)[]> {
  const { calls } = await repo.json<Shown>('show', await repo.newest());
  return calls.filter((call) => call.role === role).map(({ outcome }) => outcome);
}

const text = ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`;

describe('a failed step is repeated, and the work before it is kept', () => {
  test('converge: a review that cannot be read', async () => {
    const repo = repository();
    const failing = script(repo, [implementerAnswer(), reviewerAnswer('Well.')]);
    const failed = await repo.run('converge', 'Do it', '--check', 'test -f work.txt', '--script', failing);
    expect([failed.exitCode, failed.stdout]).toEqual([4, expect.stringContaining('harness resume')]);
    expect(repo.git('branch', '--format=%(refname:short)')).toBe('main');
    const next = await repo.json<{ next: string }>();
    expect(next.next).toBe(`harness resume ${await repo.newest()}`);
    expect((await repo.run('resume')).exitCode).toBe(4);
    script(repo, [reviewerAnswer()]);
    const done = await repo.run('resume');
    expect(done.exitCode, text(done)).toBe(0);
    expect(repo.git('ls-tree', '--name-only', 'harness/do-it')).toBe('README.md\nwork.txt');
    expect(await outcomesOf(repo, 'converge.implementer')).toEqual(['ok']);
    expect(await outcomesOf(repo, 'converge.reviewer')).toEqual(['schema', 'schema', 'ok']);
    expect((await repo.run('resume', await repo.newest())).exitCode).toBe(1);
  });

  test('plan: a pull request text that cannot be read, resumed by a second run of the plan', async () => {
    const repo = product();
    const broken = readFileSync(agents, 'utf8').replace('## Summary', '## Nothing');
    const failing = repo.write('agents.yaml', broken);
    const failed = await repo.run('run', '0001', '--script', failing);
    expect(failed.exitCode, text(failed)).toBe(4);
    const run = await repo.newest();
    repo.write('agents.yaml', readFileSync(agents, 'utf8'));
    const done = await repo.run('run', '0001', '--script', failing);
    expect(done.exitCode, text(done)).toBe(0);
    expect([await repo.newest(), plans(repo, 'completed')]).toEqual([run, ['0001-add-notes.md']]);
    expect(await outcomesOf(repo, 'plans.implementer')).toEqual(['ok']);
    expect(await outcomesOf(repo, 'plans.preparer')).toEqual(['schema', 'ok']);
    expect(repo.git('branch', '--list', '*-2', '--format=%(refname:short)')).toBe('');
  });

  test('mission: a verdict that cannot be read, resumed by a second mission', async () => {
    const repo = repositoryWithSpec();
    const built = [planning({ id: 'F-001' }), reviewing(), working()];
    const file = script(repo, [...built, { when: { role: 'mission.validator' }, reply: 'It looks good to me.' }]);
    expect((await repo.run('mission', '--script', file)).exitCode).toBe(4);
    const limited = {
      when: { role: 'mission.validator' },
      steps: [{ fail: { kind: 'rate_limit', retryAfterMs: 9e6 } }],
    };
    script(repo, [...built, limited]);
    const parked = await repo.run('resume');
    expect(parked.exitCode, text(parked)).toBe(9);
    script(repo, [...built, validating()]);
    const done = await repo.run('mission', '--script', file);
    expect(done.exitCode, text(done)).toBe(0);
    expect(merges(repo)).toEqual(['Merge F-001: Feature F-001']);
    expect(await outcomesOf(repo, 'mission.worker')).toEqual(['ok']);
    expect(await outcomesOf(repo, 'mission.validator')).toEqual(['schema', 'ok']);
  });

  test('task: an evaluator that crashed; the command says where the checkout is and how to go back', async () => {
    const repo = taskRepository();
    const crash = { when: { role: 'task.evaluator' }, steps: [{ fail: { kind: 'auth' } }] };
    const people = [personAnswer('Commit', 'Commit code only (Recommended)')];
    const failed = await repo.task({ answers: [generating(rightSum), crash], people });
    expect(failed.exitCode, text(failed)).toBe(1);
    expect(failed.stdout).toMatch(/harness\/repair-sum; the changes are in your files[\s\S]*git switch main/);
    repo.asked({ answers: [generating(rightSum)], people });
    repo.git('switch', '--quiet', 'main');
    const elsewhere = await repo.run('resume');
    expect([elsewhere.exitCode, elsewhere.stderr]).toEqual([
      2,
      expect.stringContaining('git switch harness/repair-sum'),
    ]);
    repo.git('switch', '--quiet', 'harness/repair-sum');
    const done = await repo.run('resume');
    expect(done.exitCode, text(done)).toBe(0);
    expect(await outcomesOf(repo, 'task.generator-single')).toEqual(['ok']);
    expect(await outcomesOf(repo, 'task.evaluator')).toEqual(['auth', 'ok']);
    expect(repo.git('show', 'harness/repair-sum:sum.js')).toContain('a + b');
  });
});

test('a run that failed before any work was done has ended', async () => {
  const repo = repository();
  const file = script(repo, [{ when: { role: 'converge.implementer' }, steps: [{ fail: { kind: 'auth' } }] }]);
  expect((await repo.run('converge', 'Do it', '--script', file)).exitCode).toBe(1);
  expect((await repo.run('resume')).exitCode).toBe(1);
  const refused = await repo.run('resume', await repo.newest());
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('already ended')]);
});
