/** Tests a base that takes no push: the plan is filed by one pull request, also if responses are lost. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filePlan } from '@harness/core/effects/file-plan';
import { act } from '@harness/core/effects/operation';
import { ok } from '@harness/core/failure/failure';
import { afterAll, expect, test } from 'vitest';
import { clearScratch, plainGit } from '../../git/scratch.ts';
import { type GitHubStage, gitHubStage } from './test-stage.ts';

afterAll(clearScratch);

const [file, completedDir] = ['plans/0007-search.md', 'plans/done'];
const filing = act(filePlan, { id: '0007', file, completedDir, base: 'main', label: 'agent/automerge' });

async function protectedStage(): Promise<GitHubStage> {
  const stage = await gitHubStage();
  stage.people.moveBase(file, '---\nid: "0007"\ntitle: x\nphase: x\nstatus: active\nestimated_passes: 1\n---\n');
  const hook = join(stage.people.bare, 'hooks', 'update');
  writeFileSync(hook, '#!/bin/sh\n[ "$1" != refs/heads/main ] || { echo "GH006: Protected branch" >&2; exit 1; }\n');
  chmodSync(hook, 0o755);
  return stage;
}
const filed = ({ people }: GitHubStage) => plainGit(people.bare, ['ls-tree', '-r', '--name-only', 'main', 'plans']);

test('D-43 merges the pull request if no rule blocks it, and updates the base of the user', async () => {
  const stage = await protectedStage();
  const { server, repo, people } = stage;
  server.trouble(/POST .*\/pulls$/, 'cut-after');
  expect(await stage.perform(filing, '7/file')).toMatchObject({ failure: { code: 'forge.unavailable' } });
  const done = await stage.perform(filing, '7/file');
  expect(done).toMatchObject(ok({ commit: plainGit(people.bare, ['rev-parse', 'main']), local: { is: 'moved' } }));
  expect([filed(stage), server.state.pulls.length]).toEqual(['plans/done/0007-search.md', 1]);
  expect([...(server.state.pulls[0]?.labels ?? [])]).toEqual(['agent/automerge']);
  expect(repo.git('rev-parse', 'main')).toBe(plainGit(people.bare, ['rev-parse', 'main']));
  expect(await stage.perform(filing, '9/other')).toMatchObject(ok({ commit: null, local: { is: 'even' } }));
});

test('D-43 waits if a rule requires a review; a later try finds the pull request', async () => {
  const stage = await protectedStage();
  stage.server.state.protection = 'At least 1 approving review is required.';
  const waits = { pull: 1, url: 'https://github.com/acme/app/pull/1' };
  expect(await stage.perform(filing, '7/file')).toMatchObject(ok({ commit: null, waits }));
  expect(await stage.perform(filing, '9/later')).toMatchObject(ok({ commit: null, waits }));
  stage.server.state.protection = '';
  expect(await stage.perform(filing, '11/last')).toMatchObject(ok({ commit: expect.any(String) }));
  expect([filed(stage), stage.people.pulls()]).toEqual(['plans/done/0007-search.md', 1]);
});
