/** Tests a person who commits, switches the branch, or deletes files while a session rests. */
import { existsSync, rmSync } from 'node:fs';
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
  slug,
  specPath,
  stateOf,
  subjects,
} from './testing/script.ts';

const tasks = [{ title: 'One', checkpoint: 'human-verify' }, { title: 'Two' }];
const answers = [
  planning(tasks, {}, { item: '1' }),
  ...['1', '2'].map((n) => executing([n], {}, { item: '1', prompt: `TASKS: ${n}-${n}` })),
];

/** A session that waits for a person at its checkpoint. */
async function waitingSession(): Promise<Repository> {
  const repo = repositoryWithSpec();
  const parked = await repo.run('autopilot', specPath, '--no-input', '--script', agents(repo, answers));
  expect(parked, `${parked.stdout}${parked.stderr}`).toMatchObject({ exitCode: 8 });
  agents(repo, answers, [person('Human verify', 'yes'), ...goesOn]);
  return repo;
}

const commit = (repo: Repository, message: string) => {
  repo.git('add', '--', 'mine.txt');
  repo.git('commit', '--quiet', `--message=${message}`, '--', 'mine.txt');
};

test('commits of a person stay, and the work of the session is committed on top of them', async () => {
  const repo = await waitingSession();
  repo.write('repo/mine.txt', 'mine\n');
  commit(repo, 'Mine');
  const done = await repo.run('autopilot', specPath);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(subjects(repo)).toEqual([
    'Mine',
    '[autopilot] One',
    '[autopilot] Phase 1: Core',
    '[autopilot] Phase 2: Prices',
  ]);
  expect(repo.git('show', 'HEAD:mine.txt')).toBe('mine');
  expect(repo.git('show', '--name-only', '--format=', 'HEAD~2')).not.toContain('mine.txt');
});

test('another branch: the session does not work there, and continues when the person is back', async () => {
  const repo = await waitingSession();
  repo.git('stash', '--quiet', '--include-untracked', '--', ':(exclude).harness');
  repo.git('switch', '--quiet', '--create', 'elsewhere');
  const away = await repo.run('autopilot', specPath);
  expect([away.exitCode, away.stderr]).toEqual([2, expect.stringContaining('git switch main') as string]);
  expect(repo.git('log', '--format=%s', 'elsewhere').split('\n')[0]).toBe('Spec');
  repo.git('switch', '--quiet', 'main');
  repo.git('stash', 'pop', '--quiet');
  const done = await repo.run('autopilot', specPath);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(stateOf(repo).currentState).toBe('DONE');
});

test('A-88 a deleted plan and a deleted spec change nothing: the approved text is executed', async () => {
  const repo = await waitingSession();
  rmSync(join(repo.path, stateOf(repo).phases[0]?.planPath ?? ''));
  rmSync(join(repo.path, specPath));
  const done = await repo.run('autopilot', specPath);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(stateOf(repo).history.map(({ tasksCompleted }) => tasksCompleted)).toEqual([2, 1]);
});

test('a deleted session folder is written again from the journal', async () => {
  const repo = await waitingSession();
  rmSync(join(repo.path, '.harness/sessions'), { recursive: true });
  const done = await repo.run('autopilot', specPath);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(stateOf(repo)).toMatchObject({ currentState: 'DONE', history: [{ phase: 0 }, { phase: 1 }] });
  expect(existsSync(join(repo.path, '.harness/sessions', slug, 'phase-1-review.json'))).toBe(true);
});

test('A-55 a task that a person repairs by hand is checked and committed', async () => {
  const repo = repositoryWithSpec({ config: { checks: { test: 'test ! -e src/core.js || test -e fixed.txt' } } });
  const red = executing(['1'], { steps: [{ write: { path: 'src/core.js', text: '{attempt}\n' } }] }, { item: '1' });
  const parked = await repo.run('autopilot', specPath, '--no-input', '--script', agents(repo, [red]));
  expect(parked, `${parked.stdout}${parked.stderr}`).toMatchObject({ exitCode: 8 });
  expect(subjects(repo)).toEqual(['[autopilot][recovery] Add Core']);
  repo.write('repo/fixed.txt', 'fixed\n');
  agents(repo, [red], [person('Retries', 'fix manually and continue'), ...goesOn]);
  const done = await repo.run('autopilot', specPath);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(subjects(repo)).toEqual([
    '[autopilot][recovery] Add Core',
    '[autopilot] Phase 1: Core',
    '[autopilot] Phase 2: Prices',
  ]);
  expect(repo.git('show', 'HEAD:fixed.txt')).toBe('fixed');
});

test('A-96 two phases in trouble: the next question suggests reading the spec again', async () => {
  const spec = `# Shop\n\n## Implementation Order\n\n${[1, 2, 3].map((n) => `### Phase ${n}: P${n}\n\nAdd it.\n`).join('\n')}`;
  const repo = repositoryWithSpec({ spec });
  const failing = [1, 2, 3, 4].map((attempt) => ({
    ...executing(['1'], {}, { attempt }),
    json: { completed: [], failed: { task: '1', error: 'it throws' }, output: '', concerns: [], learnings: [] },
  }));
  const people = [person('Retries', 'fix manually and continue'), person('Next phase', 'yes', { item: '1' })];
  const parked = await repo.run('autopilot', specPath, '--no-input', '--script', agents(repo, failing, people));
  expect(parked, `${parked.stdout}${parked.stderr}`).toMatchObject({ exitCode: 8 });
  const { questions } = await repo.json<{ questions: { header: string; question: string }[] }>('questions');
  expect(questions).toMatchObject([
    { header: 'Next phase', question: expect.stringContaining('The last 2 phases used up their retries') as string },
  ]);
});
