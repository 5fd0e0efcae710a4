/** Tests edits of a plan while its mission is parked or runs: the mission asks before it uses or overwrites them. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Repository, until } from '../../testing/command.ts';
import { startServerIn } from '../../testing/control.ts';
import { script } from '../../testing/scripts.ts';
import { answer, openQuestions } from '../../testing/task-script.ts';
import {
  featureLines,
  featuresOf,
  planning,
  repositoryWithSpec,
  reviewing,
  validating,
  working,
} from './testing/script.ts';

const inHarness = ({ path }: Repository, name: string) => join(path, '.harness', name);
const read = (repo: Repository, name: string) => readFileSync(inHarness(repo, name), 'utf8');
const headers = async (repo: Repository) => (await openQuestions(repo)).map(({ header }) => header);
const checkpoints = { enabled: true, types: [{ name: 'plan', triggerOn: 'post-planner' }] };

/** A mission at its checkpoint after the plan, before any work. */
async function atItsCheckpoint(): Promise<Repository> {
  const repo = repositoryWithSpec({ checkpoints });
  const agents = script(repo, [planning({ id: 'F-001' }, { id: 'F-002' }), reviewing(), working(), validating()]);
  expect((await repo.run('mission', '--script', agents)).exitCode).toBe(8);
  return repo;
}

const [one, two] = ['F-001', 'F-002'].map((id) => ({
  id,
  title: `Feature ${id}`,
  claims: [`VAL-CORE-${id.slice(2)}`],
}));
const write = (repo: Repository, features: readonly unknown[]) =>
  writeFileSync(inHarness(repo, 'features.json'), JSON.stringify({ features }));

describe('contracts §3 an edited features.json', () => {
  test('is asked about beside the checkpoint, stays unchanged until the answer, and is built if accepted', async () => {
    const repo = await atItsCheckpoint();
    write(repo, [
      { ...two, title: 'Renamed' },
      { ...one, dependsOn: ['F-002'] },
      { id: 'F-003', claims: one?.claims },
    ]);
    const edited = read(repo, 'features.json');
    expect((await repo.run('resume', '--no-input')).exitCode).toBe(8);
    expect([...(await headers(repo))].sort()).toEqual(['Checkpoint', 'State File']);
    expect(read(repo, 'features.json')).toBe(edited);
    expect((await repo.run('checkpoint', 'grant', 'plan')).exitCode).toBe(0);
    await answer(repo, 'Take over');
    const done = await repo.run('resume');
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(featureLines(repo)).toEqual(['F-002 passed 1', 'F-001 passed 1', 'F-003 passed 1']);
    expect(featuresOf(repo)[0]).toMatchObject({ title: 'Renamed' });
    expect(repo.git('log', '--merges', '--format=%s', 'main').split('\n').at(-1)).toBe('Merge F-002: Renamed');
  });

  test('with defects is refused with their list and asked about again; then it is overwritten, and a copy is kept', async () => {
    const repo = await atItsCheckpoint();
    expect((await repo.run('checkpoint', 'grant', 'plan')).exitCode).toBe(0);
    write(repo, [one, { ...two, dependsOn: ['F-009'] }]);
    expect((await repo.run('mission', '--no-input')).exitCode).toBe(8);
    expect(await headers(repo)).toEqual(['State File']);
    await answer(repo, 'take over');
    const refused = await repo.run('resume');
    expect([refused.exitCode, refused.stdout.includes('missing-dependency: F-002, F-009')]).toEqual([8, true]);
    expect((await openQuestions(repo))[0]?.question).toContain('missing-dependency: F-002, F-009');
    await answer(repo, 'Overwrite');
    const done = await repo.run('resume');
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(featureLines(repo)).toEqual(['F-001 passed 1', 'F-002 passed 1']);
    expect(read(repo, 'features.json.yours-1')).toContain('F-009');
  });

  test('with an edited contract: the new contract is judged', async () => {
    const repo = await atItsCheckpoint();
    expect((await repo.run('checkpoint', 'grant', 'plan')).exitCode).toBe(0);
    const contract = read(repo, 'validation-contract.md').replace('Verify: look', 'Verify: `test -f F-001.txt`');
    writeFileSync(inHarness(repo, 'validation-contract.md'), contract);
    expect((await repo.run('resume')).exitCode).toBe(8);
    await answer(repo, 'Take over');
    expect((await repo.run('resume')).exitCode).toBe(0);
    const { checks } = await repo.json<{ checks: { command: string }[] }>('show', await repo.newest());
    expect(checks.map(({ command }) => command)).toContain('test -f F-001.txt');
    expect(read(repo, 'validation-contract.md')).toBe(contract);
  });

  test('a folder in its place is asked about and moved; missing files are written again without a question', async () => {
    const repo = await atItsCheckpoint();
    expect((await repo.run('checkpoint', 'grant', 'plan')).exitCode).toBe(0);
    rmSync(inHarness(repo, 'features.json'));
    mkdirSync(inHarness(repo, 'features.json'));
    rmSync(inHarness(repo, 'validation-contract.md'));
    expect((await repo.run('resume')).exitCode).toBe(8);
    await answer(repo, 'Take over');
    const refused = await repo.run('resume');
    expect([refused.exitCode, refused.stdout.includes('not a file')]).toEqual([8, true]);
    await answer(repo, 'Overwrite');
    expect((await repo.run('resume')).exitCode).toBe(0);
    expect(featureLines(repo)).toEqual(['F-001 passed 1', 'F-002 passed 1']);
    expect(existsSync(inHarness(repo, 'features.json.yours-1'))).toBe(true);
    expect(read(repo, 'validation-contract.md')).toContain('### VAL-CORE-001: F-001 is there');
  });
});

