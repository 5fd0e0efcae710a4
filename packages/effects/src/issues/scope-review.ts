/**
 * Maps the change of an issue to subsystems, and flags its reach: files without a spec, new packages, public APIs, edited
 * specs (I-41, I-42, IO-16). The specs are those of the commit before the issue.
 */
import { findLanguage } from '@harness/core/codegraph/languages/list';
import type { ReviewScope, scopeReview } from '@harness/core/effects/issues';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { findNewPackages, isPackageManifest } from '@harness/core/subsystems/new-packages';
import { mapOwnership, nameSome, ownershipWarnings } from '@harness/core/subsystems/ownership';
import { type ChangedExports, compareExports, publicApiWarnings } from '@harness/core/subsystems/review-flags';
import { specsFolder } from '@harness/core/subsystems/subsystem';
import { keepText } from '../artifact/keep-text.ts';
import { readBlobs } from '../git/blobs.ts';
import { gitOrThrow } from '../git/command.ts';
import { diffBetween } from '../git/worktree/diff.ts';
import { factsKey, readModuleFacts } from '../inspect/module-facts.ts';
import { ParserStartError } from '../parsing/parser-process.ts';
import { type CommitFile, listCommitFiles } from '../subsystems/commit-specs.ts';
import type { ArgsOf, IssuesContext } from './context.ts';
import { withSpecs } from './read-specs.ts';

/** More files are counted, and not listed: a state holds the list. */
const maxFiles = 1_000;
const maxModules = 200;
const maxManifests = 50;
const maxManifestBytes = 500_000;
const parserLimits = { timeoutMs: 60_000, processTimeoutMs: 30_000 };

export const performScopeReview = (
  work: IssuesContext,
  { base, head }: ArgsOf<typeof scopeReview>,
): Promise<Outcome<ReviewScope>> =>
  withSpecs(work.repo, base, async (specs) => {
    const files = await changedFiles(work.repo, base, head);
    const sides = { before: byPath(specs.files), after: byPath(await listCommitFiles(work.repo, head)) };
    const ownership = mapOwnership(files, specs.subsystems);
    const affected = specs.subsystems.filter(({ id }) => (ownership.filesOf.get(id)?.length ?? 0) > 0);
    const exports = affected.length === 0 ? [] : await changedExports(work, files, sides);
    const { text } = await diffBetween(work.repo, base, head);
    return ok({
      files: files.slice(0, maxFiles),
      subsystems: affected.map(({ id }) => id),
      invariants: affected.flatMap(({ invariants }) => invariants),
      tier1: [...new Set(affected.flatMap(({ tier1 }) => tier1))],
      warnings: [
        ...(files.length > maxFiles ? [`${files.length} files changed; the first ${maxFiles} are listed.`] : []),
        ...specWarnings(files),
        ...ownershipWarnings(ownership),
        ...(await packageWarnings(work.repo, files, sides)),
        ...publicApiWarnings(affected, files, exports),
      ],
      diff: await keepText(work, 'review.diff', text),
    });
  });

interface Sides {
  readonly before: ReadonlyMap<string, CommitFile>;
  readonly after: ReadonlyMap<string, CommitFile>;
}

const byPath = (files: readonly CommitFile[]) => new Map(files.map((file) => [file.path, file]));

/** Both names of a renamed file. */
async function changedFiles(repo: string, base: string, head: string): Promise<readonly string[]> {
  const listed = await gitOrThrow(repo, ['diff-tree', '-r', '-z', '--name-only', '--no-renames', base, head]);
  return listed
    .split('\0')
    .filter((path) => path !== '')
    .sort();
}

function specWarnings(files: readonly string[]): readonly string[] {
  const specs = files.filter((path) => path.startsWith(`${specsFolder}/`));
  return specs.length === 0 ? [] : [`The change edits subsystem specs: ${nameSome(specs)}.`];
}

async function packageWarnings(repo: string, files: readonly string[], sides: Sides): Promise<readonly string[]> {
  const textOf = async (file: CommitFile | undefined) =>
    isReadable(file) ? ((await readBlobs(repo, [file.id]))[0] ?? '') : '';
  const warnings: string[] = [];
  for (const path of files.filter(isPackageManifest).slice(0, maxManifests)) {
    const before = await textOf(sides.before.get(path));
    const added = findNewPackages(path, before, await textOf(sides.after.get(path)));
    if (added.length > 0) warnings.push(`New dependencies in ${path}: ${nameSome(added)}.`);
  }
  return warnings;
}

const isReadable = (file: CommitFile | undefined): file is CommitFile =>
  file !== undefined && !file.isLink && file.bytes <= maxManifestBytes;

/** Of the changed source files only. Empty if the parsers do not start here, or the change is too large. */
async function changedExports(
  { repo, signal }: IssuesContext,
  files: readonly string[],
  { before, after }: Sides,
): Promise<readonly ChangedExports[]> {
  const paths = files.filter((path) => findLanguage(path) !== undefined);
  const all = paths.flatMap((path) => [before.get(path), after.get(path)]).filter(isModule);
  if (all.length === 0 || paths.length > maxModules) return [];
  try {
    const facts = await readModuleFacts(all, { repo, kept: {}, limits: { ...parserLimits, signal } });
    const exportsOf = (file: CommitFile | undefined) =>
      isModule(file) ? (facts[factsKey(file)]?.exports ?? null) : [];
    return paths.flatMap((path) => compareExports(path, exportsOf(before.get(path)), exportsOf(after.get(path))));
  } catch (error) {
    if (error instanceof ParserStartError) return [];
    throw error;
  }
}

const isModule = (file: CommitFile | undefined): file is CommitFile => file !== undefined && !file.isLink;
