/** Attacks on the promise "one claim": several real processes ask for the same work at the same moment. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CommandResult, type Repository, repository, until } from '../testing/command.ts';
import { createDaemonRepository } from '../testing/night.ts';
import { agents, plans, product } from '../testing/product.ts';
import { script } from '../testing/scripts.ts';

const rounds = Number(process.env['HARNESS_ROUNDS'] ?? 2);
const several = Array.from({ length: rounds }, (_, n) => n + 1);

const together = (repo: Repository, count: number, args: readonly string[]): Promise<CommandResult[]> =>
  Promise.all(Array.from({ length: count }, () => repo.start(args).finished));

const codes = (results: readonly CommandResult[]) => results.map(({ exitCode }) => exitCode).sort();
const runsOf = async (repo: Repository) => (await repo.json<{ runs: { workflow: string }[] }>('runs')).runs;

describe.each(several)('one claim, round %d', () => {
  test('harness run: one of five processes carries the plan out, the others name its run', async () => {
    const repo = product();
    const before = Number(repo.git('rev-list', '--count', '--first-parent', 'main'));
    const results = await together(repo, 5, ['run', '0001', '--script', agents, '--no-input']);
    expect(codes(results)).toEqual([0, 2, 2, 2, 2]);
    for (const { exitCode, stderr } of results) if (exitCode !== 0) expect(stderr).toMatch(/0001/);
    expect(await runsOf(repo)).toHaveLength(1);
    expect(plans(repo, 'completed')).toHaveLength(1);
    const merges = repo.git('log', '--first-parent', '--merges', '--format=%s', 'main').split('\n').filter(Boolean);
    expect(merges.length, `${before} before`).toBeLessThanOrEqual(2); // the change and the move of the plan file
    const again = await repo.run('run', '0001', '--script', agents, '--no-input');
    expect(again.exitCode).toBe(2);
  });

  test('harness mission: one of three processes starts it, the others do not drive it', async () => {
    const repo = repository();
    writeFileSync(join(repo.path, 'SPEC.md'), '# Spec\n\nA file a.txt.\n');
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '-m', 'Spec');
    const slow = script(repo, [{ when: { role: 'mission.planner' }, steps: [{ run: 'sleep 4' }], reply: 'none' }]);
    const results = await together(repo, 3, ['mission', 'SPEC.md', '--script', slow, '--no-input']);
    expect((await runsOf(repo)).filter(({ workflow }) => workflow === 'mission')).toHaveLength(1);
    expect(results.filter(({ exitCode }) => exitCode === 1 || exitCode === 2).length).toBeGreaterThanOrEqual(2);
  });

  test('harness task: one of four processes works in the checkout', async () => {
    const repo = repository();
    const slow = script(repo, [{ when: { role: 'task.planner' }, steps: [{ run: 'sleep 4' }], reply: 'none' }]);
    const results = await together(repo, 4, ['task', 'Add a file', '--script', slow, '--no-input']);
    expect(results.filter(({ exitCode }) => exitCode === 1)).toHaveLength(3);
    expect(await runsOf(repo)).toHaveLength(1);
  });

  test('one checkout: a mission that works in it is refused while a task works there', async () => {
    const repo = repository();
    writeFileSync(join(repo.path, 'SPEC.md'), '# Spec\n\nA file a.txt.\n');
    writeFileSync(join(repo.path, 'harness.config.json'), JSON.stringify({ branchIsolation: { enabled: false } }));
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '-m', 'Spec');
    const planner = { when: { role: 'task.planner-single' }, steps: [{ sleep: 10_000 }], reply: 'none' };
    const slow = script(repo, [planner], [{ when: { header: 'Convention Scan' }, choose: 'Skip' }]);
    const alone = ['--mode', 'single', '--model-config', 'balanced'];
    const task = repo.start(['task', 'Add a file', ...alone, '--script', slow, '--no-input']);
    await until(async () => (await repo.newest()) || undefined);
    const mission = await repo.run('mission', 'SPEC.md', '--allow-dirty', '--script', slow, '--no-input');
    expect(mission).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('(checkout)') });
    expect((await runsOf(repo)).map(({ workflow }) => workflow)).toEqual(['task']);
    await task.finished;
  });

  test('harness resume: one of four processes drives a killed run', async () => {
    const repo = product();
    const first = repo.start(['run', '0001', '--script', agents, '--no-input']);
    const run = await until(async () => (await repo.newest()) || undefined);
    first.child.kill('SIGKILL');
    await first.finished;
    const results = await together(repo, 4, ['resume', run, '--no-input']);
    expect(codes(results)).toEqual([0, 1, 1, 1]);
  });

  test('harness run against the daemon: the plan is carried out once', async () => {
    const repo = createDaemonRepository();
    await repo.begin();
    const [, ...results] = await Promise.all([
      repo.daemon('resume'),
      ...Array.from({ length: 3 }, () => repo.start(['run', '0001', '--script', repo.agents, '--no-input']).finished),
    ]);
    await until(() => (repo.completed().length > 0 ? true : undefined));
    expect(results.filter(({ exitCode }) => exitCode === 0).length).toBeLessThanOrEqual(1);
    const started = readdirSync(join(repo.path, '.harness/runs')).filter((run) =>
      readFileSync(repo.journal(run), 'utf8').split('\n')[0]?.includes('"machine":"plan"'),
    );
    expect(started).toHaveLength(1);
  });

  test('two daemons: the second is refused', async () => {
    const repo = createDaemonRepository();
    const results = await Promise.all([
      repo.begin().catch(() => null),
      ...Array.from(
        { length: 2 },
        () => repo.start(['daemon', 'start', '--port', '0', '--detach', '--script', repo.agents]).finished,
      ),
    ]);
    expect(results).toHaveLength(3);
    expect((await repo.run('daemon', 'status')).exitCode).toBe(0);
    await repo.run('daemon', 'stop');
  });
});
