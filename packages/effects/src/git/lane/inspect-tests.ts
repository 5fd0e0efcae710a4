/** Finds tests and check commands of the base that a checkpoint weakened, and changes nothing. */
import { isCheckout } from '@harness/core/effects/agent';
import type { Lane } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure/failure';
import type { Artifact } from '@harness/core/journal/artifact';
import { type FileTree, readBaseFacts } from '@harness/core/test-guard/base-facts';
import { defaultTestGlobs } from '@harness/core/test-guard/files';
import { matchesGlob } from '@harness/core/test-guard/glob';
import { findNewlyExecuted } from '@harness/core/test-guard/newly-executed';
import type { TouchedFile } from '@harness/core/test-guard/touched-file';
import {
  findWeakenedTests,
  mayWeakenTests,
  type TestGuards,
  type WeakenedTest,
} from '@harness/core/test-guard/weakened-tests';
import { writeArtifact } from '../../artifact/store.ts';
import { gitBytes, gitErrorFrom, gitOrThrow } from '../command.ts';
import type { GitContext } from '../context.ts';
import { diffOfFiles } from '../worktree/diff.ts';
import { laneFolder } from './lane.ts';

interface Args extends TestGuards {
  readonly lane: Lane;
  readonly checkpoint: string;
}

export async function performInspectTests(
  { repo, runFolder, key, folders }: GitContext,
  { lane, checkpoint, spec, ...guards }: Args,
): Promise<Outcome<InspectedTests>> {
  if (!isCheckout({ cwd: lane.path, checkpoint })) laneFolder(repo, lane.path); // accepts only a lane or the checkout
  const change = { from: lane.brought?.merged ?? lane.base, to: checkpoint };
  return ok(
    await inspectTestsBetween({ repo, runFolder, key }, change, { ...guards, folders: withSpec(folders, spec) }),
  );
}

const withSpec = (folders: GitContext['folders'], spec: string | undefined): GitContext['folders'] =>
  folders && spec ? { ...folders, specs: [...(folders.specs ?? []), spec] } : folders;

interface InspectedTests {
  readonly weakened: readonly WeakenedTest[];
  readonly diff?: Artifact;
}

/** `from` and `to` are commits or trees. The diff shows the weakened files and the changed tests of the base. */
export async function inspectTestsBetween(
  { repo, runFolder, key }: Pick<GitContext, 'repo' | 'runFolder' | 'key'>,
  { from, to }: { readonly from: string; readonly to: string },
  guards: TestGuards,
  isWanted: (path: string) => boolean = () => true,
): Promise<InspectedTests> {
  const [all, base] = await Promise.all([rowsBetween(repo, from, to), filesOf(repo, from)]);
  const rows = all.filter(({ path }) => isWanted(path));
  const weakened = await findWeakened(repo, rows, { base, to }, guards);
  const names = new Set(weakened.map(({ file }) => file));
  const { testFiles = defaultTestGlobs } = guards;
  const isShown = ({ path, newPath, before }: Row) =>
    names.has(path) || names.has(newPath) || (before !== null && matchesGlob(path, testFiles));
  const files = rows.filter(isShown).flatMap(({ path, newPath }) => [path, newPath]);
  if (files.length === 0) return { weakened };
  const text = await diffOfFiles(repo, from, to, [...new Set(files)]);
  return { weakened, diff: await writeArtifact(runFolder, `${key}.tests.diff`, text) };
}

async function findWeakened(
  repo: string,
  rows: readonly Row[],
  { base, to }: { readonly base: FileTree; readonly to: string },
  guards: TestGuards,
): Promise<readonly WeakenedTest[]> {
  if (rows.length === 0) return [];
  const names = rows.flatMap(({ path, newPath }) => [path, newPath]);
  const gone = new Set(rows.flatMap(({ path, newPath, hash }) => (hash === null || newPath !== path ? [path] : [])));
  const facts = await readBaseFacts(base, guards, names, gone);
  const relevant = rows.filter((row) => mayWeakenTests(row, guards, facts));
  const weakened = findWeakenedTests(await withTexts(repo, relevant), guards, facts);
  if (weakened.length === 0) return [];
  const hashed = rows.map(({ path, newPath, hash }) => ({ path, newPath, ...(hash === null ? {} : { hash }) }));
  const trees = { base, change: await filesOf(repo, to) };
  return [...weakened, ...(await findNewlyExecuted(weakened, hashed, trees, guards))];
}

