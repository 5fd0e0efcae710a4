/** Tests the files of a mission's memory, also repeated and interrupted. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Curation } from '@harness/core/memory/curation';
import { sessionMemoryText } from '@harness/core/memory/session-memory';
import { expect, onTestFinished, test } from 'vitest';
import { addToIdentities, readIdentities } from './identity.ts';
import { performKeepMemory } from './memory.ts';
import { readMissionMaterial, saveMissionMaterial } from './mission-material.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'harness-memory-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
const read = (...path: readonly string[]) => readFileSync(join(...path), 'utf8');

test('MO-23 saving the same memory again writes nothing twice', async () => {
  const [repo, identityDir] = [folder(), join(folder(), 'identity')];
  mkdirSync(join(repo, '.harness/memory'), { recursive: true });
  const entry = { atMs: 1_000, role: 'worker', kind: 'TRICK', text: 'run it twice' } as const;
  const entries = ['F-1', 'F-2'].map((feature, n) => ({ ...entry, feature, id: `r/${n}/a#0` }));
  writeFileSync(join(repo, '.harness/memory/raw.md'), sessionMemoryText('', 'r', { entries, curatedAtMs: null }));
  const curation: Curation = { summary: ['a', 'b'], memory: { history: ['it was built'] } };
  const work = { repo, run: 'r', key: '1/kept', runFolder: repo };
  const first = await performKeepMemory(work, { curation, identityDir });
  const files = () => [
    ...['summary.md', 'MEMORY.md', 'raw.md'].map((name) => read(repo, '.harness/memory', name)),
    read(identityDir, 'worker.md'),
  ];
  const before = files();
  expect(first).toEqual({ ok: true, value: { taught: 1, cut: 0, left: '' } });
  expect(await performKeepMemory(work, { curation, identityDir })).toEqual({
    ok: true,
    value: { taught: 0, cut: 0, left: '' },
  });
  expect(files()).toEqual(before);
  expect(await performKeepMemory(work, { curation: null, identityDir })).toMatchObject({ ok: true });
  expect(files()).toEqual(before);
});

test('M-34 missions of several repositories write at the same time, and every line exists once', async () => {
  const dir = join(folder(), 'identity');
  const lessons = Array.from({ length: 12 }, (_, n) => ({ worker: [`lesson ${n}`, 'what all of them learnt'] }));
  await Promise.all(lessons.map((each) => addToIdentities(dir, each)));
  const lines = read(dir, 'worker.md')
    .trimEnd()
    .split('\n')
    .map((line) => line.slice('- 2026-11-15 '.length));
  expect([...lines].sort()).toEqual([...lessons.map((_, n) => `lesson ${n}`), 'what all of them learnt'].sort());
});

test('M-34 reports a folder that cannot be written, and continues', async () => {
  const place = join(folder(), 'file');
  writeFileSync(place, '');
  expect(await addToIdentities(join(place, 'identity'), { worker: ['x'] })).toMatchObject({
    taught: 0,
    left: expect.stringMatching(/ENOTDIR|EEXIST/),
  });
});

test('M-24, MO-03 a run keeps its initial identities and added prompts', async () => {
  const [run, dir, repo] = [folder(), folder(), folder()];
  writeFileSync(join(dir, 'worker.md'), '- 2026-01-02 a\n');
  writeFileSync(join(repo, 'house.md'), 'Use tabs.\n');
  const begin = () =>
    saveMissionMaterial(
      { repo, runFolder: run },
      { identityDir: dir, prompts: { 'mission.worker': 'house.md', 'mission.planner': 'Plan small.' } },
    );
  await begin();
  writeFileSync(join(dir, 'worker.md'), '- 2026-01-02 b\n');
  writeFileSync(join(repo, 'house.md'), 'Use spaces.\n');
  await begin();
  expect(readMissionMaterial(run, 'mission.worker')).toEqual({ identity: '- 2026-01-02 a', added: 'Use tabs.' });
  expect(readMissionMaterial(run, 'mission.planner')).toEqual({ identity: '', added: 'Plan small.' });
  expect(readMissionMaterial(folder(), 'mission.worker')).toEqual({ identity: '', added: '' });
  expect(await readIdentities(dir)).toEqual({ worker: '- 2026-01-02 b' });
});
