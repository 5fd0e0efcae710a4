/** Tests edits of a state file while its run is parked: the run asks before it uses or overwrites them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Repository, repository } from '../../testing/command.ts';
import { answer, openQuestions, stateFile, stateOf, taskScript } from '../../testing/task-script.ts';

/** A run that waits at its spec, and a state file that was edited to a later phase. */
async function changedByHand(): Promise<Repository> {
  const repo = repository();
  const agents = taskScript(repo, { 'Convention Scan': 'Skip' });
  const flags = ['--mode', 'single', '--model-config', 'balanced', '--script', agents];
  expect((await repo.run('task', 'Change it', ...flags)).exitCode).toBe(8);
  const path = stateFile(repo.path);
  const document = JSON.parse(readFileSync(path, 'utf8')) as object;
  writeFileSync(path, JSON.stringify({ ...document, phase: 'generate_ready', max_rounds: 7 }));
  expect((await repo.run('resume')).exitCode).toBe(8);
  return repo;
}

test('an edited state file is asked about, and stays unchanged until the answer', async () => {
  const repo = await changedByHand();
  const [question] = await openQuestions(repo);
  expect(question?.header).toBe('State File');
  expect(question?.question).toContain('Generate — ready');
  expect(question?.options.map(({ label }) => label)).toEqual(['Take over', 'Overwrite']);
  expect(stateOf(repo.path)).toMatchObject({ phase: 'generate_ready', max_rounds: 7 });
});

test('if the edit is accepted, the run continues from the file', async () => {
  const repo = await changedByHand();
  await answer(repo, 'take over');
  const { exitCode, stdout } = await repo.run('resume');
  expect(exitCode).toBe(8);
  expect(stdout).toContain('[harness] Phase: Generate');
  expect(stateOf(repo.path)).toMatchObject({ phase: 'completed', max_rounds: 7 });
});

test('if the edit is overwritten, the run and the file keep the old state', async () => {
  const repo = await changedByHand();
  await answer(repo, 'Overwrite');
  expect((await repo.run('resume')).exitCode).toBe(8);
  expect((await openQuestions(repo)).map(({ header }) => header)).toEqual(['Spec']);
  expect(stateOf(repo.path)).toMatchObject({ phase: 'plan_done', max_rounds: 3 });
});

test('a file with an earlier state of the run is not an edit', async () => {
  const repo = repository();
  const agents = taskScript(repo);
  await repo.run('task', 'Be behind', '--mode', 'single', '--model-config', 'default', '--script', agents);
  const earlier = readFileSync(stateFile(repo.path), 'utf8');
  await answer(repo, 'Skip');
  await repo.run('resume');
  writeFileSync(stateFile(repo.path), earlier);
  expect((await repo.run('resume')).exitCode).toBe(8);
  expect((await openQuestions(repo)).map(({ header }) => header)).toEqual(['Spec']);
});
