import { afterAll, expect, test } from 'vitest';
import { clearScratch, type Scratch, scratch } from '../scratch.ts';
import { checkpoint } from './checkpoint.ts';
import { openLane } from './open-lane.ts';

afterAll(clearScratch);

const allots = { firstPort: 4_600, envFile: '' };

/** Lanes of one mission, and what is told of them. */
function lanesOf(repo: Scratch) {
  const told: string[] = [];
  const workOf = (name: string) => ({
    ...repo.work(`mission.${name}`),
    overlaps: async (other: string, files: readonly string[]) => {
      told.push(`${name} and ${other}: ${files.join(', ')}`);
    },
  });
  const save = async (name: string, file: string, text: string) => {
    const lane = await openLane(workOf(name), { slug: name, name, allots });
    if (!lane.ok) throw new Error(JSON.stringify(lane.failure));
    repo.write(`${lane.value.path}/${file}`, text);
    expect(await checkpoint(workOf(name), { lane: lane.value })).toMatchObject({ ok: true });
  };
  return { told, save };
}

test('MO-27 lanes whose changes would conflict are told of once, while both live, and nobody is stopped', async () => {
  const { told, save } = lanesOf(scratch());
  await save('F-001', 'readme.md', 'one\n');
  expect(told).toEqual([]);
  await save('F-002', 'readme.md', 'two\n');
  expect(told).toEqual(['F-002 and F-001: readme.md']);
  await save('F-001', 'readme.md', 'one more\n');
  await save('F-002', 'readme.md', 'two more\n');
  expect(told).toHaveLength(1);
});

test('MO-28 lanes that compete for one feature conflict by nature, and that is no news', async () => {
  const { told, save } = lanesOf(scratch());
  await save('F-001-lane-1', 'readme.md', 'one\n');
  await save('F-001-lane-2', 'readme.md', 'two\n');
  expect(told).toEqual([]);
  await save('F-002-lane-1', 'readme.md', 'three\n');
  expect(told).toHaveLength(2);
});

test('of two lanes that are saved at the same moment, one sees the other', async () => {
  const { told, save } = lanesOf(scratch());
  await Promise.all(['F-001', 'F-002'].map((name) => save(name, 'readme.md', `${name}\n`)));
  expect(told).toHaveLength(1);
});

test('lanes that change different files, or different parts of one, are no news', async () => {
  const repo = scratch();
  const lines = Array.from({ length: 20 }, (_, n) => `line ${n}\n`);
  repo.write('long.txt', lines.join(''));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '-m', 'a long file');
  const { told, save } = lanesOf(repo);
  await save('F-001', 'long.txt', ['first\n', ...lines.slice(1)].join(''));
  await save('F-002', 'long.txt', [...lines.slice(0, -1), 'last\n'].join(''));
  await save('F-003', 'other.txt', 'mine\n');
  expect(told).toEqual([]);
});
