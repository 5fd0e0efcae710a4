/**
 * Plans a run of StrykerJS on the added lines of a change, if the base has it.
 *
 *   K1. The base decides: its package.json names Stryker, and its configuration is used. That of the change is replaced.
 *   K2. A change that touches lists of packages or installed packages could have replaced Stryker, so it does not run.
 *   K3. Code that knows that Stryker runs it can pretend to notice its edits, so code that names it is not given to it.
 *   K4. Tests of the kind `tests` are proved by mutants alone, so only those of the harness count: each is a commit, and the
 *       exit code of the tests decides.
 */
import { isPackageFile } from '../test-guard/package-files.ts';
import type { TouchedFile } from '../test-guard/touched-file.ts';
import { parseJson } from '../text/json.ts';
import { changedLines } from './changed-lines.ts';
import { type MutatedFile, selectMutants } from './select-mutants.ts';
import type { Variant } from './variants.ts';
import type { WorkKind } from './work-kind.ts';

/** Why the small mutator was used although the base has Stryker. */
export const strykerProblems = [
  'kind', // K4
  'packages', // K2
  'named', // K3
  'configuration', // that of the base cannot be used
  'language', // a changed file is not JavaScript or TypeScript
  'failed', // it ended with an error or without a report
  'timed-out',
  'unreadable', // its report has no mutant of the added lines, or is no report
] as const;
export type StrykerProblem = (typeof strykerProblems)[number];
export type StrykerUse = 'used' | StrykerProblem;

