/** Tests context files for the agents of a plan: each role reads its own, also one added during the run. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lines, until } from '../../testing/command.ts';
import { product } from '../../testing/product.ts';

const expects = (role: string, words: string, more: string) =>
  `  - { when: { role: plans.${role}, prompt: "${words}" }, ${more} }`;
const body = '"## Summary\\n\\nx\\n\\n## Scope\\n\\n## Validation\\n\\n## Follow-ups\\n"';

test('D-02, DO-14, DO-21 each phase reads its own context files, and the next phase reads a new one', async () => {
  const repo = product();
  const addContext = (name: string, text: string) => repo.write(`repo/docs/context/${name}`, text);
  addContext('implement.md', 'FOR-IMPLEMENT');
  addContext('prepare-pr.md', 'FOR-PREPARE');
  addContext('merge-check.md', 'FOR-MERGE');
  addContext('one.md', '---\nscope: run:0001\n---\nFOR-THIS-PLAN');
  addContext('other.md', '---\nscope: run:0002\n---\nFOR-ANOTHER');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Context');
  const untrusted = 'untrusted[^<]*FOR-IMPLEMENT[\\\\s\\\\S]*FOR-THIS-PLAN';
  const answers = [
    '  - { when: { prompt: FOR-ANOTHER }, reply: "this is not for me" }',
    expects('implementer', untrusted, 'steps: [{ write: { path: a.txt, text: a } }, { sleep: 1500 }], reply: done'),
    expects('reviewer', 'FOR-REVIEW', 'reply: No findings.'),
    expects('preparer', 'FOR-PREPARE', `reply: ${body}`),
    expects('merge-checker', 'FOR-MERGE', 'reply: No findings. Ready to enable auto-merge.'),
  ];
  const script = repo.write('agents.yaml', `version: 1\nanswers:\n${answers.join('\n')}\n`);
  const running = repo.start(['run', '0001', '--skip-e2e', '--script', script]);
  const implementing = join(repo.path, '.harness/worktrees');
  await until(() => existsSync(implementing) || undefined);
  addContext('review.md', 'FOR-REVIEW');
  const done = await running.finished;
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });

  const run = await repo.newest();
  const noted = lines(repo.journal(`${run}.1.loop`))
    .map((line) => JSON.parse(line) as { type: string; code?: string; params?: Record<string, string> })
    .filter(({ code }) => code === 'agent.context');
  expect(noted.map(({ params }) => params?.['paths'])).toEqual([
    'docs/context/implement.md, docs/context/one.md',
    'docs/context/review.md, docs/context/one.md',
  ]);
  const kept = join(repo.path, '.harness/runs', `${run}.1.loop`, noted[1]?.params?.['artifact'] ?? '');
  expect(readFileSync(kept, 'utf8')).toContain('FOR-REVIEW');
});
