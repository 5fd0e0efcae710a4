/** Tests `harness run` with a real Chromium: pages are shown, reviewed and repaired, and no process is left over. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '@harness/effects/browser/find';
import { describe, expect, test } from 'vitest';
import { lines, processesOfRun, until } from '../../testing/command.ts';
import { script } from '../../testing/scripts.ts';
import { type ShownProduct, shownProduct } from '../../testing/shown-product.ts';

const isInstalled = findBrowser(process.env).is === 'found';

interface Shown {
  readonly status: string;
  readonly calls: readonly { role: string }[];
  readonly findings: readonly { status: string; text: string; file: string }[];
}

const page = (text: string) => [{ write: { path: 'page.html', text } }];
const implementing = { when: { role: 'plans.implementer' }, steps: page('<h1>Nots</h1>\n'), reply: 'a heading' };
const fixing = { when: { role: 'plans.fixer' }, steps: page('<h1>Notes</h1>\n'), reply: 'the right one' };
const reviewing = { when: { role: 'plans.reviewer' }, reply: 'No findings.' };
const childOf = async (repo: ShownProduct) =>
  (await repo.json<{ runs: { id: string }[] }>('runs', '--all')).runs.find(({ id }) => id.includes('.'))?.id ?? '';
const roles = async (repo: ShownProduct) =>
  (await repo.json<Shown>('show', await repo.newest())).calls.map(({ role }) => role.replace('plans.', ''));

describe.skipIf(!isInstalled)('with an installed Chromium', () => {
  test('Dd-07, D-17 the page is reviewed in both sizes, and a repaired page is reviewed again', async () => {
    const repo = await shownProduct();
    const agents = script(repo, [
      implementing,
      fixing,
      reviewing,
      {
        when: { role: 'plans.ui-reviewer', attempt: 1, prompt: 'heading "Nots"' },
        steps: [{ run: 'ls -l .harness/screens' }],
        reply: '- [high] page.html:1: it says Nots',
      },
      { when: { role: 'plans.ui-reviewer', prompt: 'heading "Notes"' }, reply: 'No findings.' },
    ]);
    const done = await repo.run('run', '0001', '--local-only', '--skip-e2e', '--script', agents);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    const calls = await roles(repo);
    expect(calls.toSorted()).toEqual(
      ['implementer', 'reviewer', 'ui-reviewer', 'fixer', 'reviewer', 'ui-reviewer'].toSorted(),
    );
    const { findings } = await repo.json<Shown>('show', await repo.newest());
    expect(findings).toMatchObject([{ status: 'fixed', text: 'it says Nots' }]);
    const child = await childOf(repo);
    const journal = lines(repo.journal(child)).map((line) => JSON.parse(line) as Record<string, never>);
    const looks = journal.flatMap(
      ({ outcome }) => (outcome as { value?: { shots?: unknown[] } } | undefined)?.value?.shots ?? [],
    );
    expect(looks).toHaveLength(4);
    for (const { image } of looks as { image: { path: string } }[])
      expect(
        readFileSync(join(repo.path, '.harness/runs', child, image.path))
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG');
    expect(repo.git('show', '--stat', '--format=', 'task/0001-a-heading')).toMatch(
      /^ page\.html [^\n]*\n 1 file changed/,
    );
    expect(processesOfRun(child)).toEqual([]);
  });

  test('a server broken by the change is a finding for the fixer, with its output', async () => {
    const repo = await shownProduct({ readyTimeoutSec: 20 });
    const broken = {
      when: { role: 'plans.implementer' },
      steps: [{ write: { path: 'server.mjs', text: 'nonsense(' } }],
      reply: 'x',
    };
    const mending = {
      when: { role: 'plans.fixer', prompt: 'SyntaxError' },
      steps: [{ run: 'git show HEAD:server.mjs > server.mjs' }, ...page('<h1>Notes</h1>\n')],
      reply: 'mended',
    };
    const looking = { when: { role: 'plans.ui-reviewer' }, reply: 'No findings.' };
    const agents = script(repo, [broken, mending, reviewing, looking]);
    const done = await repo.run('run', '0001', '--local-only', '--skip-e2e', '--script', agents);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect((await roles(repo)).slice(0, 2)).toEqual(['implementer', 'fixer']);
  });

  test('kill -9 while the server runs: after the resume no server is left, and the port is free', async () => {
    const repo = await shownProduct({ command: 'touch {repo}/served; sleep 3 & wait; exec node server.mjs' });
    const looking = { when: { role: 'plans.ui-reviewer' }, reply: 'No findings.' };
    const agents = script(repo, [{ ...implementing, steps: page('<h1>Notes</h1>\n') }, reviewing, looking]);
    const { child, finished } = repo.start([
      ...['run', '0001', '--local-only', '--skip-e2e', '--sandbox', 'off', '--script', agents],
    ]);
    await until(() => (existsSync(join(repo.path, 'served')) ? true : undefined));
    const run = await childOf(repo);
    expect(processesOfRun(run).length).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await finished;
    const resumed = await repo.run('resume', '--sandbox', 'off');
    expect(resumed, `${resumed.stdout}${resumed.stderr}`).toMatchObject({ exitCode: 0 });
    expect(processesOfRun(run)).toEqual([]);
    expect(lines(repo.journal(run)).some((line) => line.includes('process.ended'))).toBe(true);
  });

  test('an interrupted run leaves no server behind', async () => {
    const repo = await shownProduct({ command: 'touch {repo}/served; exec sleep 600', readyTimeoutSec: 600 });
    const agents = script(repo, [implementing, reviewing]);
    const { child, finished } = repo.start([
      ...['run', '0001', '--local-only', '--skip-e2e', '--sandbox', 'off', '--script', agents],
    ]);
    await until(() => (existsSync(join(repo.path, 'served')) ? true : undefined));
    const run = await childOf(repo);
    child.kill('SIGINT');
    expect((await finished).exitCode).toBe(130);
    expect(processesOfRun(run)).toEqual([]);
    expect(await repo.run('stop', await repo.newest())).toMatchObject({ exitCode: 0 });
  });
});
