/** Tests an unfinished run of a plan: a second run is refused, `--resume` continues it and rewrites its files. */
import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lines, until } from '../../testing/command.ts';
import { agents, plans, product } from '../../testing/product.ts';

/** Starts a run of plan 0001 and kills it while its implementer works. */
async function startAndKill() {
  const repo = product();
  const script = repo.write('slow.yaml', readFileSync(agents, 'utf8').replaceAll('sleep: 300', 'sleep: 1500'));
  const running = repo.start(['run', '0001', '--script', script]);
  await until(async () => (await repo.run('runs')).stdout.includes('running') || undefined);
  const run = await repo.newest();
  return { repo, script, run, running };
}

test('DO-05 a second run of the same plan is refused with the command that resumes, and --resume works', async () => {
  const { repo, script, run, running } = await startAndKill();
  const meanwhile = await repo.run('run', '0001', '--script', script);
  expect([meanwhile.exitCode, meanwhile.stderr]).toEqual([2, expect.stringContaining(`harness watch ${run}`)]);
  running.child.kill('SIGKILL');
  await running.finished;
  for (const args of [[], ['--phase', 'implement'], ['--phase', 'implement', '--resume']]) {
    const { exitCode, stderr } = await repo.run('run', '0001', ...args, '--script', script);
    const words = args.includes('--resume') ? 'harness run 0001 --phase implement' : `harness resume ${run}`;
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(words)]);
  }

  const folder = join(repo.path, '.orchestrator/task-runs/0001', run.slice('0001-'.length));
  rmSync(join(folder, 'run.json'));
  rmSync(join(folder, 'tokens-used.json'), { force: true });
  const done = await repo.run('run', 'add-notes', '--resume');
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(await repo.newest()).toBe(run);
  expect(plans(repo, 'completed')).toEqual(['0001-add-notes.md']);
  expect(JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'))).toMatchObject({ run, plan: '0001', end: 'done' });

  const none = await repo.run('run', '2', '--resume');
  expect([none.exitCode, none.stderr]).toEqual([2, expect.stringContaining('harness run 0002')]);
});

test('D-37, D-51, Dd-08 the files of a run match its journals, and latest points to it', async () => {
  const repo = product();
  expect((await repo.run('run', '0001', '--script', agents)).exitCode).toBe(0);
  const run = await repo.newest();
  expect(run).toMatch(/^0001-\d{8}-\d{6}$/);
  const latest = join(repo.path, '.orchestrator/task-runs/0001/latest');
  expect(`0001-${readlinkSync(latest)}`).toBe(run);
  const read = (name: string) => readFileSync(join(latest, name), 'utf8');

  expect(read('implement.out.md')).toBe('notes can be added');
  expect(read('fix.out.md')).toBe('a note without text is refused');
  expect(read('review.out.md')).toBe('No findings.');
  expect(read('findings-pass-1.md')).toContain('- [high] src/cli.js:14: a note without text is written');
  expect(read('findings-pass-2.md')).toContain('## Review\n\nNo findings.');
  expect(read('e2e-verify.out.md').split('\n')[0]).toBe('E2E verification passed.');
  expect(read('e2e-verify.log')).toContain('# pass');
  expect(read('pr-body.md').split('\n')[0]).toBe('## Summary');
  expect(read('pr-seed.md')).toContain('task/0001-add-notes into main');
  expect(read('merge.out.md')).toBe('No findings. Ready to enable auto-merge.');
  expect(existsSync(join(latest, 'e2e-verify/e2e-report/junit.xml'))).toBe(true);

  const records = lines(join(latest, 'tokens-used.json')).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(records.map(({ role, phase }) => [role, phase])).toEqual([
    ['plans.implementer', 'implement'],
    ['plans.reviewer', 'review'],
    ['plans.fixer', 'fix'],
    ['plans.reviewer', 'review'],
    ['plans.preparer', 'prepare-pr'],
    ['plans.merge-checker', 'merge-check'],
  ]);
  expect(records[0]).toMatchObject({
    plan: '0001',
    provider: 'scripted',
    model: null,
    outcome: 'ok',
    costUsd: 0.021,
    tokens: { input: 2100, output: 640, cacheRead: 0, cacheWrite: 1800 },
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
});
