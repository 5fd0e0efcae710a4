/** Counts the git processes of one feature of a mission: each delays every other lane. */
import { join } from 'node:path';
import type { Lane } from '@harness/core/effects/git';
import type { PublishResult } from '@harness/core/effects/publish-lane';
import type { Outcome } from '@harness/core/failure/failure';
import { afterAll, expect, test, vi } from 'vitest';
import { commonDir } from '../git-dir.ts';
import { clearScratch, type Scratch, scratch } from '../scratch.ts';
import type * as starting from '../spawn-program.ts';
import { performCheckpoint } from './checkpoint.ts';
import { performCloseLane } from './close-lane.ts';
import { performOpenLane } from './open-lane.ts';
import { performPrepareMerge, performPublishLane } from './publish-lane.ts';
import { tryRestoreLane } from './restore-lane.ts';
import { performSyncLane } from './sync-lane.ts';

const started = vi.hoisted((): string[] => []);

vi.mock('../spawn-program.ts', async (original) => {
  const real = await original<typeof starting>();
  const spawnProgram: typeof real.spawnProgram = (program, args, options) => {
    started.push(args.find((arg, at) => !arg.startsWith('-') && args[at - 1] !== '-c') ?? '');
    return real.spawnProgram(program, args, options);
  };
  return { ...real, spawnProgram };
});

afterAll(clearScratch);

/** Throws if the outcome is a failure. */
function unwrap<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
}

/** One feature as in a mission: a worker, a validator, and the merge of the result. */
async function feature(repo: Scratch, name: string): Promise<PublishResult> {
  const work = repo.work(`run-${name}`);
  const allots = { firstPort: 4_600, envFile: '' };
  const lane: Lane = unwrap(await performOpenLane(work, { slug: name, name, from: 'main', allots }));
  await tryRestoreLane(repo.root, { cwd: lane.path, checkpoint: lane.base }, work);
  repo.write(join(lane.path, `${name}.txt`), name);
  const { commit } = unwrap(await performCheckpoint(work, { lane }));
  const judge = repo.work(`run-${name}-judge`);
  await performOpenLane(judge, { slug: name, name, from: 'main', allots });
  await tryRestoreLane(repo.root, { cwd: lane.path, checkpoint: commit }, judge);
  await performSyncLane(judge, { lane, checkpoint: commit, base: 'main' });
  const { merge } = unwrap(await performPrepareMerge(judge, { lane, checkpoint: commit, message: name }));
  const args = { lane, checkpoint: commit, base: 'main', message: name, ...(merge ? { prepared: merge } : {}) };
  const landed = unwrap(await performPublishLane(judge, args));
  if (landed.is === 'published') await performCloseLane(judge, { lane: landed.lane });
  return landed;
}

/** One process checks for files of the user that would be overwritten, another reads the change for keys. */
test('a feature starts at most 26 git processes from opening to closing its lane, and is merged', async () => {
  const repo = scratch();
  await commonDir(repo.root);
  await feature(repo, 'F-001'); // fills the caches
  started.length = 0;
  expect(await feature(repo, 'F-002')).toMatchObject({ is: 'published', left: '' });
  expect(started.length, started.join(' ')).toBeLessThanOrEqual(26);
  expect(repo.read('F-002.txt')).toBe('F-002');
  expect(repo.refs('refs/harness/lanes')).toEqual([]);
});
