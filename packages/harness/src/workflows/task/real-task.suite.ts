/** A whole task with the real program of a provider. Judging roles may write only their report. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../testing/command.ts';
import { type Answer, environment, type Program, type Shown, startModelServer } from '../../testing/real-program.ts';
import { openQuestions } from '../../testing/task-script.ts';

const docs = 'docs/harness/greet';

const answersOf = <Tool>({ write, read, report, overwrite }: Program<Tool>): readonly Answer<Tool>[] => [
  {
    role: 'task.planner-single',
    turns: [
      { tools: [report(docs, 'spec.md', '# Spec\n\n- [ ] greeting.txt says hello\n'), overwrite('sly.txt', 'sly')] },
      { text: 'spec.md generated — 1 acceptance criteria, 0 edge cases' },
    ],
  },
  {
    role: 'task.generator-single',
    turns: [
      { tools: [write('greeting.txt', 'hello\n'), write(`${docs}/changes.md`, '# Round 1 Changes\n')] },
      { text: '1 files changed — greeting.txt' },
    ],
  },
  {
    role: 'task.evaluator',
    turns: [
      { tools: [read('greeting.txt'), overwrite('greeting.txt', 'changed by a judge')] },
      { tools: [report(docs, 'qa_report.md', '## QA Report — Round 1\n\n### Verdict: PASS\n')] },
      { text: 'PASS — all met' },
    ],
  },
];

export const realTask = <Tool>(program: Program<Tool>): void =>
  test('W-91, W-98, W-126 the real program creates a spec, a change and a verdict; a reading role writes only its report', async () => {
    const repo = repository();
    repo.write('repo/harness.config.json', JSON.stringify({ checks: { test: 'grep -q hello greeting.txt' } }));
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '--message=Checks');
    const env = environment(program, await startModelServer(program, ...answersOf(program)));

    const task = ['task', 'Greet', '--mode', 'single', '--model-config', 'default', ...program.flags];
    let last = await repo.start(task, env).finished;
    for (const choice of ['fix it too', 'Skip', 'Proceed', 'Commit code only']) {
      expect(last, `${last.stdout}${last.stderr}`).toMatchObject({ exitCode: 8 });
      const spec = join(repo.path, docs, 'spec.md');
      if (choice === 'Proceed') expect(readFileSync(spec, 'utf8')).toContain('greeting.txt says hello');
      const [question] = await openQuestions(repo);
      await repo.run('answer', question?.id ?? '', choice);
      last = await repo.start(['resume'], env).finished;
    }
    expect(last, `${last.stdout}${last.stderr}`).toMatchObject({ exitCode: 0 });
    expect(repo.git('show', 'harness/greet:greeting.txt')).toBe('hello');
    expect(existsSync(join(repo.path, 'sly.txt'))).toBe(false);
    const { calls } = await repo.json<Shown>('show', await repo.newest());
    expect(calls.map(({ role, provider, outcome }) => `${role} ${provider} ${outcome}`)).toEqual([
      `task.planner-single ${program.name} ok`,
      `task.generator-single ${program.name} ok`,
      `task.evaluator ${program.name} ok`,
    ]);
  }, 90_000);
