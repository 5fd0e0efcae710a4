import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clearScratch, scratch } from '../scratch.ts';
import { performMeasureChange } from './measure-change.ts';

afterAll(clearScratch);

test('K4 counts added and removed lines of a change, and writes the whole diff', async () => {
  const repo = scratch();
  const base = repo.git('rev-parse', 'HEAD');
  repo.write('readme.md', 'another\n');
  repo.write('new.txt', 'one\ntwo\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '-m', 'a change');
  const work = repo.work('r');
  const weighed = await performMeasureChange(work, { base, checkpoint: repo.git('rev-parse', 'HEAD') });
  if (!weighed.ok) throw new Error(JSON.stringify(weighed.failure));
  expect(weighed.value.lines).toBe(4);
  expect(readFileSync(join(work.runFolder, weighed.value.diff.path), 'utf8')).toContain('+two');
});

test('K4 an unchanged lane has 0 lines', async () => {
  const repo = scratch();
  const base = repo.git('rev-parse', 'HEAD');
  expect(await performMeasureChange(repo.work('r'), { base, checkpoint: base })).toMatchObject({
    ok: true,
    value: { lines: 0 },
  });
});
