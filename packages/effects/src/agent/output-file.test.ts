import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@harness/core/role/role';
import { expect, onTestFinished, test } from 'vitest';
import { clearOutput, type OutputPlace, outputPlace, takeOutput } from './output-file.ts';

const role = (whenMissing: OutputPlace['whenMissing']) =>
  ({ output: { path: ({ to }: { to: string }) => to, whenMissing } }) as unknown as Role<never, unknown>;

function scene() {
  const root = mkdtempSync(join(tmpdir(), 'harness-output-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [cwd, runFolder] = [join(root, 'repo'), join(root, 'run')];
  for (const folder of [cwd, runFolder, join(root, 'elsewhere')]) mkdirSync(folder);
  const place = (to: string, whenMissing: OutputPlace['whenMissing'] = 'store-reply') =>
    outputPlace(role(whenMissing), { to }, cwd) as OutputPlace;
  return { root, cwd, runFolder, place };
}

test('a role without a file has no place, and one outside its folder is a defect of the workflow', () => {
  const { cwd, root, place } = scene();
  expect(outputPlace({} as Role<never, unknown>, {}, cwd)).toBeUndefined();
  symlinkSync(join(root, 'elsewhere'), join(cwd, 'link'));
  for (const path of ['../x.md', '/tmp/x.md', '.git/x.md', 'link/x.md'])
    expect(() => place(path)).toThrow('no place for an output');
});

test('F1 what an earlier call left is kept with the run and is gone before the next', async () => {
  const { cwd, runFolder, place } = scene();
  writeFileSync(join(cwd, 'spec.md'), 'old\n');
  await clearOutput(place('spec.md'), runFolder, '4/spec');
  expect(readdirSync(cwd)).toEqual([]);
  const [kept = ''] = readdirSync(join(runFolder, 'artifacts'));
  expect(readFileSync(join(runFolder, 'artifacts', kept), 'utf8')).toBe('old\n');
  await clearOutput(place('spec.md'), runFolder, '4/spec'); // nothing there: nothing to keep
  expect(readdirSync(join(runFolder, 'artifacts'))).toEqual([kept]);
});

test('F2 a file that was written is taken; one that was not holds the reply, if that is the contract', async () => {
  const { cwd, place } = scene();
  expect(await takeOutput(place('deep/in/plan.md'), 'the reply')).toBe('the reply\n');
  expect(readdirSync(join(cwd, 'deep/in'))).toEqual(['plan.md']);
  expect(await takeOutput(place('deep/in/plan.md'), 'another reply')).toBe('the reply\n');
  expect(await takeOutput(place('conventions.md', 'leave-missing'), 'done')).toBeUndefined();
  expect(readdirSync(cwd)).toEqual(['deep']);
});

test('F3 a link that was put in its place meanwhile is neither read nor written through', async () => {
  const { root, cwd, place } = scene();
  writeFileSync(join(root, 'elsewhere/secret'), 'secret');
  const [report, missing] = [place('report.md'), place('missing.md')];
  symlinkSync(join(root, 'elsewhere/secret'), join(cwd, 'report.md'));
  symlinkSync(join(root, 'elsewhere/new'), join(cwd, 'missing.md'));
  expect(await takeOutput(report, 'reply')).toBeUndefined();
  expect(await takeOutput(missing, 'reply')).toBeUndefined();
  expect(readdirSync(join(root, 'elsewhere'))).toEqual(['secret']);
});

test('a folder in its place is no file, and stays', async () => {
  const { cwd, runFolder, place } = scene();
  mkdirSync(join(cwd, 'spec.md'));
  await clearOutput(place('spec.md'), runFolder, 'k');
  expect(await takeOutput(place('spec.md'), 'reply')).toBeUndefined();
  expect(readdirSync(cwd)).toEqual(['spec.md']);
});
