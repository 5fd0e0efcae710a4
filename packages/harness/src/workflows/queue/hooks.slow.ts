/** Tests the steps after a merge: the release gate after each merge, the fidelity check after every few. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDaemonRepository, events, planText, successfulAnswers } from '../../testing/night.ts';

const spec = { 'docs/product.md': '# A product\n\nIt greets.\n' };
const acceptance = (...tags: readonly string[]) =>
  `## Release criteria\n${tags.map((tag) => `- \`${tag}\` "It does ${tag}."\n`).join('')}`;

function withFiles(repo: ReturnType<typeof createDaemonRepository>, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) repo.write(`repo/${path}`, text);
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Spec');
}

const tagged = (id: string, tag: string) => planText(id).replace('acceptance_tags: []', `acceptance_tags: ["${tag}"]`);

test('D-46, D-65, D-66 a merge that covers the last criterion marks the release ready and pauses the queue; earlier merges report nothing', async () => {
  const repo = createDaemonRepository({ plans: {}, config: { releaseGate: { specPath: 'docs/product.md' } } });
  withFiles(repo, {
    ...spec,
    'docs/product.acceptance.md': acceptance('greet', 'leave'),
    'docs/exec-plans/active/0001-plan.md': tagged('0001', 'greet'),
    'docs/exec-plans/active/0002-plan.md': tagged('0002', 'leave'),
    'docs/exec-plans/active/0003-plan.md': planText('0003'),
  });
  await repo.begin();
  await repo.daemon('resume');
  const paused = await repo.untilState(({ mode, history }) => mode === 'paused' && history.length > 2);
  expect(events(paused).filter((event) => event.startsWith('plan_shipped'))).toEqual([
    'plan_shipped 0001',
    'plan_shipped 0002',
  ]);
  expect(events(paused).filter((event) => event === 'release_ready')).toHaveLength(1);
  const ready = JSON.parse(readFileSync(join(repo.path, '.orchestrator/RELEASE_READY'), 'utf8')) as {
    specPath: string;
  };
  expect(ready.specPath).toBe('docs/product.md');
  expect(repo.completed()).toEqual(['0001-plan.md', '0002-plan.md']);

  await repo.daemon('resume'); // the user wants more than the spec
  await repo.untilState(({ mode, runsFired, active }) => mode === 'paused' && runsFired === 3 && active === null);
  expect(repo.completed()).toContain('0003-plan.md');
});

test('D-59, D-60, D-61 the drift is scored after every n merges; above the threshold the queue pauses and a commit blocks the plans', async () => {
  const drifted = {
    when: { role: 'plans.fidelity' },
    json: {
      risk_score: 90,
      drift: ['It is blue.'],
      risks: ['It may fall.'],
      recommended_actions: ['Paint it.'],
      requirements: [{ requirement: 'It greets.', status: 'unmet', notes: '' }],
    },
  };
  const config = { fidelity: { specPath: 'docs/product.md', everyNPlans: 2, threshold: 25 } };
  const plans = { '0001': [], '0002': [], '0003': [] };
  const repo = createDaemonRepository({ plans, config, answers: [...successfulAnswers, drifted] });
  withFiles(repo, spec);
  await repo.begin();
  await repo.daemon('resume');
  const paused = await repo.untilState(({ mode, history }) => mode === 'paused' && history.length > 2);
  expect(events(paused)).toContain('fidelity_blocked');
  expect(repo.completed()).toEqual(['0001-plan.md', '0002-plan.md']);
  expect(repo.git('show', 'main:docs/exec-plans/active/0003-plan.md')).toContain('status: blocked');
  expect(repo.git('show', 'main:docs/exec-plans/active/9999-fidelity-review.md')).toContain('Paint it.');
  const reports = join(repo.path, '.orchestrator/fidelity-reports');
  expect(existsSync(reports) && readdirSync(reports).filter((name) => name.endsWith('.md'))).toHaveLength(1);
  expect(repo.git('status', '--porcelain')).toBe('');
});
