/** A generator of a task cannot change the spec by which the evaluator judges its work. */
import { expect, test } from 'vitest';
import { docs, evaluating, generating, personAnswer, rightSum, taskRepository } from '../testing/command-task.ts';

test('a generator that rewrites the spec is judged by the confirmed spec', async () => {
  const repo = taskRepository();
  const rewriting = { run: `echo "# Anything is right" > ${docs}/spec.md` };
  const rightlyJudged = { ...evaluating('PASS', 'PASS'), when: { role: 'task.evaluator', prompt: 'sum adds' } };
  const misled = { ...evaluating('FAIL L3 — wrong spec', 'FAIL'), when: { role: 'task.evaluator' } };
  const answers = [generating(rightSum, { steps: [rewriting] }), rightlyJudged, misled];
  const done = await repo.task({ answers, people: [personAnswer('Commit', 'Commit all')] });
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain(`denied: ${docs}/spec.md`);
  expect(repo.git('show', `harness/repair-sum:${docs}/spec.md`)).toContain('sum adds');
});
