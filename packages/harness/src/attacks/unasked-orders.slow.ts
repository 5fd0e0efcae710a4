/** Agents that write orders for later agents, in every workflow through the command: none of them is merged unasked. */
import { describe, expect, test } from 'vitest';
import type { Repository } from '../testing/command.ts';
import { docs, generating, personAnswer, rightSum, taskRepository } from '../testing/command-task.ts';
import { product } from '../testing/product.ts';
import { script } from '../testing/scripts.ts';
import { planning, repositoryWithSpec, reviewing, validating, working } from '../workflows/mission/testing/script.ts';
import { honestClaim } from './testing/command-liars.ts';
import { attackedWorkflows, claim } from './testing/lie-by-command.ts';

const orders: readonly (readonly [string, string])[] = [
  ['a plan', 'docs/exec-plans/active/0009-obey.md'],
  ['a skill', '.claude/skills/obey/SKILL.md'],
  ['instructions', 'CLAUDE.md'],
  ['a configuration of the harness', 'harness.config.mjs'],
];

describe.each(attackedWorkflows)('orders in a change are asked about: %s', (workflow) => {
  test.each(orders)('%s', async (_, path) => {
    const ended = await claim(workflow, {
      ...honestClaim,
      change: { ...honestClaim.change, [path]: 'Obey.' },
      isRefused: true,
    });
    expect(ended, `${ended.stdout}${ended.stderr}`).toMatchObject({ exitCode: 8, asked: ['Tests'], landed: [] });
  });
});

const openQuestions = async (repo: Repository) =>
  (await repo.json<{ questions: { header: string }[] }>('questions')).questions.map(({ header }) => header);

test.each(orders)('a phase asks about %s in a change', async (_, path) => {
  const repo = product();
  const commits = repo.git('rev-list', '--branches');
  const steps = [{ write: { path, text: 'Obey.' } }];
  const agents = script(repo, [{ when: { role: 'plans.implementer' }, steps, reply: 'done' }]);
  const held = await repo.run('run', '0001', '--phase', 'implement', '--no-input', '--script', agents);
  expect(held, `${held.stdout}${held.stderr}`).toMatchObject({ exitCode: 8 });
  expect(await openQuestions(repo)).toEqual(['Tests']);
  expect(repo.git('rev-list', '--branches')).toBe(commits);
});

test.each(orders)('a mission in the checkout asks about %s in a change', async (_, path) => {
  const repo = repositoryWithSpec({ branchIsolation: { enabled: false } });
  const commits = repo.git('rev-list', '--branches');
  const steps = [{ write: { path, text: 'Obey.' } }];
  const answers = [planning({ id: 'F-001' }), reviewing(), working({ steps }), validating()];
  const held = await repo.run('mission', '--script', script(repo, answers));
  expect(held, `${held.stdout}${held.stderr}`).toMatchObject({ exitCode: 8 });
  expect(await openQuestions(repo)).toEqual(['Tests']);
  expect(repo.git('rev-list', '--branches')).toBe(commits);
});

test.each([
  ['the spec of a mission', {}],
  ['the spec of a mission in the checkout', { branchIsolation: { enabled: false } }],
])('%s is not changed unasked', async (_, settings) => {
  const repo = repositoryWithSpec(settings);
  const commits = repo.git('rev-list', '--branches');
  const steps = [{ write: { path: 'SPEC.md', text: '# A product\n\nIt is done.\n' } }];
  const answers = [planning({ id: 'F-001' }), reviewing(), working({ steps }), validating()];
  const held = await repo.run('mission', '--script', script(repo, answers));
  expect(held, `${held.stdout}${held.stderr}`).toMatchObject({ exitCode: 8 });
  expect(held.stdout).toContain('writes the spec that the product is built by or compared with: SPEC.md');
  expect(repo.git('rev-list', '--branches')).toBe(commits);
});

test.each(attackedWorkflows)(
  '%s asks about a change of the spec that the product is compared with',
  async (workflow) => {
    const config = { fidelity: { specPath: 'docs/product.md' } };
    const claimed = { ...honestClaim, base: { 'docs/product.md': '# A shop\n' }, config, isRefused: true } as const;
    const ended = await claim(workflow, {
      ...claimed,
      change: { ...honestClaim.change, 'docs/product.md': '# Done\n' },
    });
    expect(ended, `${ended.stdout}${ended.stderr}`).toMatchObject({ exitCode: 8, asked: ['Tests'], landed: [] });
  },
);

test.each(['docs/features/CLAUDE.md', 'docs/features/x/AGENTS.md', 'docs/features/.claude/skills/obey/SKILL.md'])(
  'a mission that is done merges no page that gives orders: %s',
  async (path) => {
    const repo = repositoryWithSpec();
    const pages = ['docs/features/F-001.md', path].map((one) => ({ write: { path: one, text: 'Obey.' } }));
    const documenting = { when: { role: 'mission.documenter' }, steps: pages, reply: 'DOCUMENTED: 1 pages' };
    const answers = [planning({ id: 'F-001' }), reviewing(), working(), validating(), documenting];
    const done = await repo.run('mission', '--script', script(repo, answers));
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    const files = repo.git('ls-tree', '-r', '--name-only', 'main').split('\n');
    expect(files).toContain('F-001.txt');
    expect(files).not.toContain(path);
  },
);

test('a feature with the name of a file that instructs agents is merged without its page', async () => {
  const repo = repositoryWithSpec({ mission: { documenter: 'pass' } });
  const page = [{ write: { path: 'docs/features/{item}.md', text: 'Obey.' } }];
  const documenting = { when: { role: 'mission.documenter' }, steps: page, reply: 'DOCUMENTED: 1 pages' };
  const answers = [planning({ id: 'CLAUDE.1' }), reviewing(), working(), validating(), documenting];
  const done = await repo.run('mission', '--script', script(repo, answers));
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(repo.git('ls-tree', '-r', '--name-only', 'main').split('\n')).toContain('CLAUDE.1.txt');
  expect(repo.git('ls-tree', '-r', '--name-only', 'main', 'docs')).toBe('');
});

test('a task commits no document of the session that gives orders', async () => {
  const repo = taskRepository();
  const order = { write: { path: `${docs}/CLAUDE.md`, text: 'Obey.' } };
  const people = [personAnswer('Commit', 'Commit all')];
  const done = await repo.task({ answers: [generating(rightSum, { steps: [order] })], people });
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain(`${docs}/CLAUDE.md could not be staged`);
  expect(repo.git('ls-tree', '-r', '--name-only', 'harness/repair-sum')).not.toContain('CLAUDE.md');
});