/** Lines of a file, both included. */
export interface LineRange {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

export interface StrykerInput {
  readonly kind: WorkKind | null;
  readonly touched: readonly TouchedFile[];
  /** Texts of files of the base: package.json, and the configurations of Stryker. */
  readonly base: ReadonlyMap<string, string>;
  readonly mutated: readonly MutatedFile[];
  /** The change with the tests concerned. */
  readonly change: Variant;
  /** Runs the tests, if the base does not say how. */
  readonly command: string;
  /** Maximum number of mutants. */
  readonly count: number;
}

export interface StrykerRun {
  readonly variant: Variant;
  readonly command: string;
  readonly ranges: readonly LineRange[];
}

/** In the order in which Stryker searches them. */
export const strykerConfigNames: readonly string[] = ['', '.'].flatMap((prefix) =>
  ['.conf', '.config'].flatMap((name) =>
    ['json', 'js', 'mjs', 'cjs'].map((ending) => `${prefix}stryker${name}.${ending}`),
  ),
);

const ownName = 'stryker.harness';
export const strykerReport = `${ownName}.report.json`;

/** `null` if the base has no Stryker, or no line can be mutated. */
export function planStryker(input: StrykerInput): StrykerRun | { readonly problem: StrykerProblem } | null {
  if (!isDeclared(input.base.get('package.json') ?? '') || input.count === 0 || input.mutated.length === 0) return null;
  const ranges = rangesOf(input.mutated, input.count);
  const config = createConfig(input, ranges);
  const problem = problemOf(input);
  if (problem !== null || config === null || ranges.length === 0)
    return { problem: problem ?? (config === null ? 'configuration' : 'language') };
  return { variant: variantOf(input, config), command: `node_modules/.bin/stryker run ${config.path}`, ranges };
}

function isDeclared(manifest: string): boolean {
  const { devDependencies, dependencies } = (parseJson(manifest) ?? {}) as Readonly<Record<string, unknown>>;
  return [devDependencies, dependencies].some(
    (one) => typeof one === 'object' && one !== null && Object.hasOwn(one, '@stryker-mutator/core'),
  );
}

function problemOf({ kind, touched, mutated }: StrykerInput): StrykerProblem | null {
  if (kind === 'tests') return 'kind';
  if (touched.some(({ path, newPath }) => [path, newPath].some(changesPackages))) return 'packages';
  if (touched.some(namesStryker)) return 'named';
  return mutated.every(({ path }) => /\.[cm]?[jt]sx?$/.test(path)) ? null : 'language';
}

const managerFile =
  /(?:^|\/)(?:node_modules|\.yarn)\/|(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.c?js|\.pnp\.c?js|pnpm-workspace\.yaml|bunfig\.toml|bun\.lockb)$/;
const changesPackages = (path: string): boolean => isPackageFile(path) || managerFile.test(path);

/** A configuration names Stryker, but it is replaced. */
function namesStryker({ newPath, before, after }: TouchedFile): boolean {
  if (newPath.startsWith(ownName)) return true;
  if (strykerConfigNames.includes(newPath) || after === null) return false;
  const { added } = changedLines(before, after);
  return after.split('\n').some((line, at) => added.has(at + 1) && /stryker|stry(?:Mut|Cov)/i.test(line));
}

/** Patterns of Stryker are globs, so only plain paths can be named. */
const plainPath = /^[\w@ ./-]+$/;

/** All lines of a small change; of a larger one those that the small mutator would edit. */
function rangesOf(files: readonly MutatedFile[], count: number): readonly LineRange[] {
  const named = files.filter(({ path }) => plainPath.test(path));
  const lines = named.flatMap(({ path, lines: all }) => [...all].map((line) => ({ path, line })));
  const chosen = lines.length <= linesPerMutant * count ? lines : selectMutants(named, count);
  const ranges: LineRange[] = [];
  for (const { path, line } of chosen.toSorted(byPlace)) {
    const last = ranges.at(-1);
    if (last?.path !== path || line > last.to + 1) ranges.push({ path, from: line, to: line });
    else ranges[ranges.length - 1] = { ...last, to: line };
  }
  return ranges;
}

const linesPerMutant = 3;

interface Place {
  readonly path: string;
  readonly line: number;
}
const byPlace = (one: Place, other: Place): number =>
  one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1;

interface ConfigFile {
  readonly path: string;
  readonly text: string;
}

/** K1. `null` if the configuration of the base cannot be used. */
function createConfig({ base, command }: StrykerInput, ranges: readonly LineRange[]): ConfigFile | null {
  const name = strykerConfigNames.find((one) => base.has(one));
  const text = base.get(name ?? '') ?? '{}';
  const runner = { testRunner: 'command', commandRunner: { command } };
  if (name !== undefined && !name.endsWith('.json')) return importedConfig(name, text, runner, ranges);
  const own = parseJson(text);
  if (typeof own !== 'object' || own === null || Array.isArray(own)) return null;
  const config = { ...('testRunner' in own ? {} : runner), ...own, ...requiredOptions(ranges) };
  return { path: `${ownName}.json`, text: JSON.stringify(config, null, 2) };
}

/** A file that it imports may be that of the change. */
function importedConfig(name: string, text: string, runner: object, ranges: readonly LineRange[]): ConfigFile | null {
  if (/\b(?:from|import|require)\b\s*\(?\s*["'`]\.|\b(?:import|require)\s*\(\s*(?!["'`])/.test(text)) return null;
  return {
    path: `${ownName}.mjs`,
    text: `import own from ${JSON.stringify(`./${name}`)};
const runner = 'testRunner' in own ? {} : ${JSON.stringify(runner)};
export default { ...runner, ...own, ...${JSON.stringify(requiredOptions(ranges))} };
`,
  };
}

const requiredOptions = (ranges: readonly LineRange[]) => ({
  mutate: ranges.map(({ path, from, to }) => `${path}:${from}-${to}`),
  reporters: ['json'],
  jsonReporter: { fileName: strykerReport },
  thresholds: { high: 80, low: 60, break: null },
  concurrency: 2,
  incremental: false,
  dryRunOnly: false,
  inPlace: false,
  allowConsoleColors: false,
  logLevel: 'info',
  fileLogLevel: 'off',
});

function variantOf({ change, touched }: StrykerInput, config: ConfigFile): Variant {
  const paths = touched.flatMap(({ path, newPath }) => [path, newPath]);
  const configs = strykerConfigNames.filter((name) => paths.includes(name));
  return {
    ...change,
    remove: [...change.remove.filter((path) => !configs.includes(path)), strykerReport], // a report of the change
    take: [...change.take, ...configs],
    write: [config],
  };
}
