/** Tests checkpoints that exist only as files: left by another tool, granted by a command, deleted by a stop. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Repository } from '../../testing/command.ts';
import { script } from '../../testing/scripts.ts';
import { answer } from '../../testing/task-script.ts';
import { featureLines, planning, repositoryWithSpec, reviewing, validating, working } from './testing/script.ts';

const inHarness = ({ path }: Repository, name: string) => join(path, '.harness', name);
const answers = [planning({ id: 'F-001' }), reviewing(), working(), validating()];
const checkpoints = { enabled: true, types: [{ name: 'plan', triggerOn: 'post-planner' }] };

test('MO-10 a pending checkpoint file blocks a new mission; once granted, it is consumed and does not fire', async () => {
  const repo = repositoryWithSpec({ checkpoints });
  const agents = script(repo, answers);
  repo.write('repo/.harness/checkpoint-plan.md', 'Look at the plan.\n');
  const refused = await repo.run('mission', '--script', agents);
  expect(refused.exitCode).toBe(8);
  expect(refused.stderr).toContain('.harness/checkpoint-plan.md');
  expect(refused.stderr).toContain('harness checkpoint grant plan');
  expect(existsSync(inHarness(repo, 'runs'))).toBe(false);
  expect(await repo.json('checkpoint', 'list')).toEqual({
    version: 1,
    checkpoints: [{ name: 'plan', run: null, question: null }],
  });
  for (const name of ['../plan', 'other', 'plan.md', ''])
    expect((await repo.run('checkpoint', 'grant', name)).exitCode).toBe(name === '' ? 2 : 1);
  expect(await repo.json('checkpoint', 'grant', 'plan')).toMatchObject({ checkpoint: 'plan', next: 'harness mission' });
  const done = await repo.run('mission', '--script', agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(featureLines(repo)).toEqual(['F-001 passed 1']);
  const left = ['checkpoint-plan.md', 'checkpoint-plan.granted', '.checkpoint-plan.fired'];
  expect(left.map((name) => existsSync(inHarness(repo, name)))).toEqual([false, false, true]);
});

test.each([
  ['answered Stop', async (repo: Repository) => expect((await answer(repo, 'Stop')).exitCode).toBe(0), 1],
  ['stopped', async (repo: Repository) => expect((await repo.run('stop', await repo.newest())).exitCode).toBe(0), 1],
])('MO-10 a mission that is %s at its checkpoint leaves no checkpoint file behind', async (_, stop, exitCode) => {
  const repo = repositoryWithSpec({ checkpoints });
  const agents = script(repo, answers);
  expect((await repo.run('mission', '--script', agents)).exitCode).toBe(8);
  await stop(repo);
  expect((await repo.run('resume')).exitCode).toBe(exitCode);
  expect(existsSync(inHarness(repo, 'checkpoint-plan.md'))).toBe(false);
  writeFileSync(inHarness(repo, 'checkpoint-note.txt'), 'no checkpoint');
  expect((await repo.run('mission', '--script', agents)).exitCode).toBe(8);
  expect(existsSync(inHarness(repo, 'checkpoint-plan.md'))).toBe(true);
});