/** A worker of F-001 that waits in its lane until `go.txt` exists. */
const waits = { steps: [{ run: 'touch ready.txt; until test -f go.txt; do sleep 0.05; done' }] };
const atWork = (repo: Repository) => inHarness(repo, 'worktrees/F-001/ready.txt');

test('contracts §3 an edit during the mission is not overwritten, and is asked about', async () => {
  const repo = repositoryWithSpec();
  const agents = script(repo, [
    ...[planning({ id: 'F-001' }, { id: 'F-002' }), reviewing(), { ...working({}, { item: 'F-001' }), ...waits }],
    ...[working(), validating()],
  ]);
  const running = repo.start(['mission', '--script', agents]);
  await until(() => (existsSync(atWork(repo)) ? true : undefined));
  write(repo, [{ ...one, title: 'Renamed' }, two]);
  const mine = read(repo, 'features.json');
  writeFileSync(inHarness(repo, 'worktrees/F-001/go.txt'), 'go\n');
  expect(await running.finished).toMatchObject({ exitCode: 8 });
  expect(read(repo, 'features.json')).toBe(mine);
  expect(await headers(repo)).toEqual(['State File']);
  await answer(repo, 'Take over');
  const done = await repo.run('resume');
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(featuresOf(repo)[0]).toMatchObject({ title: 'Renamed', status: 'passed' });
});

test('MO-11 a checkpoint requested over HTTP holds a running mission', async () => {
  const types = [{ name: 'look', triggerOn: 'none' }];
  const repo = repositoryWithSpec({ checkpoints: { enabled: true, types } });
  const agents = script(repo, [
    ...[planning({ id: 'F-001' }, { id: 'F-002' }), reviewing(), { ...working({}, { item: 'F-001' }), ...waits }],
    ...[working(), validating()],
  ]);
  const running = repo.start(['mission', '--script', agents]);
  await until(() => (existsSync(atWork(repo)) ? true : undefined));
  const { post } = await startServerIn(repo);
  expect((await post('/checkpoint/other/request')).status).toBe(404);
  expect((await post('/checkpoint/look/request')).status).toBe(202);
  await until(() => (existsSync(inHarness(repo, 'checkpoint-look.md')) ? true : undefined));
  writeFileSync(inHarness(repo, 'worktrees/F-001/go.txt'), 'go\n');
  expect(await running.finished).toMatchObject({ exitCode: 8 });
  expect((await post('/checkpoint/look/grant')).status).toBe(200);
  expect((await repo.run('resume')).exitCode).toBe(0);
  expect(featureLines(repo)).toEqual(['F-001 passed 1', 'F-002 passed 1']);
});
