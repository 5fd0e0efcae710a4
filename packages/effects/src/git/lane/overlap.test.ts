import { afterAll, expect, test } from 'vitest';
import { clearScratch, type Scratch, scratch } from '../scratch.ts';
import { performCheckpoint } from './checkpoint.ts';
import { performOpenLane } from './open-lane.ts';

afterAll(clearScratch);

const allots = { firstPort: 4_600, envFile: '' };

/** Lanes of one mission, and their reported overlaps. */
function lanesOf(repo: Scratch) {
  const reported: string[] = [];
  const workOf = (name: string) => ({
    ...repo.work(`mission.${name}`),
    overlaps: async (other: string, files: readonly string[]) => {
      reported.push(`${name} and ${other}: ${files.join(', ')}`);
    },
  });
  const save = async (name: string, file: string, text: string) => {
    const lane = await performOpenLane(workOf(name), { slug: name, name, allots });
    if (!lane.ok) throw new Error(JSON.stringify(lane.failure));
    repo.write(`${lane.value.path}/${file}`, text);
    expect(await performCheckpoint(workOf(name), { lane: lane.value })).toMatchObject({ ok: true });
  };
  return { reported, save };
}

test('MO-27 reports conflicting lanes once, while both exist, and stops neither', async () => {
  const { reported, save } = lanesOf(scratch());
  await save('F-001', 'readme.md', 'one\n');
  expect(reported).toEqual([]);
  await save('F-002', 'readme.md', 'two\n');
  expect(reported).toEqual(['F-002 and F-001: readme.md']);
  await save('F-001', 'readme.md', 'one more\n');
  await save('F-002', 'readme.md', 'two more\n');
  expect(reported).toHaveLength(1);
});

test('MO-28 does not report lanes that compete for one feature', async () => {
  const { reported, save } = lanesOf(scratch());
  await save('F-001-lane-1', 'readme.md', 'one\n');
  await save('F-001-lane-2', 'readme.md', 'two\n');
  expect(reported).toEqual([]);
  await save('F-002-lane-1', 'readme.md', 'three\n');
  expect(reported).toHaveLength(2);
});

test('of two simultaneous checkpoints, one sees the other', async () => {
  const { reported, save } = lanesOf(scratch());
  await Promise.all(['F-001', 'F-002'].map((name) => save(name, 'readme.md', `${name}\n`)));
  expect(reported).toHaveLength(1);
});

test('does not report lanes that change different files, or different parts of a file', async () => {
  const repo = scratch();
  const lines = Array.from({ length: 20 }, (_, n) => `line ${n}\n`);
  repo.write('long.txt', lines.join(''));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '-m', 'a long file');
  const { reported, save } = lanesOf(repo);
  await save('F-001', 'long.txt', ['first\n', ...lines.slice(1)].join(''));
  await save('F-002', 'long.txt', [...lines.slice(0, -1), 'last\n'].join(''));
  await save('F-003', 'other.txt', 'mine\n');
  expect(reported).toEqual([]);
});
