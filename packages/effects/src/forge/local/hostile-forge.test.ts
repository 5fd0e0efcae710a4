/** Attacks the promise that the local forge runs no program that lies in its folder. */
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forgeOperations as forge } from '@harness/core/effects/forge';
import { act } from '@harness/core/effects/operation';
import { afterAll, expect, test } from 'vitest';
import { clearScratch } from '../../git/scratch.ts';
import { localStage } from './test-stage.ts';

afterAll(clearScratch);

const hooks = ['pre-receive', 'update', 'post-receive', 'post-update', 'reference-transaction', 'proc-receive'];

test('P2 no hook and no setting that was planted in the bare repository has effect', async () => {
  const stage = await localStage();
  const { people, repo, folder } = stage;
  const trap = join(folder, 'started');
  mkdirSync(join(people.bare, 'hooks'), { recursive: true });
  for (const hook of hooks) {
    writeFileSync(join(people.bare, 'hooks', hook), `#!/bin/sh\ntouch ${trap}\n`);
    chmodSync(join(people.bare, 'hooks', hook), 0o755);
  }
  const planted = `[core]\n\thooksPath = ${people.bare}/hooks\n\tfsmonitor = touch ${trap}\n\talternateRefsCommand = touch ${trap}\n[alias]\n\treceive-pack = !touch ${trap}\n`;
  appendFileSync(join(people.bare, 'config'), planted);
  const head = stage.branch('task/x');
  expect(await stage.perform(act(forge.pushBranch, { branch: 'task/x', commit: head }), '1/push')).toMatchObject({
    ok: true,
  });
  const open = { branch: 'task/x', base: 'main', head, title: 'Add', body: '## Summary' };
  await stage.perform(act(forge.openPull, open), '2/open');
  await stage.perform(act(forge.mergePull, { pull: 1, head, title: 'Merge', message: '' }), '3/merge');
  expect(repo.git('rev-list', '--count', '--first-parent', 'main')).toBe('2');
  expect(existsSync(trap)).toBe(false);
  expect(readFileSync(join(people.bare, 'config'), 'utf8')).not.toMatch(/touch|hooksPath|alias/);
});
