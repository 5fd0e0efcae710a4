/** Layer 1 through the command: real processes, exit codes that decide, and retries that are one implementation each. */
import { expect, test } from 'vitest';
import { chooses, docs, generating, rightSum, taskRepository, wrongSum } from '../testing/task-repository.ts';

test('x', async () => {
  const repo = taskRepository();
  const done = await repo.task({ answers: [generating(wrongSum)], people: [] });
  console.log(done.stdout, done.stderr, done.exitCode);
  console.log(repo.state(), repo.read(`${docs}/verify_report.md`));
  const d2 = await repo.json('questions');
  console.log(JSON.stringify(d2, null, 1));
});
