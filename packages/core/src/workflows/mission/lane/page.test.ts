/** Tests the page of a feature, written before the merge. */
import { expect, test } from 'vitest';
import { fail, ok, sampleFailure } from '../../../failure/failure.ts';
import { sampleArtifact } from '../../../journal/artifact.ts';
import { replay } from '../../../testing/replay.ts';
import { laneJob } from '../testing/jobs.ts';
import type { LaneJob } from './job.ts';
import { lane } from './machine.ts';

const saved = { base: 'b0', checkpoint: 'c1' };
const input: LaneJob = { ...laneJob, until: 'merged', saved, crosscheck: true, documents: true };
const passed = [
  { brief: ok({ title: 't', task: sampleArtifact, commands: [], setback: null, files: ['src/**'] }) },
  { lane: ok({ path: '.harness/worktrees/F-1', branch: 'harness/F-1', base: 'b0' }) },
  { verdict: ok({ item: 'F-1', passed: true, pass: 1, fail: 0, issues: [], said: '', line: '' }) },
  { opinion: ok({ is: 'agree', item: 'F-1', said: '' }) },
];
const after = (...rounds: readonly Readonly<Record<string, unknown>>[]) => replay(lane, input, [...passed, ...rounds]);
const documented = { documented: ok({ line: 'DOCUMENTED: 1 pages' }) };
const page = { saved: ok({ commit: 'c2', changedFiles: 2, diff: sampleArtifact, touched: 0 }) };
const looked = (...outside: readonly string[]) => ({ looked: ok({ outside }) });
const report = (green: boolean) => ({
  report: ok({ green, exitCode: green ? 0 : 1, tail: '', log: sampleArtifact }),
});

test('M-12 the documenter runs last, and the checks cover its page', () => {
  expect(after().at).toBe('documenting');
  expect(after(documented, page)).toMatchObject({ at: 'scoping-page', checkpoint: 'c1', page: 'c2' });
  expect(after(documented, page, looked())).toMatchObject({ at: 'checking-page', left: ['npm test'] });
  expect(after(documented, page, looked(), report(true))).toMatchObject({ at: 'syncing', checkpoint: 'c2' });
});

test('M-12 the documenter may add only its own page', () => {
  const scoping = after(documented, page);
  if (scoping.at !== 'scoping-page') throw new Error(scoping.at);
  expect(lane.steps.get('scoping-page')?.needs(scoping)).toMatchObject({
    looked: { input: { args: { lane: { base: 'c1' }, checkpoint: 'c2', files: ['docs/features/F-1.md'] } } },
  });
});

test.each([
  ['it changes another file', [documented, page, looked('src/a.ts')], 'src/a.ts'],
  ['a check is red with it', [documented, page, looked(), report(false)], 'npm test'],
  ['it contains a key', [documented, { saved: sampleFailure('secret.in-change') }], 'secret.in-change'],
  ['the documenter fails', [{ documented: fail('agent.rate-limit') }], 'agent.rate-limit'],
])('M-12 drops the page if %s, and merges the judged feature without it', (_, rounds, why) => {
  expect(after(...rounds)).toMatchObject({ at: 'dropping-page', checkpoint: 'c1', why });
  expect(after(...rounds, { restored: ok('restored') })).toMatchObject({ at: 'syncing', checkpoint: 'c1' });
});

test('M-12 a worker that later resolves a conflict may also change the page', () => {
  const conflict = {
    synced: ok({ is: 'conflict', lane: { path: 'p', branch: 'b', base: 'b1' }, checkpoint: 'c3', files: ['a'] }),
  };
  const again = after(
    documented,
    page,
    looked(),
    report(true),
    conflict,
    { worked: ok({ is: 'implemented', line: '' }) },
    page,
  );
  if (again.at !== 'scoping') throw new Error(again.at);
  expect(lane.steps.get('scoping')?.needs(again)).toMatchObject({
    looked: { input: { args: { files: ['src/**', 'docs/features/F-1.md'] } } },
  });
});
