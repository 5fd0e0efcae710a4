/** Tests `harness run` for a product with a server: without a browser, and with a port in use. */
import { createServer } from 'node:http';
import { browserVariable } from '@harness/effects/browser/find';
import { expect, onTestFinished, test } from 'vitest';
import { lines } from '../../testing/command.ts';
import { script } from '../../testing/scripts.ts';
import { shownProduct } from '../../testing/shown-product.ts';

const answers = [
  {
    when: { role: 'plans.implementer' },
    steps: [{ write: { path: 'page.html', text: '<h1>Notes</h1>\n' } }],
    reply: 'a heading',
  },
  { when: { role: 'plans.reviewer' }, reply: 'No findings.' },
];

test('skips screenshots without a browser, logs one line, and continues', async () => {
  const repo = await shownProduct();
  const args = ['run', '0001', '--local-only', '--skip-e2e', '--script', script(repo, answers)];
  const done = await repo.start(args, { [browserVariable]: '/nowhere/chromium' }).finished;
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  const told = `${done.stdout}${done.stderr}`.split('\n').filter((line) => line.includes('were skipped'));
  expect(told).toEqual([expect.stringContaining('apt-get install chromium')]);
  const run = (await repo.json<{ runs: { id: string }[] }>('runs', '--all')).runs.find(({ id }) => id.includes('.'));
  const noted = lines(repo.journal(run?.id ?? '')).filter((line) => line.includes('screens.skipped'));
  expect(noted).toHaveLength(1);
});

test.each([
  ['runs during the end-to-end run, also without a browser', true, 0],
  ['is not started if the end-to-end command starts it', false, 5],
])('D-35 the server %s', async (_, forE2e, exitCode) => {
  const repo = await shownProduct({ forE2e }, { agent: { maxReviewPasses: 1 } });
  const read = `fetch('http://127.0.0.1:${repo.port}/').then((answer) => answer.text())`;
  const command = `node -e "${read}.then((text) => process.exit(text.includes('Notes') ? 0 : 1), () => process.exit(2))"`;
  const config = JSON.parse(repo.git('show', 'HEAD:harness.config.json')) as object;
  repo.write('repo/harness.config.json', JSON.stringify({ ...config, e2e: { command } }));
  repo.git('commit', '--quiet', '--all', '--message=End to end');
  const args = ['run', '0001', '--local-only', '--script', script(repo, answers)];
  const done = await repo.start(args, { [browserVariable]: '/nowhere/chromium' }).finished;
  expect(done.exitCode, `${done.stdout}${done.stderr}`).toBe(exitCode);
});

test('D-68 a port in use ends the run with the port and its holder, without a call to the fixer', async () => {
  const repo = await shownProduct({}, { e2e: { command: 'true' } });
  const other = createServer((_, answer) => answer.end('mine'));
  await new Promise<void>((resolve) => other.listen(repo.port, '127.0.0.1', resolve));
  onTestFinished(() => void other.close().closeAllConnections());
  const args = ['run', '0001', '--local-only', '--script', script(repo, answers)];
  const failed = await repo.start(args, { [browserVariable]: '/nowhere/chromium' }).finished;
  expect(failed.exitCode).toBe(1);
  const said = `${failed.stdout}${failed.stderr}`;
  expect(said).toContain(`Port ${repo.port} is in use`);
  if (process.platform === 'linux') expect(said).toContain(`pid ${process.pid}`);
  const { calls } = await repo.json<{ calls: { role: string }[] }>('show', await repo.newest());
  expect(calls.map(({ role }) => role)).toEqual(['plans.implementer', 'plans.reviewer']);
});
