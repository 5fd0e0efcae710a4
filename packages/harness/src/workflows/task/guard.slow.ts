/** Attacks on checks and consent in `harness task`, through the real command. Each row names the promise. */
import { describe, expect, test } from 'vitest';
import { changesReport, generating, personAnswer, rightSum, taskRepository } from '../../testing/command-task.ts';

type Step = Readonly<Record<string, unknown>>;

const write = (path: string, text: string): Step => ({ write: { path, text } });
const unitTests = `const { test } = require('node:test');
test('one', () => { require('node:assert').equal(1, 1); });
test('two', () => { require('node:assert').equal(1, 1); });
`;

function repositoryWithTests() {
  const repo = taskRepository({ test: 'node --test' });
  repo.write('repo/one.test.cjs', unitTests);
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Tests');
  return repo;
}

const openQuestions = async (repo: ReturnType<typeof taskRepository>) =>
  (await repo.json<{ questions: { header: string; evidence: string[] }[] }>('questions')).questions;

describe('a change to anything that a check executes is asked about', () => {
  test.each<readonly [string, Step]>([
    ['the script of the check', write('check.mjs', '')],
    ['a new configuration of the harness', write('harness.config.mjs', 'export default {};\n')],
  ])('%s', async (_, step) => {
    const repo = taskRepository();
    const held = await repo.task({ answers: [generating(rightSum, { steps: [step] })] });
    expect(held, `${held.stdout}${held.stderr}`).toMatchObject({ exitCode: 8 });
    expect(await openQuestions(repo)).toMatchObject([
      { header: 'Tests', evidence: [expect.stringMatching(/\.tests\.diff$/)] },
    ]);
  });
});

describe('tests are counted as run, not as written', () => {
  test.each<readonly [string, Step, string]>([
    ['an exit on import', write('one.test.cjs', `process.exit(0);\n${unitTests}`), '2 of 2 existing tests did not run'],
    [
      'one test behind a condition',
      write('one.test.cjs', unitTests.replace("test('two'", "if (process.argv.length > 99) test('two'")),
      '1 of 2 existing tests did not run: two',
    ],
  ])('%s is red until the generator restores it', async (_, step, reason) => {
    const repo = repositoryWithTests();
    const done = await repo.task({
      answers: [
        generating(rightSum, { steps: [step], when: { attempt: 1 } }),
        generating(rightSum, { steps: [write('one.test.cjs', unitTests), changesReport] }),
      ],
      people: [personAnswer('Commit', 'Commit')],
    });
    expect(`${done.stdout}${done.stderr}`).toContain(reason);
    expect(repo.read('one.test.cjs')).toBe(unitTests);
  });
});
