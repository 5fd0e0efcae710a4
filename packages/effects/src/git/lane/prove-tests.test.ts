import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clearScratch, openTestLane, scratch } from '../scratch.ts';
import { performCheckpoint } from './checkpoint.ts';
import { performFindProofs, performRestoreLane, performRewindLane } from './prove-tests.ts';

afterAll(clearScratch);

test('W1, W2 a lane is rewound to its base plus the new test, then restored; ignored files stay', async () => {
  const repo = scratch();
  const lane = await openTestLane(repo.work());
  const at = (path: string) => `${lane.path}/${path}`;
  repo.write(at('src/main.ts'), 'export const two = 2;\n');
  repo.write(at('src/new.ts'), 'export {};\n');
  repo.write(at('src/한 글.test.ts'), "test('two', () => { expect(two).toBe(2); });\n");
  repo.write(at('ignored/dependency.js'), 'kept\n');
  const saved = await performCheckpoint(repo.work(), { lane });
  if (!saved.ok) throw new Error(saved.failure.code);
  const { commit } = saved.value;
  const found = await performFindProofs(repo.work(), { lane, checkpoint: commit });
  expect(found).toEqual({ ok: true, value: { proofs: [{ tests: ['src/한 글.test.ts'], beside: [] }] } });

  const exists = (path: string) => existsSync(join(repo.root, at(path)));
  for (let time = 0; time < 2; time++) {
    expect(
      await performRewindLane(repo.work(), { lane, checkpoint: commit, files: ['src/한 글.test.ts'] }),
    ).toMatchObject({
      ok: true,
    });
    expect(repo.read(at('src/main.ts'))).toBe('export {};\n');
    expect([exists('src/new.ts'), exists('src/한 글.test.ts'), exists('ignored/dependency.js')]).toEqual([
      false,
      true,
      true,
    ]);
  }
  await performRewindLane(repo.work(), { lane, checkpoint: commit, files: [], spoilt: ['src/한 글.test.ts'] });
  expect(repo.read(at('src/한 글.test.ts'))).toContain('no program');
  expect(exists('src/new.ts')).toBe(false);
  for (let time = 0; time < 2; time++) {
    expect(await performRestoreLane(repo.work(), { lane, checkpoint: commit })).toMatchObject({ ok: true });
    expect(repo.read(at('src/main.ts'))).toBe('export const two = 2;\n');
    expect([exists('src/new.ts'), exists('ignored/dependency.js')]).toEqual([true, true]);
  }
  expect(await performCheckpoint(repo.work(), { lane })).toMatchObject({ ok: true, value: { commit } });
});
