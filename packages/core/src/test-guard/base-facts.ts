/** Computes the facts about the base that decide whether a change weakens its checks. */

import { definesCommands, resolveCheckInputs } from './check-inputs.ts';
import { type BaseFacts, isCheckerConfiguration } from './configuration.ts';
import { countTests } from './count-tests.ts';
import { defaultTestGlobs, isSourceFile } from './files.ts';
import { matchesGlob } from './glob.ts';
import { findCheckHelpers, looksLikeHelper } from './support-files.ts';
import { fixtures } from './tools.ts';
import type { TestGuards } from './weakened-tests.ts';

/** The files of the base. `read` adds texts to `texts`; a file that cannot be read gets an empty text. */
export interface BaseFiles {
  readonly paths: ReadonlySet<string>;
  readonly texts: ReadonlyMap<string, string>;
  read(paths: readonly string[]): Promise<void>;
}

/** `touched` are the changed paths of the base: all sources are read only if one of them may be a helper. */
export async function readBaseFacts(
  base: BaseFiles,
  { checks, testFiles = defaultTestGlobs }: TestGuards,
  touched: readonly string[],
): Promise<BaseFacts> {
  const { paths, texts } = base;
  const isTest = (path: string) => matchesGlob(path, testFiles);
  await base.read([...paths].filter(definesCommands));
  let inputs = resolveCheckInputs(checks, paths, texts, isTest);
  for (let missing = unread(base, inputs.executed); missing.length > 0; missing = unread(base, inputs.executed)) {
    await base.read(missing);
    inputs = resolveCheckInputs(checks, paths, texts, isTest);
  }
  const { commands, executed } = inputs;
  const isCheckFile = (path: string) => isTest(path) || executed.has(path) || isCheckerConfiguration(path);
  const isOther = (path: string) => isTest(path) || !isCheckFile(path); // the rest counts by itself
  const sources = touched.filter((path) => paths.has(path) && isSource(path) && isOther(path));
  const helpers = await findHelpers(base, sources, isCheckFile);
  return { commands, executed, helpers, paths, hasTests: [...paths].some(isTest) };
}

const unread = ({ paths, texts }: BaseFiles, wanted: ReadonlySet<string>) =>
  [...wanted].filter((path) => paths.has(path) && !texts.has(path));

const isSource = (path: string) => isSourceFile(path) && !matchesGlob(path, fixtures);

async function findHelpers(
  base: BaseFiles,
  touched: readonly string[],
  isCheckFile: (path: string) => boolean,
): Promise<ReadonlySet<string>> {
  await base.read(touched);
  const text = (path: string) => base.texts.get(path) ?? '';
  const isCandidate = (path: string) =>
    isCheckFile(path) ? countTests(path, text(path))?.tests === 0 : looksLikeHelper(path, text(path));
  const candidates = touched.filter(isCandidate);
  if (candidates.length === 0) return new Set();
  await base.read([...base.paths].filter((path) => isSource(path) || isCheckFile(path)));
  return findCheckHelpers(candidates, { paths: base.paths, texts: base.texts, isCheckFile });
}
