/** Checks the documentation against the code: generated pages, commands, links and paths. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type RefusalCode, refusals } from '@harness/core/failure/refusal';
import { en } from '@harness/core/messages/en';
import { refusalText } from '@harness/core/messages/lookup';
import { commands } from '@harness/harness/cli/commands';
import { globalOptions } from '@harness/harness/cli/options';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findStalePages, generatePages } from './scripts/pages.ts';

const root = import.meta.dirname;
const pages = generatePages();

describe('generated pages', () => {
  test('are up to date (if not, run: npm run docs)', () => {
    expect(findStalePages(root, pages)).toEqual([]);
  });

  test('are out of date if their files are missing', () => {
    const empty = mkdtempSync(join(tmpdir(), 'harness-docs-'));
    onTestFinished(() => rmSync(empty, { recursive: true }));
    expect(findStalePages(empty, pages)).toEqual([...pages.keys()]);
  });

  test('can be checked by npm run docs -- --check', () => {
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/docs.ts', '--check'], { cwd: root });
  });

  test.each([...pages])('%s contains no undefined value', (_, text) => {
    expect(text).not.toMatch(/undefined|NaN|\[object/);
  });
});

/** Valid words after `harness`: commands and global options. */
const knownWords = new Set([
  ...commands.map(({ name }) => name),
  ...globalOptions.map(({ flag }) => flag.split(' ')[0]),
  '--help',
]);
const firstWord = (line: string) => /^harness (\S+)/.exec(line)?.[1];

test.each(Object.keys(refusals) as RefusalCode[])('%s recommends an existing command', (code) => {
  const word = firstWord(
    refusalText(en, code, { command: 'runs', suggestion: 'runs', run: 'r', first: 'r', path: 'p', question: 'q' }).next,
  );
  if (word !== undefined) expect(knownWords).toContain(word);
});

test.each(commands.map(({ name, example }) => [name, example]))(
  'the example of %s calls that command',
  (name, example) => {
    expect(firstWord(example)).toBe(name);
  },
);

describe('links', () => {
  const pagePaths = ['.', 'docs', 'docs/workflows', 'docs/decisions'].flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder))
          .filter((name) => name.endsWith('.md'))
          .map((name) => join(folder, name))
      : [],
  );

  test.each(pagePaths)('of %s have existing targets', (path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = '']) => target);
    expect(targets.filter((target) => !existsSync(join(root, dirname(path), target)))).toEqual([]);
  });

  /** A page may name the files of its example by their paths in the example. */
  const roots = [
    root,
    ...['docs/add-a-workflow', 'docs/add-a-provider', 'examples/6-autopilot/repo', 'examples/7-issues/repo'].map(
      (name) => join(root, name),
    ),
  ];

  test.each(pagePaths)('and paths in %s exist', (path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const named = [...text.matchAll(/`((?:packages|examples|scripts|docs|bin)\/[\w./-]*\w)\/?`/g)].map(
      ([, name = '']) => name,
    );
    expect(named.filter((name) => !roots.some((folder) => existsSync(join(folder, name))))).toEqual([]);
  });
});
