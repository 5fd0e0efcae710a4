/** Kills a mission in three lanes again and again: the same features pass, each merged once, nothing left over. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Repository } from '../../testing/command.ts';
import { randomNumbers } from '../../testing/killing.ts';
import { script } from '../../testing/scripts.ts';
import { expectNothingLeftOver, killUntilDone } from './testing/killing.ts';
import {
  featureLines,
  merges,
  planning,
  repositoryWithSpec,
  reviewing,
  validating,
  working,
} from './testing/script.ts';

/** Kills per mission; after them it runs to its end. */
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

/** The expected end of a mission without kills. */
interface Ending {
  readonly config: object;
  readonly expectEnd: (repo: Repository) => void;
}

const endings = {
  merged: {
    config: { parallelWorkers: { max: 3 } },
    expectEnd(repo) {
      expectNothingLeftOver(repo);
      expect([...merges(repo)].sort()).toEqual(ids.map((id) => `Merge ${id}: Feature ${id}`));
      for (const id of ids) expect(repo.git('show', `main:${id}.txt`)).toBe(id);
    },
  },
  offered: {
    config: { parallelWorkers: { max: 3 }, branchIsolation: { onPass: 'pr' } },
    expectEnd(repo) {
      expectNothingLeftOver(repo, [...ids.map((id) => `harness/${id}`), 'main']);
      expect(merges(repo)).toEqual([]);
      for (const id of ids) expect(repo.git('show', `harness/${id}:${id}.txt`)).toBe(id);
      expect(repo.git('show', 'harness/F-003:F-001.txt')).toBe('F-001');
      const folder = join(repo.path, '.orchestrator/forge/pulls');
      const pulls = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as object);
      expect(pulls.map((pull) => ('branch' in pull ? pull.branch : '')).sort()).toEqual(
        ids.map((id) => `harness/${id}`),
      );
    },
  },
} as const satisfies Record<string, Ending>;

/** Starts as many missions as needed for `most` kills. */
export const killing = (most: number, kind: keyof typeof endings = 'merged'): void =>
  test(`M-29 kill -9 at ${most} random moments of parallel missions: each feature is passed and ${kind} once, with nothing left over or lost`, async () => {
    const random = randomNumbers(Number(process.env['HARNESS_SEED'] ?? 20_261_115));
    let kills = 0;
    while (kills < most) {
      const { config, expectEnd } = endings[kind];
      const repo = repositoryWithSpec(config);
      kills += await killUntilDone(repo, agentsOf(repo), random, Math.min(mostKills, most - kills));
      expect(featureLines(repo)).toEqual(['F-001 passed 1', 'F-002 passed 2', 'F-003 passed 1', 'F-004 passed 1']);
      expectEnd(repo);
    }
    expect(kills).toBe(most);
  }, 1_800_000);
