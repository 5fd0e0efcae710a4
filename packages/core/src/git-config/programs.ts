/**
 * Decides which programs of git's configuration may run on files that an agent wrote.
 *
 *   P1. A filter, a merge driver or a configured hook never runs: its program could load files of the lane, as
 *       `python3 -m nbstripout` does.
 *   P2. Git LFS is the exception, with exactly the commands that it installs: it only copies bytes.
 *   P3. A merge driver is replaced by git's own text merge: without a program git would keep one side silently.
 */

/** A setting of git: its full name and its value. */
export type GitSetting = readonly [name: string, value: string];

const lfsCommands: readonly string[] = [
  'git-lfs clean -- %f',
  'git-lfs smudge -- %f',
  'git-lfs smudge --skip -- %f',
  'git-lfs filter-process',
  'git-lfs filter-process --skip',
];
/** Commands that read no file of the lane. */
const inertCommands: readonly string[] = ['', 'cat', 'true', 'false', ':', '/bin/true', '/bin/false', '/bin/cat'];
const textMerge = 'git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B';

/** Settings that replace every program which must not run. */
export function settingsWithoutPrograms(settings: readonly GitSetting[]): readonly GitSetting[] {
  const filters = filterNames(settings).filter((name) => !isLfs(name, settings));
  return [
    ...filters.flatMap((name): readonly GitSetting[] => [
      [`filter.${name}.clean`, ''],
      [`filter.${name}.smudge`, ''],
      [`filter.${name}.process`, ''],
      [`filter.${name}.required`, 'false'],
    ]),
    ...namesIn(settings, /^merge\.(.+)\.driver$/s)
      .filter((name) => !isInert(settings, `merge.${name}.driver`))
      .map((name): GitSetting => [`merge.${name}.driver`, textMerge]),
    ...namesIn(settings, /^hook\.(.+)\.[a-z]+$/s).map((name): GitSetting => [`hook.${name}.enabled`, 'false']),
  ];
}

/** Filters that change files, and that harness does not run. */
export const unsupportedFilters = (settings: readonly GitSetting[]): readonly string[] =>
  filterNames(settings).filter(
    (name) =>
      !isLfs(name, settings) &&
      !['clean', 'smudge', 'process'].every((key) => isInert(settings, `filter.${name}.${key}`)),
  );

/** Whether git itself would refuse files without this filter. */
export const isRequiredFilter = (settings: readonly GitSetting[], name: string): boolean =>
  valuesOf(settings, `filter.${name}.required`).some((value) => !/^(?:false|no|off|0)$/i.test(value));

const filterNames = (settings: readonly GitSetting[]) => namesIn(settings, /^filter\.(.+)\.[a-z]+$/s);

/** LFS with its own commands and without extensions, which are further programs. */
const isLfs = (name: string, settings: readonly GitSetting[]) =>
  name === 'lfs' &&
  !settings.some(([key]) => key.startsWith('lfs.extension.')) &&
  ['clean', 'smudge', 'process'].every((key) =>
    valuesOf(settings, `filter.lfs.${key}`).every((value) => value === '' || lfsCommands.includes(value)),
  );

const isInert = (settings: readonly GitSetting[], name: string) =>
  valuesOf(settings, name).every((value) => inertCommands.includes(value.trim()));

const valuesOf = (settings: readonly GitSetting[], name: string) =>
  settings.filter(([key]) => key === name).map(([, value]) => value);

const namesIn = (settings: readonly GitSetting[], pattern: RegExp): readonly string[] => [
  ...new Set(settings.flatMap(([name]) => pattern.exec(name)?.[1] ?? [])),
];
