/** Tests which files of a change decide what hooks do. */
import { describe, expect, test } from 'vitest';
import { changesHookSettings, decidesHooks } from './hook-files.ts';

const places = { folders: ['.husky'], files: ['scripts/pre-commit.sh'] };

describe('I-65 a file by which hooks decide', () => {
  test.each([
    '.husky',
    '.husky/pre-commit',
    '.husky/_/new',
    '.HUSKY/Pre-Commit',
    'scripts/pre-commit.sh',
    '.pre-commit-config.yaml',
    'lefthook.yml',
    '.lefthook-local.json',
    'packages/a/.lintstagedrc.json',
    'lint-staged.config.mjs',
    'commitlint.config.cjs',
    '.simple-git-hooks.json',
  ])('is %s', (path) => {
    expect(decidesHooks(path, places)).toBe(true);
  });

  test.each(['.huskyx/a', 'src/.husky/pre-commit', 'scripts/lint.sh', 'docs/lefthook.yml', 'package.json'])(
    'is not %s',
    (path) => {
      expect(decidesHooks(path, places)).toBe(false);
    },
  );

  test('is a manifest whose part for a hook tool changed', () => {
    const manifest = (part: object) => JSON.stringify({ name: 'x', scripts: { a: 'b' }, ...part });
    expect(changesHookSettings(manifest({}), manifest({ version: '2' }))).toBe(false);
    expect(changesHookSettings(manifest({}), manifest({ 'lint-staged': { '*.ts': 'eslint' } }))).toBe(true);
    expect(changesHookSettings(manifest({ husky: {} }), null)).toBe(true);
    expect([changesHookSettings(null, null), changesHookSettings('no json', '[]')]).toEqual([false, false]);
  });
});
