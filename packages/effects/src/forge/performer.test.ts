import { forgeOperations } from '@harness/core/effects/forge';
import { act } from '@harness/core/effects/operation';
import { fail, ok } from '@harness/core/failure/failure';
import { afterAll, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { systemWatchClock } from './clock.ts';
import { ForgeError } from './forge-error.ts';
import { localStage } from './local/test-stage.ts';
import { forgePerformer } from './performer.ts';
import { contextFor } from './scratch.ts';

afterAll(clearScratch);

const unexpected = () => Promise.reject(new Error('nobody should ask'));
const context = contextFor('1/x', new AbortController().signal);

test('knows every operation that a machine may request, and reconciles after a crash', async () => {
  const { perform } = await localStage();
  const args = { pull: 7, base: 'none', branch: 'x', commit: 'nothing', text: '', title: '', body: '', message: '' };
  for (const { op } of Object.values(forgeOperations)) {
    const outcome = await perform({
      kind: 'forge',
      input: { op, args },
    });
    expect([op, outcome.ok ? 'done' : outcome.failure.code]).toEqual([
      op,
      expect.stringMatching(/^(forge|git)\.|done/),
    ]);
  }
  const performer = forgePerformer({ repo: '', forge: unexpected, runFolder: () => '' });
  expect([performer.kind, performer.afterCrash]).toEqual(['forge', 'reconcile']);
  await expect(performer.perform({ op: 'force-push', args: {} }, context)).rejects.toThrow('No such operation');
});

test('chooses the forge again after a failure', async () => {
  let times = 0;
  const forge = async () => {
    times++;
    throw new ForgeError('forge.unauthorized', { detail: 'set GITHUB_TOKEN or GH_TOKEN' });
  };
  const performer = forgePerformer({ repo: '', forge, runFolder: () => '' });
  const { input } = act(forgeOperations.readPull, { pull: 1 });
  for (const _ of [1, 2])
    expect((await performer.perform(input, context)).outcome).toEqual(
      fail('forge.unauthorized', { detail: 'set GITHUB_TOKEN or GH_TOKEN' }),
    );
  expect(times).toBe(2);
});

test('starts nothing after an abort, and a real pause ends at once with its reason', async () => {
  const performer = forgePerformer({ repo: '', forge: unexpected, runFolder: () => '' });
  const parked = contextFor('1/x', AbortSignal.abort(new Error('parked')));
  await expect(performer.perform({ op: 'read-pull', args: { pull: 1 } }, parked)).rejects.toThrow('parked');
  const cut = new AbortController();
  const pausing = systemWatchClock.pause(3_600_000, cut.signal);
  cut.abort(new Error('parked'));
  await expect(pausing).rejects.toThrow('parked');
});

test('reads an empty pull request', async () => {
  const { perform, branch } = await localStage();
  const head = branch('task/x');
  await perform(act(forgeOperations.pushBranch, { branch: 'task/x', commit: head }));
  await perform(act(forgeOperations.openPull, { branch: 'task/x', base: 'main', head, title: 't', body: '' }));
  expect(await perform(act(forgeOperations.readPull, { pull: 1 }))).toMatchObject(
    ok({ sections: [], labels: [], approvedBy: [], changesRequestedBy: [], checks: { colour: 'none' } }),
  );
});
