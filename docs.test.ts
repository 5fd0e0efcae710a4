/** Documentation that can be wrong will be: what is drawn from the code is compared with it, what is typed is looked up. */

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
import { drawPages } from './scripts/pages.ts';
import { stale } from './scripts/stale.ts';

const root = import.meta.dirname;
const pages = drawPages();

describe('the pages that are drawn from the code', () => {
  test('are up to date; if not: npm run docs', () => {
    expect(stale(root, pages)).toEqual([]);
  });

  test('are called out of date when they are not there', () => {
    const empty = mkdtempSync(join(tmpdir(), 'harness-docs-'));
    onTestFinished(() => rmSync(empty, { recursive: true }));
    expect(stale(empty, pages)).toEqual([...pages.keys()]);
  });

  test('can be checked from the command line', () => {
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/docs.ts', '--check'], { cwd: root });
  });

  test.each([...pages])('%s has no hole in it', (_, text) => {
    expect(text).not.toMatch(/undefined|NaN|\[object/);
  });
});

/** A word after `harness` that is a command, or an option that every command takes. */
const known = new Set([
  ...commands.map(({ name }) => name),
  ...globalOptions.map(({ flag }) => flag.split(' ')[0]),
  '--help',
]);
const firstWord = (line: string) => /^harness (\S+)/.exec(line)?.[1];

test.each(Object.keys(refusals) as RefusalCode[])('what %s recommends is a command that exists', (code) => {
  const word = firstWord(
    refusalText(en, code, { command: 'runs', suggestion: 'runs', run: 'r', first: 'r', path: 'p', question: 'q' }).next,
  );
  if (word !== undefined) expect(known).toContain(word);
});

test.each(commands.map(({ name, example }) => [name, example]))('the example of %s is about it', (name, example) => {
  expect(firstWord(example)).toBe(name);
});

describe('links', () => {
  const written = ['.', 'docs', 'docs/workflows', 'docs/decisions'].flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder))
          .filter((name) => name.endsWith('.md'))
          .map((name) => join(folder, name))
      : [],
  );

  test.each(written)('of %s lead somewhere', (path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = '']) => target);
    expect(targets.filter((target) => !existsSync(join(root, dirname(path), target)))).toEqual([]);
  });

  /** A page may name the files of its example by the place where they are put. */
  const roots = [root, join(root, 'docs/add-a-workflow'), join(root, 'docs/add-a-provider')];

  /** `packages/core/src/machine/machine.ts` in a sentence: a file or a folder that is there. */
  test.each(written)('and paths in %s are there', (path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const named = [...text.matchAll(/`((?:packages|examples|scripts|docs|bin)\/[\w./-]*\w)\/?`/g)].map(
      ([, name = '']) => name,
    );
    expect(named.filter((name) => !roots.some((folder) => existsSync(join(folder, name))))).toEqual([]);
  });
});
