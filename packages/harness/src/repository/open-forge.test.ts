import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckInput } from '@harness/core/effects/check';
import type { PerformContext, Performer } from '@harness/core/effects/performer';
import { ok } from '@harness/core/failure/failure';
import { expect, onTestFinished, test } from 'vitest';
import { openForge } from './open-forge.ts';

const context: PerformContext<AbortSignal> = {
  run: 'r',
  key: 'k',
  interrupted: false,
  earlier: undefined,
  signal: new AbortController().signal,
  allowances: () => [],
  note: async () => {},
  report: () => {},
};
const task = { effect: 'r/k', run: 'r', key: 'k', signal: context.signal, context };

test('a repository without a remote has the local forge in its state folder, with its own checks as CI', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'harness-forge-')));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const checks = { test: 'the tests', build: null, lint: null, typecheck: null, timeoutMs: 77, reports: ['out/*.xml'] };
  writeFileSync(join(root, 'harness.config.json'), JSON.stringify({ stateDir: 'state', checks }));
  git('init', '--quiet', '-b', 'main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
  git('add', '.');
  git('commit', '--quiet', '-m', 'first');
  git('commit', '--quiet', '--allow-empty', '-m', 'second');
  const [head, base] = [git('rev-parse', 'HEAD'), git('rev-parse', 'HEAD~')];
  git('branch', 'task/x');
  git('reset', '--quiet', '--hard', base);

  const asked: CheckInput[] = [];
  const log = { path: 'artifacts/x.log', sha256: '', bytes: 0 };
  const performer: Performer<AbortSignal> = {
    kind: 'check',
    afterCrash: 'repeat',
    async perform(input) {
      asked.push(input as CheckInput);
      return { outcome: ok({ green: true, exitCode: 0, tail: '', log }) };
    },
  };
  const forge = await openForge(root, performer, { PATH: process.env['PATH'] });
  await forge.push({ branch: 'task/x', commit: head }, task);
  const args = { branch: 'task/x', base: 'main', head, title: 'x', body: '' };
  expect(await forge.open(args, task)).toMatchObject({ url: `file://${join(root, 'state/forge/pulls/1.json')}` });
  await forge.runChecks(await forge.look(1, task), task);
  expect(asked).toEqual([
    {
      command: 'the tests',
      cwd: expect.stringMatching(/^\.harness\/worktrees\/forge-/),
      commit: expect.stringMatching(/^[0-9a-f]{40}$/), // the merge result, in a clean room
      after: [],
      timeoutMs: 77,
      reports: ['out/*.xml'],
    },
  ]);
});
