/** Kills a planning run again and again, mostly while it writes. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readPlans } from '@harness/effects/plans/read';
import { expect, test } from 'vitest';
import { repository } from '../../testing/command.ts';
import { randomNumbers } from '../../testing/killing.ts';
import { script } from '../../testing/scripts.ts';

const proposals = Array.from({ length: 30 }, (_, n) => {
  const id = String(n + 1).padStart(4, '0');
  return {
    id,
    slug: `plan-${id}`,
    title: `Plan ${id}`,
    phase: 'one',
    estimated_passes: 1,
    depends_on: n === 29 ? [] : [String(n + 2).padStart(4, '0')],
    summary: 'Something is true.',
    scope_bullets: ['do it'],
  };
});

const folders = { planDir: 'docs/exec-plans/active', completedDir: 'docs/exec-plans/completed' };

test('kill -9 while it writes: all existing plans are valid, and in the end each plan exists exactly once', async () => {
  const random = randomNumbers(Number(process.env['HARNESS_SEED'] ?? 1));
  const found = new Set<string>();
  for (let round = 0; round < 12; round++) {
    const repo = repository();
    repo.write('repo/spec.md', '# A product\n');
    const agents = script(repo, [{ when: { role: 'plans.planner', attempt: 1 }, json: { proposals } }]);
    const folder = join(repo.path, 'docs/exec-plans/active');
    const names = () => (existsSync(folder) ? readdirSync(folder) : []);
    const { child, finished } = repo.start(['plan', 'spec.md', '--script', agents]);
    const most = Math.floor(random() * 60); // counts drafts and final files
    while (names().length <= most && child.exitCode === null) await delay(1);
    child.kill('SIGKILL');
    await finished;
    const placed = names().filter((name) => !name.startsWith('.')).length;
    expect(await readPlans(repo.path, folders)).toMatchObject({ problems: [], defects: [] });
    found.add(`${placed} placed, ${names().length - placed} beside`);
    const { runs } = await repo.json<{ runs: { status: string }[] }>('runs');
    if (runs[0]?.status === 'parked') expect(await repo.run('resume')).toMatchObject({ exitCode: 0 });
    expect(names().sort()).toEqual(proposals.map(({ id }) => `${id}-plan-${id}.md`));
  }
  console.log(`killed with ${[...found].join('; ')}`);
  expect(found.size).toBeGreaterThan(2);
});
