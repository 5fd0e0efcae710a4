/** Tests a task that keeps failing, through the real command: each retry gets more, and a person decides after the third. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Repository } from '../../testing/command.ts';
import {
  agents,
  executing,
  goesOn,
  person,
  planning,
  repositoryWithSpec,
  specPath,
  stateOf,
  subjects,
} from './testing/script.ts';

type Answer = Readonly<Record<string, unknown>>;

const first = { item: '1' };
const reported = (error: string): Answer => ({
  steps: [],
  json: { completed: [], failed: { task: '1', error }, output: '', concerns: [], learnings: [] },
});

/** Each answer fits only a prompt with this text; any other call would succeed. */
const attempt = (n: number, parts: readonly string[], more: Answer): Answer =>
  executing(['1'], more, { ...first, attempt: n, prompt: parts.join('[\\s\\S]*') });

const failures = [
  planning([{ title: 'Add a shop' }, { title: 'Add prices' }], {}, first),
  attempt(1, ['TASKS: 1-2'], reported('the first error')),
  attempt(2, ['the first error', 'RETRY: 1/3', 'TASKS: 1-1'], reported('the second error')),
  attempt(3, ['the parser is slow', 'the first error', 'the second error', 'RETRY: 2/3'], {
    steps: [{ write: { path: 'src/broken.js', text: 'export {};\n' } }],
  }),
  { when: { role: 'autopilot.diagnostician', prompt: 'broken\\.js is here' }, reply: 'Delete src/broken.js.' },
  attempt(4, ['Add a shop', 'broken\\.js is here', 'Delete src/broken\\.js', 'RETRY: 3/3'], reported('the last error')),
];

function failingRepository(): Repository {
  const check = 'test ! -e src/broken.js || { echo "broken.js is here"; exit 1; }';
  const repo = repositoryWithSpec({ config: { checks: { test: check } } });
  repo.write('repo/.harness/learnings.md', '- **2026-03-18 [skill:x] [outcome:gotcha]:** the parser is slow\n');
  return repo;
}

const failuresOf = ({ path }: Repository) => readFileSync(join(path, '.harness/failures.md'), 'utf8');

test('A-52 A-53 A-54 every retry gets more than the one before', async () => {
  const repo = failingRepository();
  const parked = await repo.run('autopilot', specPath, '--script', agents(repo, failures));
  expect(parked, `${parked.stdout}${parked.stderr}`).toMatchObject({ exitCode: 8 });
  const told = parked.stdout.split('\n').filter((line) => line.includes('Retry '));
  expect(told, 'A-100, A-107').toEqual([
    expect.stringContaining('Retry 1/3 of Add a shop: obvious fix'),
    expect.stringContaining('Retry 2/3 of Add a shop: related files and learnings'),
    expect.stringContaining('Retry 3/3 of Add a shop: test output, imports and plan'),
  ]);
});

test('A-55 A-90 after the third the work is committed, the failure recorded, and a person repairs it', async () => {
  const repo = failingRepository();
  const parked = await repo.run('autopilot', specPath, '--script', agents(repo, failures));
  expect(parked.stdout).toContain('Budget exhausted. Recorded in .harness/failures.md.');
  expect(subjects(repo)).toEqual(['[autopilot][recovery] Add a shop']);
  expect(failuresOf(repo)).toContain('Add a shop: the last error');
  expect(stateOf(repo)).toMatchObject({
    currentState: 'EXECUTE',
    retryBudget: { maxAttempts: 3, currentTask: { name: 'Add a shop', attemptsUsed: 3 } },
  });
  rmSync(join(repo.path, 'src/broken.js'));
  const people = [person('Retries', 'fix manually and continue'), ...goesOn];
  agents(repo, [executing(['2'], {}, { prompt: 'TASKS: 2-2' })], people);
  const done = await repo.run('autopilot', specPath);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(subjects(repo)).toEqual([
    '[autopilot][recovery] Add a shop',
    '[autopilot] Phase 1: Core',
    '[autopilot] Phase 2: Prices',
  ]);
  expect(stateOf(repo).history[0]).toMatchObject({ tasksCompleted: 2, retriesUsed: 3 });
  expect(existsSync(join(repo.path, 'src/broken.js'))).toBe(false);
});

test('A-55 a revised plan is executed from the failed task on', async () => {
  const repo = failingRepository();
  const revised = planning([{ title: 'Add a smaller shop' }], {}, { item: '1', attempt: 2, prompt: 'a smaller one' });
  const people = [person('Retries', 'revise plan', { note: 'a smaller one' }), ...goesOn];
  const repaired = executing(['1'], { steps: [{ delete: 'src/broken.js' }] }, { item: '1', attempt: 5 });
  const done = await repo.run(
    'autopilot',
    specPath,
    '--script',
    agents(repo, [revised, repaired, ...failures], people),
  );
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(stateOf(repo).decisions.map(({ decision }) => decision)).toEqual([
    ...['auto_approved_plan', 'revised_plan', 'auto_approved_plan', 'auto_approved_plan'],
  ]);
});
