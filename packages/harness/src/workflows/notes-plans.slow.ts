/** The note of an answer reaches the next agent call of a plan, a phase and the daemon, through the command. */
import { expect, test } from 'vitest';
import { createDaemonRepository, type DaemonRepository, successfulAnswers } from '../testing/night.ts';

const [implementing = {}, ...others] = successfulAnswers;
const work = { write: { path: 'work-{item}.txt', text: 'done\n' } };
/** Restores the test only with the note. */
const answers = [
  {
    when: { role: 'plans.*', prompt: '<data name="note with Tests: Send back" [^]*restore it' },
    steps: [work, { write: { path: 'a.test.js', text: 'test\n' } }],
    reply: 'restored',
  },
  { ...implementing, steps: [work, { delete: 'a.test.js' }] },
  { when: { role: 'plans.fixer' }, reply: 'nothing to repair' },
  ...others,
];

/** The implementer deletes a test of the base, and a person sends it back. */
function repositoryWithTest(): DaemonRepository {
  const people = [{ when: { header: 'Tests', nth: 1 }, choose: 'Send back', note: 'restore it' }];
  const repo = createDaemonRepository({ answers, people });
  repo.write('repo/a.test.js', 'test\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Test');
  return repo;
}

const filesOf = (repo: DaemonRepository, branch: string) =>
  repo
    .git('ls-tree', '--name-only', branch)
    .split('\n')
    .filter((name) => /^(a\.test|work)/.test(name));

test.each([
  ['a plan', [], 'main'],
  ['a phase', ['--phase', 'implement'], 'task/0001-plan'],
])('of %s', async (_, phase, branch) => {
  const repo = repositoryWithTest();
  const done = await repo.run('run', '0001', ...phase, '--script', repo.agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(filesOf(repo, branch)).toEqual(['a.test.js', 'work-0001.txt']);
});

test('of a plan in the daemon', async () => {
  const repo = repositoryWithTest();
  await repo.begin();
  await repo.daemon('resume');
  await repo.untilState(({ mode }) => mode === 'idle' && repo.completed().length === 1);
  expect(filesOf(repo, 'main')).toEqual(['a.test.js', 'work-0001.txt']);
});
