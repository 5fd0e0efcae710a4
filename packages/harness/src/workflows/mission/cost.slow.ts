/** Tests the cost of a mission through the command: every try counts, with any outcome, and people are warned once. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Repository, until } from '../../testing/command.ts';
import { script, usage } from '../../testing/scripts.ts';
import type { Shown } from '../../testing/shown.ts';
import { featureLines, planning, repositoryWithSpec, reviewing, validating, working } from './testing/script.ts';

const costing = (costUsd: number) => ({ ...usage, costUsd });
const cents = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + Math.round(one * 100), 0);

/** All entries of the journals of the mission and its lanes. */
const written = ({ path }: Repository) => {
  const runs = join(path, '.harness/runs');
  if (!existsSync(runs)) return '';
  const names = readdirSync(runs, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('journal.jsonl'),
  );
  return names.map((name) => readFileSync(join(runs, name), 'utf8')).join('');
};

test('MO-04, MO-30 the cost of a mission is the sum of its calls to the cent, also of repeated, unreadable and interrupted ones', async () => {
  const repo = repositoryWithSpec({ budget: { capUsd: 1 }, agent: { reserveTokens: 1, retry: { backoffMs: 1 } } });
  const failing = (kind: string, costUsd: number) =>
    working({ times: 1, steps: [{ fail: { kind, retryAfterMs: 5 } }], reply: undefined, usage: costing(costUsd) });
  const agents = script(repo, [
    { when: { role: 'mission.planner' }, times: 1, reply: 'not yet', usage: costing(0.07) },
    { ...planning({ id: 'F-001' }), usage: costing(0.11) },
    { ...reviewing(), usage: costing(0.01) },
    failing('rate_limit', 0.03),
    failing('crash', 0.19),
    working({ times: 1, steps: [{ sleep: 60_000 }], usage: costing(0.29) }),
    working({ usage: costing(0.13) }),
    { ...validating(), usage: costing(0.02) },
    { when: { role: 'mission.curator' }, reply: 'It has one feature.', usage: costing(0.01) },
  ]);
  const running = repo.start(['mission', '--script', agents]);
  await until(() => (written(repo).split('"agent.started"').length > 6 ? true : undefined));
  running.child.kill('SIGTERM');
  const before = await running.finished;
  expect(before.exitCode).toBe(143);
  const done = await repo.run('resume');
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(featureLines(repo)).toEqual(['F-001 passed 1']);

  const shown = await repo.json<Shown>('show', await repo.newest());
  const all = [0.07, 0.11, 0.01, 0.03, 0.19, 0.29, 0.13, 0.02, 0.01];
  expect(Math.round(shown.costUsd * 100)).toBe(cents(all));
  expect(cents(shown.calls.map(({ costUsd }) => costUsd))).toBe(cents(all));
  expect(shown.calls.filter(({ role }) => role === 'mission.worker').flatMap(({ tries }) => tries)).toHaveLength(4);
  expect(Object.values(shown.tokens).reduce((sum, one) => sum + one, 0)).toBe(all.length * 116);
  expect(written(repo).split('"code":"budget.near"')).toHaveLength(2);
  expect(`${before.stdout}${before.stderr}${done.stdout}${done.stderr}`.match(/of \$1\.00 spent/g)).toHaveLength(1);
});
