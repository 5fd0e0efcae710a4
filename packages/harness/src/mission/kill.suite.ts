/** A mission in three lanes that is killed again and again: the same features end passed, each merged once, nothing left over. */
import { expect, test } from 'vitest';
import type { Repository } from '../testing/command.ts';
import { numbers } from '../testing/killing.ts';
import { killedUntilDone, nothingLeftOver } from '../testing/mission-killing.ts';
import { merges, planning, reviewing, specced, standing, validating, working } from '../testing/mission-script.ts';
import { script } from '../testing/scripts.ts';

/** As often in one mission at most: then it is let go to its end. */
const mostKills = 8;
const ids = ['F-001', 'F-002', 'F-003', 'F-004'];

function agentsOf(repo: Repository): string {
  return script(repo, [
    planning({ id: 'F-001' }, { id: 'F-002' }, { id: 'F-003', dependsOn: ['F-001'] }, { id: 'F-004' }),
    reviewing(),
    { ...working(), steps: [{ write: { path: '{item}.txt', text: '{item}\n' } }, { sleep: 150 }] },
    { ...validating('failing', { item: 'F-002', attempt: 1 }), steps: [{ sleep: 100 }] },
    { ...validating(), steps: [{ sleep: 100 }] },
  ]);
}

function inOrder(repo: Repository): void {
  expect(standing(repo)).toEqual(['F-001 passed 1', 'F-002 passed 2', 'F-003 passed 1', 'F-004 passed 1']);
  expect([...merges(repo)].sort()).toEqual(ids.map((id) => `Merge ${id}: Feature ${id}`));
  for (const id of ids) expect(repo.git('show', `main:${id}.txt`)).toBe(id);
  nothingLeftOver(repo);
}

/** Over as many missions as it takes. */
export const killing = (most: number): void =>
  test(`M-29 kill -9 at ${most} random moments of parallel missions: each feature passed and merged once, nothing left over or lost`, async () => {
    const random = numbers(Number(process.env['HARNESS_SEED'] ?? 20_261_115));
    let kills = 0;
    while (kills < most) {
      const repo = specced({ parallelWorkers: { max: 3 } });
      kills += await killedUntilDone(repo, agentsOf(repo), random, Math.min(mostKills, most - kills));
      inOrder(repo);
    }
    expect(kills).toBe(most);
  }, 1_800_000);
