/** Tests `branchIsolation.onPass: "keep"`: passed features stay on their branches; dependent ones start on top. */
import { expect, test } from 'vitest';
import type { Repository } from '../../testing/command.ts';
import { script } from '../../testing/scripts.ts';
import {
  featureLines,
  merges,
  planning,
  repositoryWithSpec,
  reviewing,
  validating,
  working,
} from './testing/script.ts';

const keep = { branchIsolation: { onPass: 'keep' }, parallelWorkers: { max: 2 } };
const branches = (repo: Repository) => repo.git('branch', '--list', '--format=%(refname:short)').split('\n');
const filesOn = (repo: Repository, branch: string) =>
  repo
    .git('ls-tree', '--name-only', branch)
    .split('\n')
    .filter((name) => name.startsWith('F-'));

test('MO-05, M-27 features stay on their branches, each on top of its dependencies; the base does not move', async () => {
  const repo = repositoryWithSpec(keep);
  const before = repo.git('rev-parse', 'main');
  const agents = script(repo, [
    planning(
      { id: 'F-001' },
      { id: 'F-002' },
      { id: 'F-003', dependsOn: ['F-001', 'F-002'], verify: '`test -f F-001.txt && test -f F-002.txt`' },
      { id: 'F-004', dependsOn: ['F-003'] },
    ),
    ...[reviewing(), working(), validating('failing', { item: 'F-002', attempt: 1 }), validating()],
  ]);
  const done = await repo.run('mission', '--script', agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(featureLines(repo)).toEqual(['F-001 passed 1', 'F-002 passed 2', 'F-003 passed 1', 'F-004 passed 1']);
  expect([repo.git('rev-parse', 'main'), merges(repo)]).toEqual([before, []]);
  const kept = ['harness/F-001', 'harness/F-002', 'harness/F-003', 'harness/F-004'];
  expect(branches(repo)).toEqual([...kept, 'main']);
  expect(kept.map((branch) => filesOn(repo, branch))).toEqual([
    ['F-001.txt'],
    ['F-002.txt'],
    ['F-001.txt', 'F-002.txt', 'F-003.txt'],
    ['F-001.txt', 'F-002.txt', 'F-003.txt', 'F-004.txt'],
  ]);
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(repo.git('status', '--porcelain', '--', ':(exclude).harness')).toBe('');
  expect(done.stdout).toContain(`4 of 4 features passed; main was not changed. Kept: ${kept.join(', ')}`);
});

test('MO-05 the worker resolves a conflict between two dependencies in its lane', async () => {
  const repo = repositoryWithSpec(keep);
  const writes = (text: string) => [{ write: { path: 'both.txt', text } }];
  const agents = script(repo, [
    planning({ id: 'F-001' }, { id: 'F-002' }, { id: 'F-003', dependsOn: ['F-001', 'F-002'] }),
    reviewing(),
    working({ steps: writes('one\n') }, { item: 'F-001' }),
    working({ steps: writes('two\n') }, { item: 'F-002' }),
    working({ steps: writes('one and two\n') }, { item: 'F-003', prompt: 'but they conflict' }),
    validating(),
  ]);
  const done = await repo.run('mission', '--script', agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(repo.git('show', 'harness/F-003:both.txt')).toBe('one and two');
  expect(repo.git('merge-base', '--is-ancestor', 'harness/F-001', 'harness/F-003')).toBe('');
  expect(repo.git('merge-base', '--is-ancestor', 'harness/F-002', 'harness/F-003')).toBe('');
  const subjects = repo.git('log', '--format=%s', 'harness/F-003').split('\n');
  expect(subjects.filter((subject) => subject.startsWith('Begin on'))).toEqual([]);
});