export async function touchedBetween(
  repo: string,
  base: string,
  commit: string,
  isWanted: (path: string) => boolean,
): Promise<readonly TouchedFile[]> {
  return withTexts(
    repo,
    (await rowsBetween(repo, base, commit)).filter(({ path, newPath }) => isWanted(newPath) || isWanted(path)),
  );
}

async function withTexts(repo: string, rows: readonly Row[]): Promise<readonly TouchedFile[]> {
  const texts = await readTexts(
    repo,
    rows.flatMap(({ before, after }) => [before, after].filter((sha) => sha !== null)),
  );
  const text = (sha: string | null) => (sha === null ? null : (texts.get(sha) ?? ''));
  return rows.map(({ path, newPath, before, after, hash }) => ({
    path,
    newPath,
    before: text(before),
    after: text(after),
    ...(hash === null ? {} : { hash }),
  }));
}

async function filesOf(repo: string, commit: string): Promise<FileTree> {
  const hashes = new Map<string, string>();
  for (const line of (await gitOrThrow(repo, ['ls-tree', '-r', '-z', commit])).split('\0')) {
    const [, hash, path] = /^100\d+ blob (\w+)\t(.*)$/s.exec(line) ?? [];
    if (hash !== undefined && path !== undefined) hashes.set(path, hash);
  }
  const texts = new Map<string, string>();
  const read = async (paths: readonly string[]) => {
    const wanted = paths.filter((path) => !texts.has(path));
    const found = await readTexts(
      repo,
      wanted.flatMap((path) => hashes.get(path) ?? []),
    );
    for (const path of wanted) texts.set(path, found.get(hashes.get(path) ?? '') ?? '');
  };
  return { paths: new Set(hashes.keys()), texts, read };
}

/** A changed file with the hashes of its contents; `null` for a new or deleted side. */
interface Row {
  readonly path: string;
  readonly newPath: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Hash of the new side, also of a link; `null` if it is gone. */
  readonly hash: string | null;
}

/** Rows `:100644 100644 <before> <after> M`, then the path; a renamed file has two paths. */
async function rowsBetween(repo: string, base: string, commit: string): Promise<readonly Row[]> {
  const args = ['diff-tree', '-r', '-M', '--raw', '--no-abbrev', '-z', base, commit];
  const fields = (await gitOrThrow(repo, args)).split('\0');
  const rows: Row[] = [];
  for (let at = 0; at + 1 < fields.length; ) {
    const [mode, newMode, before = '', after = '', status = ''] = fields[at]?.split(' ') ?? [];
    const path = fields[at + 1] ?? '';
    const isRenamed = status.startsWith('R');
    const newPath = isRenamed ? (fields[at + 2] ?? '') : path;
    at += isRenamed ? 3 : 2;
    if (mode === `:${submodule}`) continue;
    const isGone = status === 'D' || !isFile(newMode);
    const hash = status === 'D' ? null : after;
    rows.push({ path, newPath, before: status === 'A' ? null : before, after: isGone ? null : after, hash });
  }
  return rows;
}

const submodule = '160000';
/** A test that became a link or a submodule counts as deleted: its target is not part of this change. */
const isFile = (mode = '') => mode.startsWith('100');

/** Reads all contents with one git call, because starting git is slow. */
export async function readTexts(repo: string, shas: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(shas)];
  if (wanted.length === 0) return new Map();
  const { exitCode, stdout, stderr } = await gitBytes(repo, ['cat-file', '--batch'], {
    input: `${wanted.join('\n')}\n`,
  });
  if (exitCode !== 0) throw gitErrorFrom({ exitCode, stderr });
  const output = Buffer.from(stdout);
  const texts = new Map<string, string>();
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at);
    const [sha = '', , size = '0'] = output.subarray(at, end).toString('latin1').split(' ');
    const bytes = Number(size); // NaN for "<sha> missing"
    texts.set(sha, Number.isNaN(bytes) ? '' : output.subarray(end + 1, end + 1 + bytes).toString('utf8'));
    at = end + 1 + (Number.isNaN(bytes) ? 0 : bytes + 1);
  }
  return texts;
}
