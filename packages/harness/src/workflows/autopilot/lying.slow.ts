/** Tests that the word of an executor completes nothing, through the real command. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  agents,
  executing,
  goesOn,
  person,
  planning,
  repositoryWithSpec,
  specPath,
  specText,
  stateOf,
  subjects,
} from './testing/script.ts';

const first = { item: '1', attempt: 1 };
const write = (path: string) => ({ write: { path, text: 'export {};\n' } });
const twoTasks = planning([{ title: 'Add a shop' }, { title: 'Add prices' }], {}, { item: '1' });
const honest = executing(['1', '2'], {}, { item: '1', prompt: 'TASKS: 1-2' });

describe('A task that the executor calls complete has failed', () => {
  test.each([
    [
      'while a check is red',
      executing(['1', '2'], { steps: [write('src/broken.js')] }, first),
      executing(['2'], { steps: [{ delete: 'src/broken.js' }, write('src/prices.js')] }, { item: '1', attempt: 2 }),
    ],
    ['without a change', executing(['1', '2'], { steps: [] }, first), executing(['1'], {}, { item: '1', attempt: 2 })],
    ['if it leaves another one out', executing(['1'], {}, first), executing(['2'], {}, { item: '1', attempt: 2 })],
  ])('A-51 A-98 %s', async (_, lie, repair) => {
    const repo = repositoryWithSpec({ config: { checks: { test: 'test ! -e src/broken.js' } } });
    const rest = executing(['2'], {}, { item: '1', prompt: 'TASKS: 2-2' });
    const done = await repo.run('autopilot', specPath, '--script', agents(repo, [twoTasks, lie, repair, rest], goesOn));
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(done.stdout).toContain('Retry 1/3 of Add ');
    expect(stateOf(repo).history[0]).toMatchObject({ tasksCompleted: 2, retriesUsed: 1 });
    expect(subjects(repo)).toEqual(['[autopilot] Phase 1: Core', '[autopilot] Phase 2: Prices']);
  });

  test('if a person does not allow that it removes a test', async () => {
    const text = "import test from 'node:test';\ntest('adds', () => {});\n";
    const repo = repositoryWithSpec({ files: { 'test/add.test.js': text } });
    const lie = executing(['1', '2'], { steps: [{ delete: 'test/add.test.js' }, write('src/shop.js')] }, first);
    const repair = executing(
      ['2'],
      { steps: [{ write: { path: 'test/add.test.js', text } }] },
      { item: '1', attempt: 2 },
    );
    const people = [person('Tests', 'Send back', { note: 'keep it' }), ...goesOn];
    const done = await repo.run('autopilot', specPath, '--script', agents(repo, [twoTasks, lie, repair], people));
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(repo.git('show', 'HEAD:test/add.test.js')).toBe(text.trimEnd());
  });
});

test('A-88 A-91 an executor that edits the spec, its plan and the state file changes nothing that counts', async () => {
  const repo = repositoryWithSpec();
  const state = '.harness/sessions/changes--shop--proposal/autopilot-state.json';
  const steps = [
    { write: { path: specPath, text: specText.replace('Prices', 'Something else') } },
    { write: { path: '{plan_path}', text: '### Task 1: Delete everything\n' } },
    { write: { path: state, text: '{ "schemaVersion": 5, "currentState": "DONE" }' } },
    write('src/shop.js'),
  ];
  const hostile = executing(['1', '2'], { steps }, first);
  const done = await repo.run('autopilot', specPath, '--script', agents(repo, [twoTasks, hostile, honest], goesOn));
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(repo.git('show', `HEAD:${specPath}`)).toBe(specText.trimEnd());
  const { planPath } = stateOf(repo).phases[0] ?? {};
  expect(readFileSync(join(repo.path, planPath ?? ''), 'utf8')).toContain('### Task 2: Add prices');
  expect(stateOf(repo)).toMatchObject({ currentState: 'DONE', phases: [{ status: 'complete' }, { name: 'Prices' }] });
});

test('A-99 an executor that commits leaves no commit of its own', async () => {
  const repo = repositoryWithSpec();
  const steps = [write('src/shop.js'), { run: 'git add -A; git -c user.name=x -c user.email=x@x commit -qm Mine' }];
  const agent = executing(['1', '2'], { steps }, first);
  const done = await repo.run('autopilot', specPath, '--script', agents(repo, [twoTasks, agent, honest], goesOn));
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(subjects(repo)).toEqual(['[autopilot] Phase 1: Core', '[autopilot] Phase 2: Prices']);
});
