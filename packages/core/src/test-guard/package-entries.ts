/**
 * Finds entries of package.json that lead a name of the base to another file.
 *
 *   E1. An entry of the base counts if its value changed or is gone. Types are for compilers and do not count.
 *   E2. A new entry counts if a pattern of the base matches its name, and leads it elsewhere.
 *   E3. Without `exports`, every file of a package has a name. The package at the root has none for its own tests.
 *   E4. Without `main`, a folder means its `index.js`. Bundlers prefer a new `module` or `browser`.
 */
import { folderOf, joinPath } from './executed-files.ts';

type Fields = Readonly<Record<string, unknown>>;
/** Values by the name of the entry. */
type Entries = ReadonlyMap<string, unknown>;

/** Names of the entries that count. `path` is the path of the package.json, `paths` are all files of the base. */
export function ledElsewhere(path: string, was: Fields, is: Fields, paths: ReadonlySet<string>): readonly string[] {
  const isBelow = path.includes('/');
  const hasIndex = paths.has(joinPath(folderOf(path), 'index.js'));
  const main: Entries = new Map([['.', was['main'] ?? './index.js']]);
  const isLed = { main: hasIndex ? main : none, module: isBelow ? anyName : none, browser: isBelow ? anyName : none };
  const files: Entries = new Map([...main, ['./*', './*']]); // E3
  return [
    ...(['main', 'module', 'browser'] as const).flatMap((field) =>
      changedNames(field, single(was[field]), single(is[field]), isLed[field]),
    ),
    ...changedNames('imports', entriesOf(was['imports']), entriesOf(is['imports'])),
    ...changedNames('exports', exportsOf(was), exportsOf(is), isBelow && was['exports'] === undefined ? files : none),
  ];
}

const none: Entries = new Map();
const anyName: Entries = new Map([['.', null]]);

/** `implied` are the entries that count on the base without being written. */
function changedNames(field: string, was: Entries, is: Entries, implied: Entries = none): readonly string[] {
  const changed = [...was].filter(([name, value]) => textOf(value) !== textOf(is.get(name)));
  const added = [...is].filter(
    ([name, value]) => !was.has(name) && isElsewhere(name, value, new Map([...implied, ...was])),
  );
  return [...changed, ...added].map(([name]) => (name === '.' ? field : `${field} ${name}`));
}

/** E2; the most specific pattern decides, as in Node. */
function isElsewhere(name: string, value: unknown, base: Entries): boolean {
  const matching = [...base.keys()].filter((key) => starIn(name, key) !== null);
  const [best] = matching.sort((a, b) => b.indexOf('*') - a.indexOf('*') || b.length - a.length);
  if (best === undefined) return false;
  const known = targetsIn(base.get(best)).map((target) => target.replaceAll('*', starIn(name, best) ?? ''));
  return targetsIn(value).some((target) => !known.includes(target));
}

/** The text for which the star of a key stands; '' without a star, `null` if the key does not match. */
function starIn(name: string, key: string): string | null {
  const [start = '', end] = key.split('*');
  if (end === undefined) return name === key ? '' : null;
  const isMatch = name.length > start.length + end.length && name.startsWith(start) && name.endsWith(end);
  return isMatch ? name.slice(start.length, name.length - end.length) : null;
}

const single = (value: unknown): Entries => (value === undefined ? none : new Map([['.', value]]));

const entriesOf = (value: unknown): Entries =>
  new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);

/** `exports` may be short for its entry `.`. */
function exportsOf({ exports }: Fields): Entries {
  const entries = entriesOf(exports);
  return [...entries.keys()].some((key) => key.startsWith('.')) ? entries : single(exports);
}

const isTypes = (key: string): boolean => /^types(?:@|$)/.test(key);

/** The order of conditions decides, so it is part of the text. */
const textOf = (value: unknown): string | undefined =>
  JSON.stringify(value, (key, each: unknown) => (isTypes(key) ? undefined : each));

function targetsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [String(value).replace(/^\.\//, '')];
  return Object.entries(value).flatMap(([key, each]) => (isTypes(key) ? [] : targetsIn(each)));
}
