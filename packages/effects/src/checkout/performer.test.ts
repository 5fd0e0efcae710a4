import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutOperations, type OpenedBranch } from '@harness/core/effects/checkout';
import { act } from '@harness/core/effects/operation';
import type { PerformContext } from '@harness/core/effects/performer';
import { fail, ok } from '@harness/core/failure/failure';
import { afterAll, expect, test, vi } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { checkoutPerformer } from './performer.ts';
import { type Checkout, checkout } from './scratch.ts';

afterAll(clearScratch);

function performerIn(repo: Checkout) {
  const notes: unknown[] = [];
  const context: PerformContext<AbortSignal> = {
    run: 'run-1',
    key: '0/x',
    interrupted: false,
    earlier: undefined,
    signal: AbortSignal.abort(),
    allowances: () => [],
    note: async (code, params) => {
      notes.push({ code, ...params });
    },
    report: () => {},
  };
  const performer = checkoutPerformer({ repo: repo.root, runFolder: () => join(repo.home, 'run') });
  const perform = async (effect: { input: unknown }) => (await performer.perform(effect.input, context)).outcome;
  return { performer, perform, notes };
}

const docsPath = 'docs/harness/x/';

test('prepares, commits and clears a session, notes kept refs, and ignores the signal', async () => {
  const repo = checkout();
  const { performer, perform, notes } = performerIn(repo);
  expect([performer.kind, performer.afterCrash]).toEqual(['checkout', 'reconcile']);
  const { prepareSession, openBranch, commitCheckout, clearSession } = checkoutOperations;
  expect(await perform(act(prepareSession, { docsPath, hasGit: true }))).toEqual(ok({ manifest: null }));
  const opened = await perform(act(openBranch, { slug: 'x' }));
  const { branch, base, foreign } = (opened.ok && opened.value) as OpenedBranch;
  repo.write('readme.md', 'changed');
  repo.write(`${docsPath}spec.md`, 'x');
  const args = { docsPath, docs: 'notes', branch, base, foreign, message: 'x' } as const;
  expect(await perform(act(commitCheckout, args))).toMatchObject({ ok: true, value: { unstaged: [] } });
  expect(await perform(act(clearSession, { docsPath }))).toMatchObject({ ok: true });
  expect(notes).toEqual([{ code: 'work.kept', ref: 'refs/harness/kept/run-1/1' }]);
});

test('knows every operation that a machine may request, and no other', async () => {
  const { perform } = performerIn(checkout());
  for (const { op } of Object.values(checkoutOperations)) {
    const result = await perform({ input: { op, args: { docsPath: '../x', from: '..' } } }).then(
      () => 'done',
      (error: Error) => error.message,
    );
    expect(result).not.toContain('No such operation');
  }
  await expect(perform({ input: { op: 'push', args: {} } })).rejects.toThrow('No such operation of the checkout: push');
});

test('a path outside the checkout and a git error are failures with a reason and without a secret', async () => {
  vi.stubEnv('OPENAI_API_KEY', 'a-very-secret-value-123');
  const repo = checkout();
  symlinkSync('/etc', join(repo.root, 'a-very-secret-value-123'));
  const { perform } = performerIn(repo);
  const { prepareSession, openBranch } = checkoutOperations;
  expect(await perform(act(prepareSession, { docsPath: 'a-very-secret-value-123/x/', hasGit: true }))).toEqual(
    fail('path.outside', { path: '[redacted]/x/' }),
  );
  expect(await perform(act(openBranch, { slug: 'a..b' }))).toMatchObject({
    failure: { code: 'git.failed', params: { op: 'branch', detail: expect.stringContaining('a..b') } },
  });
  vi.unstubAllEnvs();
});

test('without git, git operations fail and all others work', async () => {
  const repo = checkout({ git: false });
  const { perform } = performerIn(repo);
  const { prepareSession, openBranch, lookAtSession } = checkoutOperations;
  expect(await perform(act(prepareSession, { docsPath, hasGit: false }))).toMatchObject({
    value: { manifest: { path: 'artifacts/0-x.manifest.jsonl' } },
  });
  expect(await perform(act(lookAtSession, { docsPath }))).toMatchObject({ value: { docsPathOk: true } });
  expect(await perform(act(openBranch, { slug: 'x' }))).toMatchObject({ failure: { code: 'git.failed' } });
});
