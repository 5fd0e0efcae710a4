/** A mission in two lanes that is killed again and again: the same features end passed, each merged once, nothing left over. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { numbers } from '../testing/killing.ts';
import { merges, planning, reviewing, specced, standing, validating, working } from '../testing/mission-script.ts';
import { script } from '../testing/scripts.ts';

const rounds = Number(process.env['HARNESS_KILLS'] ?? 3);
const mostKills = 8;

async function killedUntilDone(random: () => number): Promise<number> {
  const repo = specced({ parallelWorkers: { max: 2 } });
  const agents = script(repo, [
    planning({ id: 'F-001' }, { id: 'F-002' }, { id: 'F-003', dependsOn: ['F-001'] }),
    reviewing(),
    { ...working(), steps: [{ write: { path: '{item}.txt', text: '{item}\n' } }, { sleep: 150 }] },
    { ...validating('failing', { item: 'F-002', attempt: 1 }), steps: [{ sleep: 100 }] },
    { ...validating(), steps: [{ sleep: 100 }] },
  ]);
  let kills = 0;
  for (;;) {
    const running = repo.start(['mission', '--script', agents]);
    const timer = kills < mostKills ? delay(600 + random() * 2_500) : new Promise<void>(() => {});
    const finished = await Promise.race([running.finished, timer]);
    if (finished) {
      expect(finished, `${finished.stdout}${finished.stderr}`).toMatchObject({ exitCode: 0 });
      break;
    }
    running.child.kill('SIGKILL');
    const { exitCode } = await running.finished;
    if (exitCode === 0) break;
    kills++;
    const { runs } = await repo.json<{ runs: { status: string }[] }>('runs');
    if (runs[0]?.status === 'done') break; // it had ended, and was killed on its way out
  }
  expect(standing(repo)).toEqual(['F-001 passed 1', 'F-002 passed 2', 'F-003 passed 1']);
  expect([...merges(repo)].sort()).toEqual(['F-001', 'F-002', 'F-003'].map((id) => `Merge ${id}: Feature ${id}`));
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(repo.git('branch', '--list', '--format=%(refname:short)')).toBe('main');
  expect(repo.git('for-each-ref', 'refs/harness/lanes')).toBe('');
  expect(repo.git('status', '--porcelain', '--', ':(exclude).harness')).toBe('');
  return kills;
}

test(`kill -9 at random moments of a parallel mission, ${rounds} times over`, async () => {
  const random = numbers(Number(process.env['HARNESS_SEED'] ?? 20_261_115));
  let kills = 0;
  for (let round = 0; round < rounds; round++) kills += await killedUntilDone(random);
  console.log(`killed ${kills} times`);
  expect(kills).toBeGreaterThan(rounds);
}, 600_000);
