import { describe, expect, test } from 'vitest';
import { type GitSetting, isRequiredFilter, settingsWithoutPrograms, unsupportedFilters } from './programs.ts';

const lfs: readonly GitSetting[] = [
  ['filter.lfs.clean', 'git-lfs clean -- %f'],
  ['filter.lfs.smudge', 'git-lfs smudge -- %f'],
  ['filter.lfs.process', 'git-lfs filter-process'],
  ['filter.lfs.required', 'true'],
];

describe('P1 no program of a filter runs', () => {
  test.each<readonly [string, GitSetting]>([
    ['a clean command', ['filter.nb.clean', 'python3 -m nbstripout']],
    ['a smudge command', ['filter.nb.smudge', 'sh x']],
    ['a process', ['filter.nb.process', 'sh x']],
    ['a required filter without a command', ['filter.nb.required', 'true']],
  ])('%s', (_, setting) => {
    expect(settingsWithoutPrograms([setting])).toEqual([
      ['filter.nb.clean', ''],
      ['filter.nb.smudge', ''],
      ['filter.nb.process', ''],
      ['filter.nb.required', 'false'],
    ]);
  });

  test('whatever its name contains', () => {
    const names = settingsWithoutPrograms([['filter.a=b.c\nd.clean', 'x']]).map(([name]) => name);
    expect(names[0]).toBe('filter.a=b.c\nd.clean');
  });

  test('nor does a hook of the configuration', () => {
    expect(settingsWithoutPrograms([['hook.lint.command', 'sh x']])).toEqual([['hook.lint.enabled', 'false']]);
  });
});

test.each([
  ['true', true],
  ['1', true],
  ['', true], // a name without a value is true for git
  ['false', false],
  ['OFF', false],
])('a filter with required=%s is required: %s', (value, isRequired) => {
  expect(isRequiredFilter([['filter.nb.required', value]], 'nb')).toBe(isRequired);
  expect(isRequiredFilter([['filter.nb.required', value]], 'other')).toBe(false);
});

describe('P2 git LFS runs with its own commands', () => {
  test('and only with these', () => {
    expect(settingsWithoutPrograms(lfs)).toEqual([]);
    expect(settingsWithoutPrograms([...lfs, ['filter.lfs.clean', 'sh x']])).not.toEqual([]);
    expect(settingsWithoutPrograms([...lfs, ['lfs.extension.x.clean', 'sh x']])).not.toEqual([]);
  });

  test('is supported; other filters are not, unless they change no byte', () => {
    expect(unsupportedFilters(lfs)).toEqual([]);
    expect(unsupportedFilters([...lfs, ['filter.nb.clean', 'x'], ['filter.no.clean', 'cat']])).toEqual(['nb']);
  });
});

test('P3 a merge driver becomes the text merge, unless it is inert', () => {
  const given: readonly GitSetting[] = [
    ['merge.npm.driver', 'npx npm-merge-driver merge %A %O %B %P'],
    ['merge.ours.driver', 'true'],
    ['merge.conflictstyle', 'diff3'],
  ];
  expect(settingsWithoutPrograms(given)).toEqual([
    ['merge.npm.driver', expect.stringMatching(/^git merge-file .*%A %O %B$/) as string],
  ]);
});
