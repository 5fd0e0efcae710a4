/** Reads from a lock file which packages come from no registry, and which programs they put into `node_modules/.bin`. */
import { parseJson } from '../text/json.ts';
import { matchesGlob } from './glob.ts';

/** Programs that checks and package managers call by name. */
const commonPrograms =
  /^(?:node|nodejs|npm|npx|yarn|yarnpkg|pnpm|pnpx|bun|bunx|deno|corepack|sh|bash|dash|zsh|env|git|make|python[\d.]*|cat|cd|cp|mv|rm|ls|mkdir|test|true|false|echo|printf|exit|grep|sed|awk|find|sort|tee|time|timeout|xargs|go|cargo|rustc|java|javac|mvn|gradle|ruby|bundle|php|perl|dotnet|gcc|cc|docker)$/;
const registries = ['registry.npmjs.org', 'registry.yarnpkg.com', 'npm.jsr.io'];

/** Whether a program of the system has this name. */
export const isCommonProgram = (name: string): boolean => commonPrograms.test(name);

/** Whether a program of this name would run instead of the program that a check means. */
export const hidesProgram = (name: string, commands: readonly string[]): boolean =>
  isCommonProgram(name) || commands.some((text) => text.split(/[\s"'`=;&|()]+/).includes(name));

/** Names of packages and programs for which a changed lock file has another source. */
export function changedSources(before: string, after: string, commands: readonly string[]): readonly string[] {
  const workspaces = workspacesIn(before);
  const [was, is] = [before, after].map((text) => new Map(sourcesIn(text, commands, workspaces)));
  const links = new Set(lockedPackages(before).flatMap(([path, { link }]) => (link === true ? [] : [path])));
  const replaced = lockedPackages(after).filter(([path, { link }]) => link === true && links.has(path));
  const fresh = [...(is?.keys() ?? [])].filter((name) => was?.get(name) !== is?.get(name));
  return [...fresh, ...replaced.map(([path]) => `link ${path}`)];
}

type Row = readonly [string, string];

/** A registry is known by its host, so that further packages of it are not new. */
const sourcesIn = (text: string, commands: readonly string[], workspaces: readonly string[]): readonly Row[] =>
  isJson(text)
    ? lockedPackages(text).flatMap(([path, { resolved, version, link, bin }]) => [
        ...(link === true && matchesGlob(String(resolved), workspaces)
          ? []
          : sourceRows(sourceOf(resolved, version, link))),
        ...programRows(path, bin, commands),
      ])
    : textSources(text);

const sourceOf = (resolved: unknown, version: unknown, link: unknown) =>
  link === true ? `link:${String(resolved)}` : String(resolved ?? version ?? '');

const isJson = (text: string): boolean => text.trimStart().startsWith('{') && parseJson(text) !== undefined;

interface LockedPackage {
  readonly resolved?: unknown;
  readonly version?: unknown;
  readonly link?: unknown;
  readonly bin?: unknown;
  readonly dependencies?: unknown;
  readonly workspaces?: unknown;
}

function lockedPackages(text: string): readonly (readonly [string, LockedPackage])[] {
  if (!isJson(text)) return [];
  const { packages, dependencies } = parseJson(text) as {
    readonly packages?: unknown;
    readonly dependencies?: unknown;
  };
  if (packages === undefined) return nestedPackages(dependencies);
  return Object.entries(packages as Readonly<Record<string, LockedPackage | null>>).map(([path, each]) => [
    path,
    each ?? {},
  ]);
}

/** The globs of the workspace: a link to one of its packages is no other source, unless it replaces a package. */
function workspacesIn(text: string): readonly string[] {
  const found = lockedPackages(text).find(([path]) => path === '')?.[1].workspaces;
  const globs = Array.isArray(found) ? found : ((found as { packages?: unknown } | undefined)?.packages ?? []);
  return Array.isArray(globs) ? globs.map((glob) => String(glob).replace(/^\.\//, '').replace(/\/$/, '')) : [];
}

/** Version 1 of the format. */
function nestedPackages(value: unknown): readonly (readonly [string, LockedPackage])[] {
  const rows = Object.entries((value ?? {}) as Readonly<Record<string, LockedPackage | null>>);
  return rows.flatMap(([name, each]) => [[name, each ?? {}] as const, ...nestedPackages(each?.dependencies)]);
}

/** Only packages at the top of a `node_modules` folder have their programs there. */
function programRows(path: string, bin: unknown, commands: readonly string[]): readonly Row[] {
  const at = /^(.*?node_modules)\/(?:@[^/]+\/)?([^/]+)$/.exec(path);
  const names = typeof bin === 'string' ? [at?.[2] ?? ''] : Object.keys((bin ?? {}) as object);
  const isAtTop = at !== null && !at[1]?.slice(0, -'node_modules'.length).includes('node_modules');
  if (!isAtTop) return [];
  return names.filter((name) => hidesProgram(name, commands)).map((name) => [`program ${name} in ${at[1]}`, path]);
}

const source =
  /(?:\bresolved "|\btarball: ["']?|\bversion: ["']?|@|["'])((?:file|portal|exec|link|git|git\+[\w+]+|ssh|https?):[^\s"',)}\]#]+)/g;
/** pnpm names the folder of a package in the workspace. */
const ofWorkspace = /specifier: ['"]?workspace:[^\n]*\n\s+version: link:[^\n]*/g;

const textSources = (text: string): readonly Row[] =>
  [...text.replace(ofWorkspace, '').matchAll(source)].flatMap(([, each = '']) => sourceRows(each));

function sourceRows(text: string): readonly Row[] {
  const [, host = '', rest = ''] = /^https?:\/\/(?:[^/@]*@)?([^/]+)(.*)$/.exec(text) ?? [];
  if (host === '')
    return /^[\w+]+:/.test(text) && !/^(?:npm|workspace|catalog):/.test(text) ? [[`package from ${text}`, '']] : [];
  if (registries.includes(host) && text.startsWith('https:')) return [];
  const isRegistry = /\/-\/|\.tgz$/.test(rest) && !/\/(?:archive|releases|tarball|raw)\//.test(rest);
  return [[`package from ${isRegistry ? host : `${host}${rest}`}`, '']];
}
