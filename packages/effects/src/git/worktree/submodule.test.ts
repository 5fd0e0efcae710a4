import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ok } from '@harness/core/failure/failure';
import { afterAll, expect, test } from 'vitest';
import { performCheckpoint } from '../lane/checkpoint.ts';
import { performCloseLane } from '../lane/close-lane.ts';
import { clearScratch, openTestLane, scratch } from '../scratch.ts';

afterAll(clearScratch);

/** A lane of a repository with the submodule `lib`, which points at the first commit of that repository. */
async function laneWithSubmodule() {
  const repo = scratch();
  const first = repo.git('rev-parse', 'HEAD');
  repo.git('update-index', '--add', '--cacheinfo', `160000,${first},lib`);
  repo.git('commit', '--quiet', '-m', 'a submodule');
  const lane = await openTestLane(repo.work());
  const fetchIt = () => repo.git('clone', '--quiet', '--no-checkout', repo.root, `${lane.path}/lib`);
  /** As git does it: the git folder of the submodule is in that of the lane. */
  const fetchAsGit = () => {
    const folder = join(repo.gitIn(lane.path, 'rev-parse', '--absolute-git-dir'), 'modules', 'lib');
    mkdirSync(dirname(folder));
    repo.git('clone', '--quiet', '--no-checkout', `--separate-git-dir=${folder}`, repo.root, `${lane.path}/lib`);
  };
  const inLib = (...args: string[]) => repo.gitIn(`${lane.path}/lib`, ...args);
  return { repo, lane, fetchIt, fetchAsGit, inLib, first, work: repo.work() };
}

test.concurrent('an unchanged submodule is not a change, fetched or not', async () => {
  const { lane, work, fetchAsGit, inLib, first } = await laneWithSubmodule();
  expect(await performCheckpoint(work, { lane })).toMatchObject({ value: { commit: lane.base } });
  fetchAsGit();
  inLib('checkout', '--quiet', first);
  expect(await performCheckpoint(work, { lane })).toMatchObject({ value: { commit: lane.base } });
  expect(await performCloseLane(work, { lane })).toEqual(ok({ kept: null, branchRemoved: true }));
});

test.concurrent('an unchanged submodule with a git folder of an agent is kept as files: git does not run there', async () => {
  const { repo, lane, work, fetchIt, inLib, first } = await laneWithSubmodule();
  fetchIt();
  inLib('checkout', '--quiet', first);
  const kept = 'refs/harness/kept/run-1/1';
  expect(await performCloseLane(work, { lane })).toEqual(ok({ kept, branchRemoved: true }));
  expect(repo.git('ls-tree', '--name-only', kept, 'lib/')).toContain('lib/readme.md');
});

test.concurrent('a moved or removed submodule is a change; closing the lane keeps its work as files', async () => {
  const { repo, lane, work, fetchIt, inLib } = await laneWithSubmodule();
  fetchIt();
  inLib('checkout', '--quiet', 'main');
  const saved = await performCheckpoint(work, { lane });
  expect(saved).toMatchObject({ value: { changedFiles: 1 } });
  expect(repo.git('ls-tree', 'refs/harness/kept/run-1/1', 'lib')).toContain(
    `160000 commit ${inLib('rev-parse', 'HEAD')}`,
  );
  repo.write(`${lane.path}/lib/new.c`, 'new');
  expect(await performCloseLane(work, { lane })).toEqual(
    ok({ kept: 'refs/harness/kept/run-1/2', branchRemoved: true }),
  );
  expect(repo.git('show', 'refs/harness/kept/run-1/2:lib/new.c')).toBe('new');

  const again = await openTestLane(work);
  rmSync(join(repo.root, again.path, 'lib'), { recursive: true });
  await performCheckpoint(work, { lane: again });
  expect(repo.git('ls-tree', 'refs/harness/kept/run-1/3', 'lib')).toBe('');
});

test.concurrent('starts no program that an agent configured in a submodule', async () => {
  const { repo, lane, work, fetchIt, inLib, first } = await laneWithSubmodule();
  fetchIt();
  inLib('checkout', '--quiet', first);
  repo.write('../home/filter.sh', `#!/bin/sh\ntouch '${repo.home}/ran'\ncat\n`);
  chmodSync(join(repo.home, 'filter.sh'), 0o755);
  inLib('config', 'filter.evil.clean', join(repo.home, 'filter.sh'));
  inLib('config', 'core.fsmonitor', join(repo.home, 'filter.sh'));
  repo.write(`${lane.path}/lib/.gitattributes`, '* filter=evil\n');
  repo.write(`${lane.path}/lib/readme.md`, 'HELLO\n');
  await performCheckpoint(work, { lane });
  await performCloseLane(work, { lane });
  expect(existsSync(join(repo.home, 'ran'))).toBe(false);
  expect(repo.git('show', 'refs/harness/kept/run-1/1:lib/readme.md')).toBe('HELLO');
});
