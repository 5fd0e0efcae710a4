/** `harness stop` on a run that no process owns. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryWithQuestion } from '../testing/asked.ts';
import { until } from '../testing/command.ts';
import { agents, product } from '../testing/product.ts';

test('stops the run even if the configuration is invalid', async () => {
  const { repo } = await repositoryWithQuestion();
  repo.write('repo/harness.config.json', '{ "nonsense": 1 }');
  const stopped = await repo.run('stop', await repo.newest());
  expect(stopped, stopped.stderr).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('has ended: stopped') });
  expect((await repo.json<{ runs: { status: string }[] }>('runs')).runs).toMatchObject([{ status: 'stopped' }]);
});

test('updates the view files of the run', async () => {
  const repo = product();
  const script = repo.write('slow.yaml', readFileSync(agents, 'utf8').replaceAll('sleep: 300', 'sleep: 9000'));
  const running = repo.start(['run', '0001', '--script', script]);
  await until(async () => (await repo.run('runs')).stdout.includes('running') || undefined);
  const run = await repo.newest();
  const file = join(repo.path, '.orchestrator/task-runs/0001', run.slice('0001-'.length), 'run.json');
  running.child.kill('SIGKILL');
  await running.finished;
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ run, end: null });
  expect(await repo.run('stop', run)).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ run, end: 'stopped' });
});
