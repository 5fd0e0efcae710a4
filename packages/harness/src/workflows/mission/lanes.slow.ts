/** Tests the resources of each lane of a mission, and conflicts between lanes, through the command. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lines } from '../../testing/command.ts';
import { script } from '../../testing/scripts.ts';
import { featureLines, planning, repositoryWithSpec, reviewing, validating, working } from './testing/script.ts';

test('M-26, MO-06 checks and agents of parallel lanes get separate ports and temporary folders', async () => {
  const repo = repositoryWithSpec({ parallelWorkers: { max: 2, firstPort: 7_100 }, sandbox: 'off' });
  const seen = join(repo.path, '..', 'seen');
  const record = (who: string) => `echo "${who} $HARNESS_LANE $PORT $HARNESS_LANE_PORTS $TMPDIR" >> '${seen}'`;
  const config = { parallelWorkers: { max: 2, firstPort: 7_100 }, sandbox: 'off', checks: { test: record('check') } };
  repo.write('repo/harness.config.json', JSON.stringify(config));
  repo.git('commit', '--quiet', '--all', '--message=Checks');
  const agents = script(repo, [
    planning({ id: 'F-001' }, { id: 'F-002' }),
    reviewing(),
    working({ steps: [{ run: record('agent') }, { write: { path: '{item}.txt', text: 'x\n' } }, { sleep: 1_500 }] }),
    validating(),
  ]);
  const { exitCode, stdout } = await repo.run('mission', '--script', agents);
  expect(exitCode, stdout).toBe(0);
  const rows = lines(seen).map((line) => line.split(' '));
  const portOf = (id: string) => new Set(rows.filter(([, lane]) => lane === id).map(([, , port]) => port));
  expect([...portOf('F-001'), ...portOf('F-002')].sort()).toEqual(['7100', '7110']);
  expect(rows.find(([, , port]) => port === '7110')?.[3]).toBe('7110-7119');
  // The checks on the base, before the first lane and after the last merge, have none.
  const ofLanes = rows.filter(([who, lane = '']) => who === 'check' && lane !== '');
  expect(ofLanes.length).toBeGreaterThanOrEqual(2);
  const temporary = ofLanes.map(([, lane, , , folder = '']) => [folder, lane]);
  expect(temporary.every(([folder = '', lane = '']) => folder.endsWith(`-${lane}`))).toBe(true);
}, 120_000);

test('MO-27 an expected conflict of two lanes is reported once, and the second lane resolves it', async () => {
  const repo = repositoryWithSpec({ parallelWorkers: { max: 2 } });
  const write = { write: { path: 'shared.txt', text: '{item}\n' } };
  const agents = script(repo, [
    planning({ id: 'F-001' }, { id: 'F-002' }),
    reviewing(),
    working({ steps: [{ write: { path: 'shared.txt', text: 'both\n' } }] }, { prompt: 'conflict' }),
    working({ steps: [write, { sleep: 1_000 }] }),
    validating(),
  ]);
  const { exitCode, stdout } = await repo.run('mission', '--script', agents);
  expect(exitCode, stdout).toBe(0);
  expect(stdout.match(/will conflict: shared\.txt/g)).toHaveLength(1);
  expect(featureLines(repo)).toEqual(['F-001 passed 1', 'F-002 passed 1']);
  expect(readFileSync(join(repo.path, 'shared.txt'), 'utf8')).toBe('both\n');
}, 120_000);

test('MO-05 features are merged into master if main does not exist', async () => {
  const repo = repositoryWithSpec();
  repo.git('branch', '--move', 'main', 'master');
  const { exitCode, stdout } = await repo.run(
    'mission',
    '--script',
    script(repo, [planning({ id: 'F-001' }), reviewing(), working(), validating()]),
  );
  expect(exitCode, stdout).toBe(0);
  expect(repo.git('log', '--merges', '--format=%s', 'master')).toBe('Merge F-001: Feature F-001');
  expect(repo.git('branch', '--format=%(refname:short)')).toBe('master');
}, 60_000);
