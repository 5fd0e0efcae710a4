/**
 * Compares the tests that a check executed with those of the base.
 *
 *   B1. The command runs once per tree in a run and its children, in a clean room, and its tests are remembered: also those
 *       of a green check on a change, because its tree may become the next base.
 *   B2. A base whose tests are unknown proves nothing, and the check stays green.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckInput, CheckReport, LostTests, TestBase } from '@harness/core/effects/check';
import type { PerformContext } from '@harness/core/effects/performer';
import { type Outcome, ok } from '@harness/core/failure/failure';
import type { Artifact } from '@harness/core/journal/artifact';
import { defaultTestGlobs } from '@harness/core/test-guard/files';
import { matchesGlob } from '@harness/core/test-guard/glob';
import { type ChangedTestFile, compareTests, type ExecutedTests } from '@harness/core/test-guard/lost-tests';
import { executedTests } from '@harness/core/test-report/count';
import type { TestNames } from '@harness/core/test-report/names';
import { mayRunTests } from '@harness/core/test-report/read';
import { readArtifact, writeArtifact } from '../artifact/store.ts';
import { nullIfMissing } from '../file/file-system.ts';
import { touchedBetween } from '../git/lane/inspect-tests.ts';
import { treesOf } from '../git/refs/ref.ts';
import type { RunPlaces } from '../operation-performer.ts';
import { rootRun } from '../room/room-place.ts';

const maxBytes = 16 * 1024 * 1024;
const maxNamed = 10;

interface MemoryPlaces {
  readonly own: string;
  readonly root: string;
  readonly repo: string;
}

/** Runs the check like any other, but on the base. */
type RunCheck = (input: CheckInput) => Promise<Outcome<CheckReport>>;

/** Adds the comparison to a green report; a check that ran no test of the base becomes red. */
export async function compareWithBase(
  input: CheckInput,
  outcome: Outcome<CheckReport>,
  context: PerformContext<AbortSignal>,
  places: RunPlaces,
  run: RunCheck,
): Promise<Outcome<CheckReport>> {
  const { base, commit, command } = input;
  if (!outcome.ok || !outcome.value.green || base === undefined || commit === undefined) return outcome;
  if (commit === base.commit || !(mayRunTests(command) || outcome.value.tests !== undefined)) return outcome;
  const folder = places.runFolder(context.run);
  const folders = { own: folder, root: places.runFolder(rootRun(context.run)), repo: places.repo };
  const was = await baseTests(folders, input, base, run);
  const is = testsIn(folder, outcome.value);
  const comparison = compareTests(was, is, await changedTestFiles(places.repo, base, commit));
  const { names, ...numbers } = comparison;
  const hash = createHash('sha256')
    .update(JSON.stringify([names, numbers.lost]))
    .digest('hex');
  const shown = names.slice(0, maxNamed).join(', ');
  const compared: LostTests = { ...numbers, names: shown, hash };
  return ok({ ...outcome.value, green: !comparison.isNone, compared });
}

/** Remembers the tests of a check on the base, and of a green one that was compared with it, for later comparisons (B1). */
export async function rememberTests(
  input: CheckInput,
  outcome: Outcome<CheckReport>,
  { run }: PerformContext<AbortSignal>,
  { repo, runFolder }: RunPlaces,
): Promise<void> {
  const { isBase, commit } = input;
  const isGreen = outcome.ok && outcome.value.green && outcome.value.compared !== undefined;
  if (commit === undefined || !(isBase || isGreen)) return;
  const tests = outcome.ok ? testsIn(runFolder(run), outcome.value) : unknownTests;
  const root = runFolder(rootRun(run));
  await writeArtifact(root, await memoryName(repo, commit, input), JSON.stringify(tests));
}

/** In the folder of the run that started all others, so that its child runs share it. */
async function memoryName(repo: string, commit: string, { command, after = [] }: CheckInput): Promise<string> {
  const key = createHash('sha256')
    .update(JSON.stringify([await treesOf(repo, commit), command, after]))
    .digest('hex');
  return `base-tests.${key.slice(0, 16)}.json`;
}

async function baseTests(
  folders: MemoryPlaces,
  input: CheckInput,
  base: TestBase,
  run: RunCheck,
): Promise<ExecutedTests> {
  const { command, cwd, timeoutMs, reports, after, isStateKept } = input;
  const name = await memoryName(folders.repo, base.commit, input);
  const known = await readFile(join(folders.root, 'artifacts', name), 'utf8').catch(nullIfMissing);
  if (known !== null) return JSON.parse(known) as ExecutedTests;
  const outcome = await run({
    command,
    cwd,
    timeoutMs,
    commit: base.commit,
    isProof: true,
    ...(after ? { after } : {}),
    ...(reports ? { reports } : {}),
    ...(isStateKept ? { isStateKept } : {}),
  });
  const tests = outcome.ok ? testsIn(folders.own, outcome.value) : unknownTests;
  await writeArtifact(folders.root, name, JSON.stringify(tests));
  return tests;
}

const noNames: TestNames = { tests: [], files: [], isListed: false };
const unknownTests: ExecutedTests = { names: noNames, count: null };

const testsIn = (folder: string, { tests, names }: CheckReport): ExecutedTests => ({
  names: names ? readNames(folder, names) : noNames,
  count: tests ? executedTests(tests) : null,
});

const readNames = (folder: string, artifact: Artifact) =>
  JSON.parse(readArtifact(folder, artifact, maxBytes)) as TestNames;

/** Writes the names of executed tests; `undefined` if the output lists none. */
export const writeTestNames = async (folder: string, key: string, names: TestNames): Promise<Artifact | undefined> =>
  names.isListed || names.files.length > 0
    ? writeArtifact(folder, `${key}.tests.json`, JSON.stringify(names))
    : undefined;

async function changedTestFiles(repo: string, base: TestBase, commit: string): Promise<readonly ChangedTestFile[]> {
  const { testFiles = defaultTestGlobs, allowed = [] } = base;
  const isTest = (path: string) => matchesGlob(path, testFiles);
  const files = await touchedBetween(repo, base.commit, commit, isTest);
  return files.map((file) => {
    const content = file.hash ?? 'gone';
    const isAllowed = allowed.some((one) => one.file === file.path && one.content === content);
    return { ...file, isAllowed };
  });
}
