/** Finds a file of the repository that passes through a git filter which the harness does not run. */
import { isRequiredFilter, unsupportedFilters } from '@harness/core/git-config/programs';
import { isSetTo } from './accepted-setting.ts';
import { git, readGitSettings } from './command.ts';

export interface FilteredFile {
  readonly filter: string;
  readonly path: string;
  /** Set if git would refuse the file without its filter, as for encrypted files. */
  readonly isRequired: boolean;
}

/** The setting of git by which the user agrees to work without filters. */
const agreement = ['harness.filters', 'off'] as const;

export async function findFilteredFile(root: string): Promise<FilteredFile | undefined> {
  const settings = await readGitSettings(root);
  const filters = unsupportedFilters(settings);
  if (filters.length === 0 || (await isSetTo(root, ...agreement))) return undefined;
  const tracked = await git(root, ['ls-files', '-z']);
  if (tracked.exitCode !== 0) return undefined; // a folder without git
  const { stdout } = await git(root, ['check-attr', '-z', '--stdin', 'filter'], { input: tracked.stdout });
  const fields = stdout.split('\0'); // path, attribute and value in turn
  const uses = (names: readonly string[]) => fields.findIndex((value, n) => n % 3 === 2 && names.includes(value));
  const required = uses(filters.filter((name) => isRequiredFilter(settings, name)));
  const at = required < 0 ? uses(filters) : required;
  const [filter = '', path = ''] = [fields[at], fields[at - 2]];
  return at < 0 ? undefined : { filter, path, isRequired: isRequiredFilter(settings, filter) };
}
