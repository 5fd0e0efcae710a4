import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentComparison } from '@harness/core/effects/checkout';
import type { Artifact } from '@harness/core/journal/artifact';
import { expect, onTestFinished, test } from 'vitest';
import { performCompareDocument } from './compare-document.ts';

function setUp(text?: string) {
  const repo = mkdtempSync(join(tmpdir(), 'harness-document-'));
  onTestFinished(() => rmSync(repo, { recursive: true, force: true }));
  const runFolder = join(repo, 'run');
  mkdirSync(runFolder);
  const write = (content: string) => writeFileSync(join(repo, 'spec.md'), content);
  if (text !== undefined) write(text);
  const work = { repo, run: 'r', key: '4/found', runFolder, interrupted: false, kept: async () => {} };
  const compare = async (before: Artifact | null): Promise<DocumentComparison> => {
    const outcome = await performCompareDocument(work, { path: 'spec.md', before });
    if (!outcome.ok) throw new Error(outcome.failure.code);
    return outcome.value;
  };
  const stored = ({ path }: Artifact) => readFileSync(join(runFolder, path), 'utf8');
  return { repo, write, compare, stored, read: () => readFileSync(join(repo, 'spec.md'), 'utf8') };
}

test('W-97 a changed document is compared with its earlier version, without the names of the copies', async () => {
  const { write, compare, stored } = setUp('# Spec\none\ntwo\n');
  const { current: before } = await compare(null);
  expect(await compare(before)).toMatchObject({ diff: null, problem: null });
  write('# Spec\none\nthree\n');
  const { current, diff } = await compare(before);
  expect(current && stored(current)).toBe('# Spec\none\nthree\n');
  expect(diff && stored(diff)).toMatch(/^@@ .*\n # Spec\n one\n-two\n\+three\n$/);
});

test.each([
  ['missing', null],
  ['empty', ' \n'],
] as const)('W-97 the earlier version replaces a document that is %s', async (problem, text) => {
  const { repo, write, compare, read } = setUp('# Spec\n');
  const { current: before } = await compare(null);
  if (text === null) rmSync(join(repo, 'spec.md'));
  else write(text);
  expect(await compare(before)).toEqual({ current: null, diff: null, problem });
  expect(read()).toBe('# Spec\n');
});

test('W-97 a document that no prompt can hold stays as it is, and is refused', async () => {
  const { write, compare, read } = setUp('# Spec\n');
  const { current: before } = await compare(null);
  write('a'.repeat(200_001));
  expect(await compare(before)).toMatchObject({ current: null, problem: 'too-long' });
  expect(read()).toHaveLength(200_001);
});

test('a link is no document, and nothing is written through it', async () => {
  const { repo, compare } = setUp('# Spec\n');
  const { current: before } = await compare(null);
  rmSync(join(repo, 'spec.md'));
  writeFileSync(join(repo, 'other.md'), 'other');
  symlinkSync('other.md', join(repo, 'spec.md'));
  await compare(before).catch(() => undefined);
  expect(readFileSync(join(repo, 'other.md'), 'utf8')).toBe('other');
});

test('what a spec says about its work is read with it', async () => {
  const { write, compare } = setUp('# Spec\n\n## Goal\n');
  expect(await compare(null)).not.toHaveProperty('work');
  write('# Spec\nKind: docs\n\n## Goal\n');
  expect(await compare(null)).toMatchObject({ work: { kind: 'docs', changes: [] } });
});
