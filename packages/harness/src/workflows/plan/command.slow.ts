/** Tests the slow paths of `harness run`: end-to-end runs, a kill, and the four plans of the demo. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { repository, until } from '../../testing/command.ts';
import { agents, plans, product } from '../../testing/product.ts';

interface Shown {
  readonly checks: readonly { command: string; green: boolean }[];
  readonly findings: readonly unknown[];
}

test('D-35, D-36, D-37 a failure of the end-to-end run is fixed in the same run, and its report is kept', async () => {
  const repo = product();
  await repo.run('run', '1', '--script', agents);
  const done = await repo.run('run', 'search', '--script', agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  const run = await repo.newest();
  const { checks, findings } = await repo.json<Shown>('show', run);
  expect(checks.filter(({ command }) => command === 'npm run e2e').map(({ green }) => green)).toEqual([false, true]);
  expect(findings).toEqual([]);
  const folder = join(repo.path, '.orchestrator/task-runs/0002', run.slice('0002-'.length));
  expect(existsSync(join(folder, 'e2e-verify/e2e-report/junit.xml'))).toBe(true);
  const [pull = ''] = readdirSync(join(repo.path, '.orchestrator/forge/pulls')).filter((name) => name === '2.json');
  expect(readFileSync(join(repo.path, '.orchestrator/forge/pulls', pull), 'utf8')).toContain('## Follow-ups');
});

test('a run killed during delivery resumes to one pull request and one merge', async () => {
  const repo = product();
  const script = repo.write('slow.yaml', readFileSync(agents, 'utf8').replaceAll('sleep: 200', 'sleep: 1500'));
  const running = repo.start(['run', '0001', '--script', script]);
  await until(() => existsSync(join(repo.path, '.orchestrator/forge/pulls/1.json')) || undefined);
  running.child.kill('SIGKILL');
  await running.finished;
  const done = await repo.run('resume');
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(readdirSync(join(repo.path, '.orchestrator/forge/pulls')).filter((name) => /^\d+\.json$/.test(name))).toEqual([
    '1.json',
  ]);
  expect(repo.git('log', '--merges', '--format=%s', 'main')).toBe('Add notes');
  expect(plans(repo, 'completed')).toEqual(['0001-add-notes.md']);
});

test('the demo runs four plans, one after another, and merges them', async () => {
  const here = repository();
  const { exitCode, stdout } = await here.start(['demo', 'plans'], { HARNESS_TRUST_WITNESS: 'ask' }).finished;
  const [copy = ''] = stdout.match(/\/\S*harness-demo-\S+/) ?? [];
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  expect(exitCode, stdout).toBe(0);
  const subjects = here.git('-C', copy, 'log', '--format=%s', '--first-parent', 'main').split('\n');
  expect(subjects.filter((subject) => subject.startsWith('chore: complete plan'))).toHaveLength(4);
  expect(here.git('-C', copy, 'ls-tree', '--name-only', 'main:docs/exec-plans')).toBe('completed');
  expect(stdout.match(/ witnessed: /g)?.length).toBeGreaterThanOrEqual(4);
  for (const words of ['1 blocking finding', 'npm run e2e is red', 'pull request 4', 'merged commits'])
    expect(stdout).toContain(words);
});

test("DO-08 --local-only ends with a commit on the plan's branch; --skip-e2e skips the end-to-end run", async () => {
  const repo = product();
  const done = await repo.run('run', '0001', '--local-only', '--skip-e2e', '--script', agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(repo.git('log', '-1', '--format=%s', 'task/0001-add-notes')).toBe('Add notes');
  expect(repo.git('log', '-1', '--format=%s', 'main')).toBe('Plans');
  const { checks } = await repo.json<Shown>('show', await repo.newest());
  expect(checks.map(({ command }) => command)).toEqual(['npm test', 'npm test']);
  expect(plans(repo, 'active')).toContain('0001-add-notes.md');
});

test('Dd-04 a plan that does not converge exits 5, without a merge', async () => {
  const repo = product();
  const answers = [
    '  - { when: { role: plans.implementer }, steps: [{ write: { path: a.txt, text: a } }], reply: done }',
    '  - { when: { role: plans.fixer }, reply: fixed }',
    '  - { when: { role: plans.reviewer }, reply: "- [high] a.txt:1: wrong" }',
  ].join('\n');
  const script = repo.write('bad.yaml', `version: 1\nanswers:\n${answers}\n`);
  expect((await repo.run('run', '0001', '--skip-e2e', '--script', script)).exitCode).toBe(5);
  expect(repo.git('log', '-1', '--format=%s', 'main')).toBe('Plans');
});
