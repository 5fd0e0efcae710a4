/** A whole task with the real program of the provider: who only reads has its report put in its place. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { responsesServer } from '@harness/effects/testing/responses-server/server';
import { type Answer, patchAdding, shell } from '@harness/effects/testing/responses-server/turn';
import { expect, onTestFinished, test } from 'vitest';
import { repository } from '../testing/command.ts';
import { openQuestions } from '../testing/task-script.ts';

const docs = 'docs/harness/greet';
/** Where a role that only reads writes its one file depends on whether there is a sandbox: its prompt says so. */
const dropping = (name: string, text: string) =>
  shell(`f="$TMPDIR/output/${name}"; [ -d "$TMPDIR/output" ] || f=${docs}/${name}; printf '${text}' > "$f"`);

const answers: readonly Answer[] = [
  {
    role: 'task.planner-single',
    turns: [
      { tools: [dropping('spec.md', '# Spec\\n\\n- [ ] greeting.txt says hello\\n'), shell('echo sly > sly.txt')] },
      { text: 'spec.md generated — 1 acceptance criteria, 0 edge cases' },
    ],
  },
  {
    role: 'task.generator-single',
    turns: [
      { tools: [patchAdding('greeting.txt', 'hello'), patchAdding(`${docs}/changes.md`, '# Round 1 Changes')] },
      { text: '1 files changed — greeting.txt' },
    ],
  },
  {
    role: 'task.evaluator',
    turns: [
      { tools: [shell('cat greeting.txt; echo changed > greeting.txt')] },
      { tools: [dropping('qa_report.md', '## QA Report — Round 1\\n\\n### Verdict: PASS\\n')] },
      { text: 'PASS — all met' },
    ],
  },
];

test('W-91, W-98, W-126 a spec, a change and a verdict by codex; a role that reads writes its one file', async () => {
  const repo = repository();
  repo.write('repo/harness.config.json', JSON.stringify({ checks: { test: 'grep -q hello greeting.txt' } }));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Checks');
  const server = await responsesServer(answers);
  onTestFinished(() => server.close());
  const env = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'a-key-of-the-test-0815' };
  const args = ['task', 'Greet', '--mode', 'single', '--model-config', 'default'];

  let last = await repo.start([...args, '--provider', 'codex'], env).finished;
  for (const choice of ['Skip', 'Proceed', 'Commit code only']) {
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
  const { calls } = await repo.json<{ calls: readonly { role: string; provider: string; outcome: string }[] }>(
    'show',
    await repo.newest(),
  );
  expect(calls.map(({ role, provider, outcome }) => `${role} ${provider} ${outcome}`)).toEqual([
    'task.planner-single codex ok',
    'task.generator-single codex ok',
    'task.evaluator codex ok',
  ]);
}, 90_000);
