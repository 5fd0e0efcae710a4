/** Finds the scripts and files that checks execute. Agents can change them, but not the commands in the journal. */
import { isLifecycleScript } from '../lane/install-inputs.ts';
import { parseJson } from '../text/json.ts';
import { type CommandText, executedFiles, folderOf } from './executed-files.ts';
import { matchesGlob } from './glob.ts';
import {
  runsInPackages,
  type Scripts,
  scriptsIn,
  scriptsRun,
  taskCommand,
  wireitCommands,
  wordsOf,
} from './package-scripts.ts';
import { entryPoints } from './support-files.ts';
import { fixtures } from './tools.ts';

/** Any ending and any case: a case-insensitive disk reads `Harness.Config.json` too. */
const configuration = /^(?:harness\.config\.[^/]+|\.harness(?:\/.*)?)$/i;
const composeFiles = ['docker-compose.yml', 'docker-compose.yaml', 'compose.yml', 'compose.yaml', 'Dockerfile'];
const taskFiles = ['turbo.json', 'turbo.jsonc', 'nx.json'];
const recipeFiles: Readonly<Record<string, readonly string[]>> = {
  make: ['Makefile', 'makefile', 'GNUmakefile'],
  just: ['justfile', 'Justfile', '.justfile'],
  task: ['Taskfile.yml', 'Taskfile.yaml'],
  rake: ['Rakefile', 'rakefile', 'Rakefile.rb'],
  grunt: ['Gruntfile.js', 'Gruntfile.cjs'],
  gulp: ['gulpfile.js', 'gulpfile.mjs', 'gulpfile.cjs'],
  ant: ['build.xml'],
  docker: composeFiles,
  'docker-compose': composeFiles,
  mise: ['mise.toml', '.mise.toml'],
  invoke: ['tasks.py'],
  earthly: ['Earthfile'],
  turbo: taskFiles,
  nx: taskFiles,
  lerna: taskFiles,
};

/** The configuration of the harness, its hooks and its other files. */
export const isConfiguration = (path: string): boolean => configuration.test(path);

/** Files that define commands of a check. */
export const definesCommands = (path: string): boolean => path === 'package.json' || isRecipe(path);

const isRecipe = (path: string): boolean => Object.values(recipeFiles).flat().includes(path);

/** Commands and files that the checks of the base run, directly or through another file. */
export interface CheckInputs {
  /** The checks, with the package.json scripts, recipes and scripts that they run. */
  readonly commands: readonly string[];
  /** Paths that they execute. A path without a file counts too, because a change could add it. */
  readonly executed: ReadonlySet<string>;
}

/**
 * Resolves the checks recursively. A file of the base whose text is missing is listed in `executed`: the caller reads it
 * and calls again. Test files are not executed files, because they are judged by their tests.
 */
export function resolveCheckInputs(
  checks: readonly string[],
  paths: ReadonlySet<string>,
  texts: ReadonlyMap<string, string>,
  isTest: (path: string) => boolean,
): CheckInputs {
  const manifest = texts.get('package.json') ?? '';
  const scripts = scriptsIn(manifest);
  const entries = entryPoints(manifest);
  const executed = new Set<string>();
  const commands = new Map<string, CommandText>();
  const add = (text: string, folder = '') => void commands.set(`${folder}\0${text}`, { text, folder });
  for (const text of [...checks, ...runnerOptions(manifest), ...installScripts(scripts)]) add(text);
  for (let before = -1; before < commands.size; ) {
    before = commands.size;
    const known = [...commands.values()];
    const words = known.map(({ text }) => text);
    const recipes = [...paths].filter((path) => isRecipeOf(path, words));
    for (const path of [...known.flatMap((each) => executedFiles(each, paths)), ...recipes])
      if (!isTest(path) && !entries.includes(path) && !executed.has(path) && path !== 'package.json') {
        executed.add(path);
        const text = texts.get(path) ?? '';
        add(taskFiles.includes(path) ? taskCommand(text) : text, folderOf(path));
      }
    for (const name of scriptsRun(scripts, words)) add(scripts[name] ?? '');
    const isWireit = words.some((text) => wordsOf(text).includes('wireit'));
    if (isWireit) for (const text of wireitCommands(manifest)) add(text);
    if (runsInPackages(words)) for (const each of packageScripts(texts, words, isWireit)) add(each.text, each.folder);
  }
  return { commands: [...commands.values()].map(({ text }) => text), executed };
}

/** Whether a file has the scripts of a package in the workspace. */
export const definesPackage = (path: string): boolean =>
  path.endsWith('/package.json') && !path.includes('node_modules/') && !matchesGlob(path, fixtures);

/** Scripts of packages with the same names. */
const packageScripts = (
  texts: ReadonlyMap<string, string>,
  words: readonly string[],
  isWireit: boolean,
): readonly CommandText[] =>
  [...texts]
    .filter(([path]) => definesPackage(path))
    .flatMap(([path, manifest]) => {
      const scripts = scriptsIn(manifest);
      const run = [...scriptsRun(scripts, words)].map((name) => scripts[name] ?? '');
      return [...run, ...(isWireit ? wireitCommands(manifest) : [])].map((text) => ({ text, folder: folderOf(path) }));
    });

/** An installation runs these before a check. */
const installScripts = (scripts: Scripts): readonly string[] =>
  Object.keys(scripts)
    .filter(isLifecycleScript)
    .map((name) => scripts[name] ?? '');

/** Set-up files that a runner loads by its settings in package.json, as options of a command. */
function runnerOptions(manifest: string): readonly string[] {
  const document = (parseJson(manifest) ?? {}) as Readonly<Record<string, unknown>>;
  const settings = ['jest', 'mocha', 'ava', 'tap', 'c8', 'nyc'].map((key) => JSON.stringify(document[key] ?? ''));
  return settings
    .flatMap((text) => [...text.matchAll(/"(?:<rootDir>)?(\.{0,2}\/?[\w@./-]+\.[cm]?[jt]sx?)"/g)])
    .map(([, path = '']) => `--require ${path}`);
}

/** The recipe file of a build tool that a command runs. */
const isRecipeOf = (path: string, commands: readonly string[]): boolean =>
  isRecipe(path) && commands.flatMap(wordsOf).some((word) => recipeFiles[word]?.includes(path) ?? false);
