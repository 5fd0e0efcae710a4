import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@harness/core/role/role';
import { expect, onTestFinished, test } from 'vitest';
import { clearOutput, type OutputPlace, outputPlace, takeOutput } from './output-file.ts';

const role = (whenMissing: OutputPlace['whenMissing']) =>
  ({ output: { path: ({ to }: { to: string }) => to, whenMissing } }) as unknown as Role<never, unknown>;

function setUp() {
  const root = mkdtempSync(join(tmpdir(), 'harness-output-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [cwd, runFolder] = [join(root, 'repo'), join(root, 'run')];
  for (const folder of [cwd, runFolder, join(root, 'elsewhere')]) mkdirSync(folder);
  const place = (to: string, whenMissing: OutputPlace['whenMissing'] = 'store-reply') =>
    outputPlace(role(whenMissing), { to }, cwd) as OutputPlace;
  return { root, cwd, runFolder, place };
}

test('a role without a file has no output place, and a place outside its folder throws', () => {
  const { cwd, root, place } = setUp();
  expect(outputPlace({} as Role<never, unknown>, {}, cwd)).toBeUndefined();
  symlinkSync(join(root, 'elsewhere'), join(cwd, 'link'));
  for (const path of ['../x.md', '/tmp/x.md', '.git/x.md', 'link/x.md'])
    expect(() => place(path)).toThrow('leads out of the checkout');
});

test('F1 moves the file of an earlier call to the artifacts before the next call', async () => {
  const { cwd, runFolder, place } = setUp();
  writeFileSync(join(cwd, 'spec.md'), 'old\n');
  await clearOutput(place('spec.md'), runFolder, '4/spec');
  expect(readdirSync(cwd)).toEqual([]);
  const [kept = ''] = readdirSync(join(runFolder, 'artifacts'));
  expect(readFileSync(join(runFolder, 'artifacts', kept), 'utf8')).toBe('old\n');
  await clearOutput(place('spec.md'), runFolder, '4/spec'); // no file: nothing to keep
  expect(readdirSync(join(runFolder, 'artifacts'))).toEqual([kept]);
});

test('F2 reads the written file, or stores the reply in a missing file if the contract says so', async () => {
  const { cwd, place } = setUp();
  expect(await takeOutput(place('deep/in/plan.md'), 'the reply')).toBe('the reply\n');
  expect(readdirSync(join(cwd, 'deep/in'))).toEqual(['plan.md']);
  expect(await takeOutput(place('deep/in/plan.md'), 'another reply')).toBe('the reply\n');
  expect(await takeOutput(place('conventions.md', 'leave-missing'), 'done')).toBeUndefined();
  expect(readdirSync(cwd)).toEqual(['deep']);
});

test('F3 neither reads nor writes through a link that replaced the file', async () => {
  const { root, cwd, place } = setUp();
  writeFileSync(join(root, 'elsewhere/secret'), 'secret');
  const [report, missing] = [place('report.md'), place('missing.md')];
  symlinkSync(join(root, 'elsewhere/secret'), join(cwd, 'report.md'));
  symlinkSync(join(root, 'elsewhere/new'), join(cwd, 'missing.md'));
  expect(await takeOutput(report, 'reply')).toBeUndefined();
  expect(await takeOutput(missing, 'reply')).toBeUndefined();
  expect(readdirSync(join(root, 'elsewhere'))).toEqual(['secret']);
});

test('leaves a folder at the path alone and does not read it', async () => {
  const { cwd, runFolder, place } = setUp();
  mkdirSync(join(cwd, 'spec.md'));
  await clearOutput(place('spec.md'), runFolder, 'k');
  expect(await takeOutput(place('spec.md'), 'reply')).toBeUndefined();
  expect(readdirSync(cwd)).toEqual(['spec.md']);
});
