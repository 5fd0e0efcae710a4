/** Attacks on a task through the command: only verified files are committed. */
import { expect, test } from 'vitest';
import { until } from '../../testing/command.ts';
import {
  docs,
  generating,
  personAnswer,
  qaReport,
  rightSum,
  type TaskRepository,
  taskRepository,
  wrongSum,
} from '../../testing/command-task.ts';

const codeOnly = personAnswer('Commit', 'Commit code only');
const head = (repo: TaskRepository) => repo.git('rev-parse', 'harness/repair-sum');

/** An evaluation that takes some time after its report is written. */
const slowEvaluation = {
  when: { role: 'task.evaluator' },
  steps: [{ write: { path: '{qa_report_path}', text: qaReport('PASS') } }, { sleep: 1500 }],
  reply: 'PASS — all met',
};

/** Runs a task, and acts as the user while the evaluator works. */
async function whileEvaluating(repo: TaskRepository, act: () => unknown) {
  const running = repo.start(repo.asked({ answers: [generating(rightSum), slowEvaluation], people: [codeOnly] }));
  await until(() => (repo.has(`${docs}/qa_report.md`) ? true : undefined));
  act();
  return running.finished;
}

test.each([
  ['git reset --hard', (repo: TaskRepository) => repo.git('reset', '--hard', '--quiet'), wrongSum],
  ['an edit', (repo: TaskRepository) => repo.write('repo/sum.js', '// broken\n'), '// broken\n'],
])(
  '%s during the evaluation: nothing unverified is committed, and the verified files are kept',
  async (_, act, text) => {
    const repo = taskRepository();
    const base = repo.git('rev-parse', 'HEAD');
    const done = await whileEvaluating(repo, () => act(repo));
    expect(done, done.stdout).toMatchObject({ exitCode: 8 });
    expect(done.stdout).toContain('The checkout changed after it was verified: sum.js.');
    expect(head(repo)).toBe(base);
    expect(repo.read('sum.js')).toBe(text);
    const refs = repo.git('for-each-ref', '--format=%(refname)', 'refs/harness/kept').split('\n');
    expect(refs.map((ref) => repo.git('show', `${ref}:sum.js`))).toContain(rightSum.trimEnd());
  },
);

test('after a change during the evaluation, the files are verified again and then committed', async () => {
  const repo = taskRepository();
  await whileEvaluating(repo, () => repo.write('repo/sum.js', `// by hand\n${rightSum}`));
  const { questions } = await repo.json<{ questions: { id: string; header: string }[] }>('questions');
  expect(questions[0]?.header).toBe('Unverified');
  await repo.run('answer', questions[0]?.id ?? '', 'Verify again');
  const done = await repo.run('resume');
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(repo.git('show', 'harness/repair-sum:sum.js')).toBe(`// by hand\n${rightSum}`.trimEnd());
});
