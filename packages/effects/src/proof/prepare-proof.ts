/** Plans a proof: reads the change, its tests and its code, and writes the variants that are tested. */
import type { PrepareProofArgs, ProofPlan } from '@harness/core/effects/proof';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { defaultTestGlobs } from '@harness/core/test-guard/files';
import { declaresNames, readImportNames } from '@harness/core/test-guard/named-imports';
import type { TouchedFile } from '@harness/core/test-guard/touched-file';
import { parseJson } from '@harness/core/text/json';
import { type ChangeParts, changeParts, hasTests, readsRunner, type TestTree } from '@harness/core/trust/change-parts';
import { planStryker, strykerConfigNames } from '@harness/core/trust/plan-stryker';
import { proofCommand } from '@harness/core/trust/proof-command';
import type { RunName } from '@harness/core/trust/proof-run';
import { maxNames } from '@harness/core/trust/reason';
import type { SourceFacts } from '@harness/core/trust/source';
import { planVariants, unreadCode, type Variants } from '@harness/core/trust/variants';
import { writeArtifact } from '../artifact/store.ts';
import { touchedBetween } from '../git/lane/inspect-tests.ts';
import { diffOfFiles } from '../git/worktree/diff.ts';
import type { ProofContext } from './context.ts';
import { readSides, testTree, textsAt } from './read-sides.ts';
import { readSources } from './source/read-sources.ts';
import { type Sides, writeVariants } from './write-variants.ts';

type StrykerPlan = ReturnType<typeof planStryker>;

export async function performPrepareProof(work: ProofContext, args: PrepareProofArgs): Promise<Outcome<ProofPlan>> {
  const { repo } = work;
  const { base, change, testFiles = defaultTestGlobs } = args;
  const sides = await readSides(work, { base, change });
  const touched = await touchedBetween(repo, base, change, () => true);
  const parts = changeParts(touched, testFiles);
  const trees = { base: await testTree(sides, 'base', testFiles), change: await testTree(sides, 'change', testFiles) };
  const code = await readCode(work, sides, parts, trees.change);
  const { sources } = code;
  const variants = planVariants({ ...args, parts, ...trees, ...code });
  const written = newTests(parts);
  const command = proofCommand(args.checks, await readScripts(sides), args.e2e);
  const stryker = await findStryker(sides, args, { touched, variants, command });
  return ok({
    isEmpty: touched.length === 0,
    others: parts.others.slice(0, maxNames),
    touchedTests: parts.tests.map(({ newPath }) => newPath),
    testData: parts.data.slice(0, maxNames),
    readsRunner: readsRunner(parts).slice(0, maxNames),
    written,
    bare: bareTests(written, sources),
    command,
    ...(await writeAll(sides, variants, stryker)),
    emptied: variants.emptied,
    unsupported: variants.unsupported,
    unreadable: variants.unreadable.slice(0, maxNames),
    diff: await diffOfTests(work, args, parts),
  });
}

/** Enough for the code that tests use in a large repository, besides the change itself; the nearest files are read first. */
const maxFiles = 400;

/** Reads and parses the code that is emptied or mutated, and the touched tests. An import leads to further files. */
async function readCode(work: ProofContext, sides: Sides, parts: ChangeParts, tree: TestTree) {
  const names = readImportNames(
    await textsAt(sides, 'change', [...tree.paths].filter(declaresNames).slice(0, maxFiles)),
  );
  const texts = await textsAt(sides, 'change', newTests(parts));
  const unread = () => unreadCode(parts, tree, { paths: tree.paths, texts: new Map([...tree.texts, ...texts]), names });
  const most = texts.size + parts.product.length + maxFiles;
  for (let next = unread(); next.length > 0 && texts.size < most; next = unread()) {
    const paths = next.slice(0, most - texts.size);
    const found = await textsAt(sides, 'change', paths);
    for (const path of paths) texts.set(path, found.get(path) ?? '');
  }
  const files = [...texts].map(([path, text]) => ({ path, text }));
  return { texts, names, sources: await readSources(files, work) };
}

const newTests = ({ tests }: ChangeParts): readonly string[] =>
  tests.filter(({ newPath, after }) => hasTests(newPath, after)).map(({ newPath }) => newPath);

export const bareTests = (
  paths: readonly string[],
  sources: ReadonlyMap<string, SourceFacts | null>,
): readonly string[] =>
  paths
    .flatMap((path) => sources.get(path)?.tests ?? [])
    .flatMap(({ name, hasAssertion }) => (name === null || hasAssertion ? [] : [name]))
    .slice(0, maxNames);

/** Scripts of the base, because a change may rewrite its own. */
export async function readScripts(sides: Sides): Promise<Readonly<Record<string, string>>> {
  const text = (await textsAt(sides, 'base', ['package.json'])).get('package.json') ?? '';
  const { scripts } = (parseJson(text) ?? {}) as { readonly scripts?: unknown };
  const entries = Object.entries((scripts ?? {}) as Record<string, unknown>);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

interface PlannedProof {
  readonly touched: readonly TouchedFile[];
  readonly variants: Variants;
  readonly command: string | null;
}

/** End-to-end tests need a server, which Stryker does not start. */
async function findStryker(
  sides: Sides,
  { kind, mutants, e2e }: PrepareProofArgs,
  { touched, variants, command }: PlannedProof,
): Promise<StrykerPlan> {
  const { mutated, runs } = variants;
  if (command === null || e2e !== undefined || runs.change === undefined) return null;
  const base = await textsAt(sides, 'base', ['package.json', ...strykerConfigNames]);
  return planStryker({ kind, touched, base, mutated, change: runs.change, command, count: mutants });
}

async function writeAll(
  sides: Sides,
  { runs, mutants }: Variants,
  stryker: StrykerPlan,
): Promise<Pick<ProofPlan, 'commits' | 'mutants' | 'stryker'>> {
  const names = Object.keys(runs) as RunName[];
  const variants = names.map((name) => runs[name]).filter((variant) => variant !== undefined);
  const own = stryker !== null && 'variant' in stryker ? [stryker.variant] : [];
  const commits = await writeVariants(sides, [...variants, ...mutants.map(({ variant }) => variant), ...own]);
  return {
    commits: Object.fromEntries(names.map((name, at) => [name, commits[at] ?? ''])),
    mutants: mutants.map(({ edit }, at) => ({ commit: commits[names.length + at] ?? '', edit })),
    ...preparedStryker(stryker, commits.at(-1) ?? ''),
  };
}

function preparedStryker(stryker: StrykerPlan, commit: string): Pick<ProofPlan, 'stryker'> {
  if (stryker === null) return {};
  if ('problem' in stryker) return { stryker };
  return { stryker: { commit, command: stryker.command, ranges: stryker.ranges } };
}

async function diffOfTests(
  { repo, runFolder, key }: ProofContext,
  { base, change }: PrepareProofArgs,
  { tests, support }: ChangeParts,
) {
  const files = [...tests, ...support].flatMap(({ path, newPath }) => [path, newPath]);
  if (files.length === 0) return null;
  return writeArtifact(runFolder, `${key}.tests.diff`, await diffOfFiles(repo, base, change, [...new Set(files)]));
}
