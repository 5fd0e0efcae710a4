import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { repository, until } from '../../testing/command.ts';
import { implementerAnswer, reviewerAnswer, script, usage } from '../../testing/scripts.ts';

const json = { risk_score: 10, requirements: [{ requirement: 'It greets.', status: 'met' }] };
const answer = { when: { role: 'plans.fidelity' }, json, usage };

test('D-62 an interrupted fidelity call is repeated under the same key, because the role only reads', async () => {
  const repo = repository();
  repo.write('repo/docs/product.md', 'It greets.\n');
  const agents = script(repo, [{ ...answer, times: 1, steps: [{ hang: true }] }, answer]);
  const { child, finished } = repo.start(['fidelity', '--spec', 'docs/product.md', '--script', agents]);
  const run = await until(async () => (await repo.newest()) || undefined);
  await until(() => (readFileSync(repo.journal(run), 'utf8').includes('"agent.started"') ? true : undefined));
  child.kill('SIGKILL');
  await finished;
  const resumed = await repo.run('resume');
  expect(resumed, resumed.stderr).toMatchObject({ exitCode: 0 });
  expect(resumed.stdout).toContain('The score is 3, within the threshold of 25.');
  const { calls } = await repo.json<{ calls: object[] }>('show', run);
  expect(calls).toMatchObject([{ role: 'plans.fidelity', mode: 'review', attempt: 1, outcome: 'ok' }]);
});

test('D-08 prints advice that reviewers repeated in several runs, so that it can become a check', async () => {
  const repo = repository();
  repo.write('repo/docs/product.md', 'It greets.\n');
  for (const name of ['open', 'close']) {
    const finding = `- [low] src/${name}.ts:3: the result of \`${name}()\` is not looked at\nNo blocking findings.`;
    const agents = script(repo, [implementerAnswer(), reviewerAnswer(finding)]);
    expect(await repo.run('converge', name, '--check', 'true', '--script', agents)).toMatchObject({ exitCode: 0 });
  }
  const { stdout } = await repo.run('fidelity', '--spec', 'docs/product.md', '--script', script(repo, [answer]));
  expect(stdout).toContain('make it a check:\n  - in 2 runs: the result of `close()` is not looked at');
});
