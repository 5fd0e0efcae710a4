/** Tests a competition through the command: several lanes build one feature, and one of them is merged (MO-28). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Repository } from '../../testing/command.ts';
import { script, usage } from '../../testing/scripts.ts';
import type { Shown } from '../../testing/shown.ts';
import {
  featureLines,
  merges,
  planning,
  repositoryWithSpec,
  reviewing,
  validating,
  working,
} from './testing/script.ts';

const competing = { parallelWorkers: { max: 2, mode: 'competition' } };
const manifestOf = ({ path }: Repository, feature: string) =>
  JSON.parse(readFileSync(join(path, `.harness/competition-${feature}.json`), 'utf8')) as {
    lanes: { lane: string; state: string }[];
    verdict: string | null;
    by: string | null;
  };
const inLane = (number: number) => ({ prompt: `worktrees/F-001-lane-${number}$` });
const choosing = (line: string) => ({ when: { role: 'mission.crosscheck' }, reply: `I compared.\n${line}`, usage });
const writing = (text: string) => ({ steps: [{ write: { path: 'F-001.txt', text } }] });

test('MO-06, MO-28 two lanes pass, a judge chooses one, only it is merged, and the work of the other is kept', async () => {
  const repo = repositoryWithSpec(competing);
  const agents = script(repo, [
    planning({ id: 'F-001' }, { id: 'F-002' }),
    reviewing(),
    working(writing('one\n'), inLane(1)),
    working(writing('two\n'), inLane(2)),
    working(),
    validating('failing', { prompt: 'worktrees/F-002-lane-1$' }),
    validating(),
    choosing('COMPETITION_WINNER lane-2'),
  ]);
  const done = await repo.run('mission', '--script', agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain('F-001: COMPETITION_WINNER lane-2');
  expect(done.stdout).toContain('F-002: COMPETITION_WINNER lane-2');
  expect(done.stdout).not.toContain('will conflict');
  expect(featureLines(repo)).toEqual(['F-001 passed 1', 'F-002 passed 1']);
  expect(merges(repo)).toEqual(['Merge F-002: Feature F-002', 'Merge F-001: Feature F-001']);
  expect(repo.git('show', 'main:F-001.txt')).toBe('two');
  expect(manifestOf(repo, 'F-001')).toMatchObject({ verdict: 'COMPETITION_WINNER lane-2', by: 'judge' });
  expect(manifestOf(repo, 'F-002')).toMatchObject({
    verdict: 'COMPETITION_WINNER lane-2',
    by: 'alone',
    lanes: [
      { lane: 'lane-1', state: 'removed' },
      { lane: 'lane-2', state: 'merged' },
    ],
  });
  leftNothing(repo);
  const kept = repo.git('for-each-ref', '--format=%(objectname)', 'refs/harness/kept').split('\n');
  expect(kept.some((commit) => isHolding(repo, commit, 'one'))).toBe(true);

  const shown = await repo.json<Shown>('show', await repo.newest());
  const calls = shown.calls.map(({ role, item }) => `${role} ${item}`);
  expect(calls.filter((call) => call === 'mission.worker F-001')).toHaveLength(2);
  expect(calls.filter((call) => call === 'mission.crosscheck F-001')).toHaveLength(1);
  expect(calls.filter((call) => call === 'mission.crosscheck F-002')).toHaveLength(0);
  expect(shown.commits).toHaveLength(2);
  expect(shown.costUsd).toBeCloseTo(0.11); // planner, reviewer, four workers, four validators, one judge
}, 120_000);

test('MO-28, M-28 without a winner the feature fails once and each lane gets a second attempt; the rule replaces an unreadable judge', async () => {
  const repo = repositoryWithSpec(competing);
  const agents = script(repo, [
    planning({ id: 'F-001' }),
    reviewing(),
    working(writing('second of one\n'), { prompt: 'what I saw in one[^]*worktrees/F-001-lane-1$' }),
    working(writing('second of two\n'), { prompt: 'what I saw in two[^]*worktrees/F-001-lane-2$' }),
    working(writing('first\n'), { prompt: '^(?![^]*what I saw)' }),
    { ...validating('failing', inLane(1), 'what I saw in one'), times: 1 },
    { ...validating('failing', inLane(2), 'what I saw in two'), times: 1 },
    validating(),
    choosing('I like both of them.'),
  ]);
  const done = await repo.run('mission', '--script', agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain('F-001: COMPETITION_WINNER none');
  expect(featureLines(repo)).toEqual(['F-001 passed 2']);
  expect(repo.git('show', 'main:F-001.txt')).toBe('second of one');
  expect(manifestOf(repo, 'F-001')).toMatchObject({ verdict: 'COMPETITION_WINNER lane-1', by: 'smallest', attempt: 2 });
  const { calls } = await repo.json<Shown>('show', await repo.newest());
  const judged = calls.filter(({ role }) => role === 'mission.crosscheck');
  expect(judged.map(({ outcome, tries }) => [outcome, tries.length])).toEqual([['schema', 2]]);
  leftNothing(repo);
}, 120_000);

test('MO-06 a competition needs separate lanes and a merge: other settings are refused before the start', async () => {
  const repo = repositoryWithSpec({ ...competing, branchIsolation: { onPass: 'keep' } });
  const refused = await repo.run('mission');
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('parallelWorkers.mode "competition" needs branchIsolation with worktrees');
});

/** Expects one merge of one winner, and that only refs are left of all lanes. */
function leftNothing(repo: Repository): void {
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(readdirSync(join(repo.path, '.harness/worktrees'))).toEqual([]);
  expect(repo.git('branch', '--list', '--format=%(refname:short)')).toBe('main');
  expect(repo.git('for-each-ref', 'refs/harness/lanes')).toBe('');
  expect(repo.git('status', '--porcelain', '--', ':(exclude).harness')).toBe('');
}

function isHolding(repo: Repository, commit: string, text: string): boolean {
  const files = repo.git('ls-tree', '--name-only', commit).split('\n');
  return files.includes('F-001.txt') && repo.git('show', `${commit}:F-001.txt`) === text;
}
