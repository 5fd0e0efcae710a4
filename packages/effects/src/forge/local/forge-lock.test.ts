import { forgeOperations as forge, type OpenResult } from '@harness/core/effects/forge';
import { act } from '@harness/core/effects/operation';
import { ok } from '@harness/core/failure/failure';
import { afterAll, expect, test } from 'vitest';
import { clearScratch } from '../../git/scratch.ts';
import { withForgeLock } from './forge-lock.ts';
import { localStage, memoryLock } from './test-stage.ts';

afterAll(clearScratch);

test('admits one at a time, and frees the lock after a failure', async () => {
  const order: string[] = [];
  const lock = memoryLock();
  const take = (name: string) =>
    withForgeLock(lock, async () => {
      order.push(`${name} in`);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`${name} out`);
    });
  await expect(withForgeLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await Promise.all(['a', 'b', 'c'].map(take));
  for (let at = 0; at < order.length; at += 2) expect(order[at + 1]).toBe(order[at]?.replace('in', 'out'));
});

test('many at once: every branch gets its own pull request, and all are merged', async () => {
  const { perform, branch, repo } = await localStage();
  const names = ['a', 'b', 'c', 'd'];
  const heads = names.map((name) => branch(`task/${name}`, `${name}.txt`));
  const opened = await Promise.all(
    names.map(async (name, at) => {
      const [to, head] = [`task/${name}`, heads[at] ?? ''];
      await perform(act(forge.pushBranch, { branch: to, commit: head }), `1/${name}`);
      return perform(
        act(forge.openPull, { branch: to, base: 'main', head, title: name, body: '## Summary' }),
        `2/${name}`,
      );
    }),
  );
  const pulls = opened.map((outcome) => (outcome.ok ? (outcome.value as OpenResult).pull : 0));
  expect([...pulls].sort()).toEqual([1, 2, 3, 4]);
  const merged = await Promise.all(
    [...pulls, ...pulls].map((pull, at) => {
      const head = heads[pulls.indexOf(pull)] ?? '';
      return perform(act(forge.mergePull, { pull, head, title: 'Merge', message: '' }), `3/${at % 4}`);
    }),
  );
  for (const outcome of merged) expect(outcome).toMatchObject(ok({ is: 'merged' }));
  expect(repo.git('rev-list', '--count', '--first-parent', 'main')).toBe('5');
  expect(repo.git('ls-tree', '--name-only', 'main').split('\n')).toEqual(
    expect.arrayContaining(names.map((name) => `${name}.txt`)),
  );
  expect(repo.git('status', '--porcelain')).toBe('');
});
