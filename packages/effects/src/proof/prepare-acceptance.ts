/** Reads the acceptance tests that an agent wrote, and writes the base with only these tests. */
import type { PreparedAcceptance, prepareAcceptance } from '@harness/core/effects/acceptance';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { defaultTestGlobs } from '@harness/core/test-guard/files';
import type { TouchedFile } from '@harness/core/test-guard/touched-file';
import { maxFrozenFiles, type WrittenAcceptance, writtenProblems } from '@harness/core/trust/acceptance';
import { changeParts, hasTests, unconcernedTests } from '@harness/core/trust/change-parts';
import { proofCommand } from '@harness/core/trust/proof-command';
import { maxNames } from '@harness/core/trust/reason';
import { isParsed } from '@harness/core/trust/source';
import { touchedBetween } from '../git/lane/inspect-tests.ts';
import type { ProofContext } from './context.ts';
import { bareTests, readScripts } from './prepare-proof.ts';
import { readSides, testTree } from './read-sides.ts';
import { readSources } from './source/read-sources.ts';
import { type Sides, writeVariants } from './write-variants.ts';

type Args = NonNullable<(typeof prepareAcceptance)['args']>;

export async function performPrepareAcceptance(work: ProofContext, args: Args): Promise<Outcome<PreparedAcceptance>> {
  const { base, change, testFiles = defaultTestGlobs } = args;
  const sides = await readSides(work, { base, change });
  const written = await readWritten(work, sides, testFiles);
  const command = proofCommand(args.checks, await readScripts(sides));
  const { files, tests } = written;
  const problems = writtenProblems(written);
  if (problems.length > 0) return ok({ files: [], tests: [], problems, run: null });
  if (command === null) return ok({ files: [], tests: [], problems: [{ code: 'not-run', names: [] }], run: null });
  const remove = unconcernedTests(await testTree(sides, 'change', testFiles), tests);
  const [commit = ''] = await writeVariants(sides, [{ from: 'change', remove, take: [], write: [] }]);
  return ok({ files, tests, problems, run: { command, commit } });
}

async function readWritten(work: ProofContext, sides: Sides, testFiles: readonly string[]): Promise<WrittenAcceptance> {
  const { base, change } = sides.commits;
  const touched = await touchedBetween(work.repo, base, change, () => true);
  const { tests, support } = changeParts(touched, testFiles);
  const isNew = (file: TouchedFile) => isNewFile(sides, file);
  const files = [...tests, ...support].filter(isNew).map(({ newPath }) => newPath);
  const own = tests.filter((file) => isNew(file) && hasTests(file.newPath, file.after));
  const texts = own.map(({ newPath, after }) => ({ path: newPath, text: after ?? '' }));
  const paths = texts.map(({ path }) => path);
  const sources = await readSources(texts.slice(0, maxFrozenFiles), work);
  return {
    files,
    tests: paths,
    others: touched.flatMap(({ newPath }) => (files.includes(newPath) ? [] : [newPath])).slice(0, maxNames),
    unreadable: paths.filter((path) => isParsed(path) && sources.get(path) === null),
    bare: bareTests(paths, sources),
  };
}

/** A regular file that the base lacks. A link could lead to a file that the worker may change. */
const isNewFile = ({ rows }: Sides, { path, newPath, before }: TouchedFile): boolean =>
  before === null && path === newPath && !rows.base.has(path) && rows.change.get(path)?.startsWith('100') === true;
