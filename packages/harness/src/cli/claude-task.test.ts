/** A whole task with the real program of the provider, in the user's checkout: who only judges writes its report and nothing else. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { messagesServer } from '@harness/effects/testing/messages-server/server';
import type { Answer } from '@harness/effects/testing/messages-server/turn';
import { expect, onTestFinished, test } from 'vitest';
import { repository } from '../testing/command.ts';
import { openQuestions } from '../testing/task-script.ts';

const docs = 'docs/harness/greet';
const writing = (path: string, text: string) => ({ name: 'Write', input: { file_path: path, content: text } });

const answers: readonly Answer[] = [
  {
    role: 'task.planner-single',
    turns: [
      { tools: [writing(`${docs}/spec.md`, '# Spec\n\n- [ ] greeting.txt says hello\n'), writing('sly.txt', 'sly')] },
      { text: 'spec.md generated — 1 acceptance criteria, 0 edge cases' },
    ],
  },
  {
    role: 'task.generator-single',
    turns: [
      { tools: [writing('greeting.txt', 'hello\n'), writing(`${docs}/changes.md`, '# Round 1 Changes\n')] },
      { text: '1 files changed — greeting.txt' },
    ],
  },
  {
    role: 'task.evaluator',
    turns: [
      {
        tools: [{ name: 'Read', input: { file_path: 'greeting.txt' } }, writing('greeting.txt', 'changed by a judge')],
      },
      { tools: [writing(`${docs}/qa_report.md`, '## QA Report — Round 1\n\n### Verdict: PASS\n')] },
      { text: 'PASS — all met' },
    ],
  },
];

test('W-91, W-98, W-126 a spec, a change and a verdict by the real program; a role that reads writes its one file', async () => {
  const repo = repository();
  repo.write('repo/harness.config.json', JSON.stringify({ checks: { test: 'grep -q hello greeting.txt' } }));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Checks');
  const server = await messagesServer(answers);
  onTestFinished(() => server.close());
  const env = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'a-key-of-the-test-0815' };

  let last = await repo.start(['task', 'Greet', '--mode', 'single', '--model-config', 'default'], env).finished;
  for (const choice of ['Skip', 'Proceed', 'Commit code only']) {
    expect(last, `${last.stdout}${last.stderr}`).toMatchObject({ exitCode: 8 });
    const [question] = await openQuestions(repo);
    await repo.run('answer', question?.id ?? '', choice);
    last = await repo.start(['resume'], env).finished;
  }
  expect(last, `${last.stdout}${last.stderr}`).toMatchObject({ exitCode: 0 });
  expect(repo.git('show', 'harness/greet:greeting.txt')).toBe('hello');
  expect(existsSync(join(repo.path, 'sly.txt'))).toBe(false);
  const { calls } = await repo.json<{ calls: readonly { role: string; provider: string; outcome: string }[] }>(
    'show',
    await repo.newest(),
  );
  expect(calls.map(({ role, provider, outcome }) => `${role} ${provider} ${outcome}`)).toEqual([
    'task.planner-single claude ok',
    'task.generator-single claude ok',
    'task.evaluator claude ok',
  ]);
}, 90_000);
