import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../test-folder.ts';
import { describeArtifact, readArtifact, reserveArtifact, writeArtifact } from './store.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('reads a stored artifact, described by path, hash and size', async () => {
  const run = await testFolder();
  const artifact = await writeArtifact(run, 'diff.patch', 'ä diff');
  expect(artifact).toEqual({ path: 'artifacts/diff.patch', sha256: sha256('ä diff'), bytes: 7 });
  expect(readArtifact(run, artifact, 1_000)).toBe('ä diff');
});

test('stores bytes as well as text', async () => {
  const run = await testFolder();
  expect(await writeArtifact(run, 'x', new TextEncoder().encode('text'))).toMatchObject({ sha256: sha256('text') });
});

test.each([
  ['../../etc/passwd', 'etc-passwd'],
  ['3/converge.reviewer?1', '3-converge.reviewer-1'],
  ['.hidden', 'hidden'],
  ['a b\0c\n', 'a-b-c-'],
])('the name %j is made safe', async (name, safe) => {
  const run = await testFolder();
  expect((await writeArtifact(run, name, '')).path).toBe(`artifacts/${safe}`);
});

test('accepts very long names and names without letters', async () => {
  const run = await testFolder();
  const paths = await Promise.all(
    [`${'x'.repeat(500)}1.log`, `${'x'.repeat(500)}2.log`, '///', '...'].map(
      async (name) => (await writeArtifact(run, name, '')).path,
    ),
  );
  expect(new Set(paths).size).toBe(4);
  for (const path of paths) expect(path).toMatch(/^artifacts\/\w[\w.-]{1,119}$/);
});

test('the folder is private and holds no unfinished file', async () => {
  const run = await testFolder();
  await Promise.all(Array.from({ length: 10 }, (_, n) => writeArtifact(run, 'same', `text ${n}`)));
  expect((await stat(join(run, 'artifacts'))).mode & 0o777).toBe(0o700);
  expect(await readdir(join(run, 'artifacts'))).toEqual(['same']);
});

test('reserves unique names, also concurrently', async () => {
  const run = await testFolder();
  const names = await Promise.all([1, 2, 3].map(() => reserveArtifact(run, '0/report', '.log')));
  expect(names.sort()).toEqual(['artifacts/0-report.1.log', 'artifacts/0-report.2.log', 'artifacts/0-report.3.log']);
});

test('describes a file that was written in pieces', async () => {
  const run = await testFolder();
  const path = await reserveArtifact(run, 'log', '.log');
  await writeFile(join(run, path), 'line\n'.repeat(100_000));
  const artifact = await describeArtifact(run, path);
  expect(artifact).toEqual({ path, sha256: sha256('line\n'.repeat(100_000)), bytes: 500_000 });
  expect(readArtifact(run, artifact, 1_000_000)).toBe(await readFile(join(run, path), 'utf8'));
});

test('refuses to read a changed artifact', async () => {
  const run = await testFolder();
  const artifact = await writeArtifact(run, 'diff', 'one');
  await writeFile(join(run, artifact.path), 'two');
  expect(() => readArtifact(run, artifact, 1_000)).toThrow('artifacts/diff was changed: it does not match the journal');
});

test('reads both ends of a long artifact and marks the cut', async () => {
  const run = await testFolder();
  const artifact = await writeArtifact(run, 'log', `first ${'ä'.repeat(5_000)} last`);
  const text = readArtifact(run, artifact, 101);
  expect(text).toMatch(/^first ä+\n\[… 9911 bytes left out …\]\nä+ last$/);
});

test('reports a folder that cannot be written', async () => {
  const run = await testFolder();
  await writeFile(join(run, 'artifacts'), 'in the way');
  const refused = { code: 'store.unwritable', params: { path: join(run, 'artifacts/x.1.log') } };
  await expect(reserveArtifact(run, 'x', '.log')).rejects.toMatchObject(refused);
  await expect(writeArtifact(run, 'x.1.log', '')).rejects.toMatchObject(refused);
});
