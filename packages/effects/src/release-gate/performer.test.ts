import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CheckInput } from '@harness/core/effects/check';
import { judgeRelease } from '@harness/core/effects/gate';
import { act } from '@harness/core/effects/operation';
import type { PerformContext } from '@harness/core/effects/performer';
import { ok } from '@harness/core/failure/failure';
import { expect, onTestFinished, test } from 'vitest';
import type { ReleaseGateSetup } from './judge.ts';
import { releaseGatePerformer } from './performer.ts';

/** A product in a folder, and a check that is green and records its commands. */
function product(files: Readonly<Record<string, string>>) {
  const repo = mkdtempSync(join(tmpdir(), 'harness-gate-'));
  onTestFinished(() => rmSync(repo, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(repo, name)), { recursive: true });
    writeFileSync(join(repo, name), text);
  }
  const ran: string[] = [];
  const inputs: CheckInput[] = [];
  const report = { green: true, exitCode: 0, tail: '', log: { path: 'a.log', sha256: '', bytes: 0 } };
  const setup: ReleaseGateSetup = {
    repo,
    planDir: 'active',
    completedDir: 'done',
    stateDir: 'state',
    suite: ['npm test'],
    timeoutMs: 1_000,
    logs: () => 'state/logs',
    check: {
      kind: 'check',
      afterCrash: 'repeat',
      async perform(input) {
        ran.push((input as CheckInput).command);
        inputs.push(input as CheckInput);
        return { outcome: ok(report) };
      },
    },
  };
  const context = { run: 'r', key: '1/gate', signal: new AbortController().signal } as PerformContext<AbortSignal>;
  const performer = releaseGatePerformer(async () => setup);
  const judge = async (more: { everything?: boolean } = {}) =>
    (await performer.perform(act(judgeRelease, { specPath: 'spec.md', ...more }).input, context)).outcome;
  return { repo, ran, inputs, judge };
}

const plan = (tags: string) =>
  `---\nid: "0001"\ntitle: A\nphase: one\nstatus: completed\nestimated_passes: 1\nacceptance_tags: ${tags}\n---\n`;
const criteria = '## Release criteria\n- `a` "A"\n  - Tested by: `a.test.js`\n';

test('D-66 after a merge, a product that cannot pass needs no test run', async () => {
  const { ran, judge } = product({
    'spec.acceptance.md': `${criteria}- \`b\` "B"\n`,
    'a.test.js': '',
    'done/0001-a.md': plan('[a]'),
  });
  expect(await judge()).toMatchObject({ ok: true, value: { ready: false } });
  expect(ran).toEqual([]);
  expect(await judge({ everything: true })).toMatchObject({ ok: true, value: { ready: false } });
  expect(ran).toEqual(['npm test']);
});

test('D-65 tests a product before it is declared ready', async () => {
  const { repo, ran, judge } = product({
    'spec.acceptance.md': criteria,
    'a.test.js': '',
    'done/0001-a.md': plan('[a]'),
  });
  expect(await judge()).toMatchObject({ ok: true, value: { ready: true } });
  expect(ran).toEqual(['npm test']);
  expect(readdirSync(join(repo, 'state')).sort()).toEqual(['RELEASE_READY', 'release-reports']);
});

test('a spec without an acceptance file is a failure', async () => {
  const { judge } = product({ 'spec.md': '' });
  expect(await judge()).toMatchObject({ ok: false, failure: { code: 'plans.broken' } });
});

test('D-66 commands run in a clean room of the files that git does not ignore', async () => {
  const { repo, inputs, judge } = product({
    'spec.acceptance.md': criteria,
    'a.test.js': '',
    'done/0001-a.md': plan('[a]'),
    '.gitignore': '.env\nstate/\n',
    '.env': 'PLANTED=1',
  });
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@x', ...args], { cwd: repo, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'first');
  expect(await judge()).toMatchObject({ ok: true, value: { ready: true } });
  expect(inputs.map(({ commit }) => commit)).toEqual(inputs.map(() => git('rev-parse', 'HEAD')));
  writeFileSync(join(repo, 'a.test.js'), 'changed');
  inputs.length = 0;
  await judge();
  const commit = inputs[0]?.commit ?? '';
  expect(git('ls-tree', '-r', '--name-only', commit)).not.toContain('.env');
  expect(git('show', `${commit}:a.test.js`)).toBe('changed');
  expect(inputs.at(-1)?.after).toEqual(inputs.slice(0, -1).map(({ command }) => command));
});
