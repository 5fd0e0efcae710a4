/**
 * Finds changes of package.json and lock files after which an installation or a test runs other code.
 *
 *   K1. A script that an installation runs counts, in every package of the repository.
 *   K2. A dependency that does not come from a registry counts: it may be code of the change.
 *   K3. A program of a package counts if it hides a program of the checks: npm searches `node_modules/.bin` first.
 *   K4. An entry of `main`, `imports` or `exports` counts if it leads a name of the base elsewhere (`package-entries.ts`).
 *   K5. Of a lock file, only the sources and programs of packages count.
 */
import { isLifecycleScript } from '../lane/install-inputs.ts';
import { parseJson } from '../text/json.ts';
import { folderOf, joinPath } from './executed-files.ts';
import { changedSources, hidesProgram } from './lock-files.ts';
import { ledElsewhere } from './package-entries.ts';

type Fields = Readonly<Record<string, unknown>>;

const otherSource =
  /^(?:file|link|portal|exec|patch|git|git\+[\w+]+|ssh|https?|github|gitlab|bitbucket|gist):|^npm:@?[a-z]|^[./~]|^[\w.-]+\/[\w.-]+(?:#|$)/i;
const dependencyField = /dependencies$|^overrides$|^resolutions$/i;

const isManifest = (path: string): boolean => /(?:^|\/)package\.json$/.test(path);
const isLock = (path: string): boolean =>
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock)$/.test(path);

export const isPackageFile = (path: string): boolean => isManifest(path) || isLock(path);

/** Names of the parts that count; empty if none. `before` is `null` if the file is new. */
export function changedPackages(
  path: string,
  before: string | null,
  after: string,
  { commands, paths = new Set() }: { readonly commands: readonly string[]; readonly paths?: ReadonlySet<string> },
): readonly string[] {
  if (isLock(path)) return changedSources(before ?? '', after, commands);
  const [was, is] = [fieldsOf(before ?? '{}'), fieldsOf(after)];
  if (is === null) return ['unreadable'];
  const old = was ?? {};
  return [
    ...changedEntries(installScripts(old), installScripts(is)),
    ...newEntries(otherDependencies(old), otherDependencies(is)),
    ...newEntries(programs(old, commands), programs(is, commands)),
    ...(was === null || before === null ? [] : ledElsewhere(path, was, is, paths)),
  ];
}

/** npm accepts a byte order mark. */
function fieldsOf(text: string): Fields | null {
  const document = parseJson(text.replace(/^\uFEFF/, ''));
  return typeof document === 'object' && document !== null ? (document as Fields) : null;
}

type Entries = ReadonlyMap<string, string>;

const changedEntries = (was: Entries, is: Entries): readonly string[] =>
  [...new Set([...was.keys(), ...is.keys()])].filter((name) => was.get(name) !== is.get(name));

const newEntries = (was: Entries, is: Entries): readonly string[] =>
  [...is.keys()].filter((name) => was.get(name) !== is.get(name));

/** All texts below a field, by their path: `imports.#sum.default`. */
function textsIn(value: unknown, path: string): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [[path, String(value)]];
  return Object.entries(value).flatMap(([key, each]) => textsIn(each, path === '' ? key : `${path} ${key}`));
}

const installScripts = ({ scripts }: Fields): Entries =>
  new Map(textsIn(scripts, 'script').filter(([name]) => isLifecycleScript(name.replace(/^script /, ''))));

function otherDependencies(document: Fields): Entries {
  const fields = Object.entries(document).filter(([field]) => dependencyField.test(field) || field === 'pnpm');
  const found = fields.flatMap(([, value]) => textsIn(value, 'dependency'));
  return new Map(found.filter(([, version]) => otherSource.test(version)));
}

/** Folders of the repository that a package.json installs as packages. Scripts of the checks are followed elsewhere. */
export function localFolders(path: string, text: string): readonly string[] {
  const sources = [...otherDependencies(fieldsOf(text) ?? {}).values()];
  const folders = sources.filter((source) => /^(?:(?:file|link|portal):|\.)/.test(source));
  return folders.map((source) => joinPath(folderOf(path), source.replace(/^\w+:/, ''))).filter((each) => each !== '');
}

function programs({ name, bin, directories }: Fields, commands: readonly string[]): Entries {
  const own = typeof bin === 'string' ? [[String(name).replace(/^.*\//, ''), bin] as const] : textsIn(bin, '');
  const hiding = own.filter(([program]) => hidesProgram(program, commands));
  const folder = textsIn((directories as Fields | undefined)?.['bin'], 'programs in');
  return new Map([...hiding.map(([program, path]) => [`program ${program}`, path] as const), ...folder]);
}
