/** Computes the facts about the base that decide whether a change weakens its checks. */

import { type CheckInputs, definesCommands, definesPackage, resolveCheckInputs } from './check-inputs.ts';
import { type BaseFacts, isCheckerConfiguration, isRunnerSettings, isToolSettings } from './configuration.ts';
import { countTests } from './count-tests.ts';
import { defaultTestGlobs, isSourceFile } from './files.ts';
import { matchesGlob } from './glob.ts';
import { hidesTwin } from './hidden-files.ts';
import { loadedBySettings } from './named-files.ts';
import { declaresNames, readImportNames } from './named-imports.ts';
import { isPackageFile } from './package-files.ts';
import { runsInPackages } from './package-scripts.ts';
import { declaredPackages, declaresPackages, hidesModule, newModule } from './python-modules.ts';
import { findCheckHelpers, looksLikeHelper } from './support-files.ts';
import { fixtures } from './tools.ts';
import type { TestGuards } from './weakened-tests.ts';

/** The files of a commit or folder. `read` adds texts to `texts`; a file that cannot be read gets an empty text. */
export interface FileTree {
  readonly paths: ReadonlySet<string>;
  readonly texts: ReadonlyMap<string, string>;
  read(paths: readonly string[]): Promise<void>;
}

/** `changed` are the old and new paths of the change, `gone` those that it removes. All sources are read only if one of them may be a helper. */
export async function readBaseFacts(
  base: FileTree,
  { checks, testFiles = defaultTestGlobs }: TestGuards,
  changed: readonly string[],
  gone: ReadonlySet<string> = new Set(),
): Promise<BaseFacts> {
  const { paths } = base;
  const isTest = (path: string) => matchesGlob(path, testFiles);
  const { commands, executed: run } = await readCheckInputs(base, { checks, testFiles });
  const executed = new Set([...run, ...(await findInheritedSettings(base, changed))]);
  const isCheckFile = (path: string) => isTest(path) || executed.has(path) || isCheckerConfiguration(path);
  const isOther = (path: string) => isTest(path) || !isCheckFile(path); // the rest counts by itself
  const sources = changed.filter((path) => paths.has(path) && isSource(path) && isOther(path));
  const helpers = await findHelpers(base, sources, isCheckFile);
  const twins = changed.filter((path) => !paths.has(path) && hidesTwin(path, paths, gone));
  const hiding = new Set([...(await findHidingModules(base, changed)), ...twins]);
  return { commands, executed, helpers, hiding, paths, hasTests: [...paths].some(isTest) };
}

/** Reads the files that the checks of a tree run, as far as they exist. */
export async function readCheckInputs(
  tree: FileTree,
  { checks, testFiles = defaultTestGlobs }: TestGuards,
): Promise<CheckInputs> {
  const { paths, texts } = tree;
  const isTest = (path: string) => matchesGlob(path, testFiles);
  await tree.read([...paths].filter(definesCommands));
  for (;;) {
    const inputs = resolveCheckInputs(checks, paths, texts, isTest);
    const packages = runsInPackages(inputs.commands) ? [...paths].filter(definesPackage) : [];
    const missing = [...inputs.executed, ...packages].filter((path) => paths.has(path) && !texts.has(path));
    if (missing.length === 0) return inputs;
    await tree.read(missing);
  }
}

const isSource = (path: string) => isSourceFile(path) && !matchesGlob(path, fixtures);

async function findHelpers(
  base: FileTree,
  touched: readonly string[],
  isCheckFile: (path: string) => boolean,
): Promise<ReadonlySet<string>> {
  const settings = [...base.paths].filter(isRunnerSettings);
  await base.read([...touched, ...settings]);
  const text = (path: string) => base.texts.get(path) ?? '';
  const loaded = new Set(settings.flatMap((path) => loadedBySettings(path, text(path), base.paths)));
  const isCandidate = (path: string) =>
    loaded.has(path)
      ? true
      : isCheckFile(path)
        ? countTests(path, text(path))?.tests === 0
        : looksLikeHelper(path, text(path));
  const candidates = touched.filter(isCandidate);
  if (candidates.length === 0) return new Set();
  await base.read([...base.paths].filter((path) => isSource(path) || isCheckFile(path)));
  return findCheckHelpers(candidates, { paths: base.paths, texts: base.texts, isCheckFile, loaded });
}

/** Changed settings that other settings load, such as the file that `tsconfig.json` extends. */
async function findInheritedSettings(base: FileTree, changed: readonly string[]): Promise<readonly string[]> {
  const { paths, texts } = base;
  const isData = (path: string) => paths.has(path) && /\.(?:json[c5]?|ya?ml|toml|ini|neon|xml)$/.test(path);
  if (!changed.some((path) => isData(path) && !isCheckerConfiguration(path))) return [];
  const packages = [...paths].filter((path) => path.endsWith('package.json') && declaresNames(path));
  await base.read(packages);
  const names = readImportNames(new Map(packages.map((path) => [path, texts.get(path) ?? ''])));
  const found = new Set<string>();
  for (let open = [...paths].filter(isToolSettings); open.length > 0; ) {
    await base.read(open);
    const loaded = open.flatMap((path) => loadedBySettings(path, texts.get(path) ?? '', paths, names));
    open = [...new Set(loaded)].filter((path) => isData(path) && !isPackageFile(path) && !found.has(path));
    for (const path of open) found.add(path);
  }
  return changed.filter((path) => found.has(path) && !isCheckerConfiguration(path));
}

/** New Python files that hide a module of the standard library or an installed package. */
async function findHidingModules(base: FileTree, changed: readonly string[]): Promise<ReadonlySet<string>> {
  const added = changed.filter((path) => !base.paths.has(path) && newModule(path, base.paths) !== null);
  if (added.length === 0) return new Set();
  const files = [...base.paths].filter(declaresPackages);
  await base.read(files);
  const declared = new Set(files.flatMap((path) => declaredPackages(path, base.texts.get(path) ?? '')));
  return new Set(added.filter((path) => hidesModule(newModule(path, base.paths) ?? '', declared)));
}
