/** Finds tests and check commands of the base that a checkpoint weakened, and changes nothing. */
import { isCheckout } from '@harness/core/effects/agent';
import type { Lane } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { definesCommands, resolveCommands } from '@harness/core/test-guard/check-inputs';
import type { BaseFacts } from '@harness/core/test-guard/configuration';
import { defaultTestGlobs } from '@harness/core/test-guard/files';
import { matchesGlob } from '@harness/core/test-guard/glob';
import type { TouchedFile } from '@harness/core/test-guard/touched-file';
import {
  findWeakenedTests,
  mayWeakenTests,
  type TestGuards,
  type WeakenedTest,
} from '@harness/core/test-guard/weakened-tests';
import { gitBytes, gitErrorFrom, gitOrThrow } from '../command.ts';
import type { GitContext } from '../context.ts';
import { laneFolder } from './lane.ts';

interface Args extends TestGuards {
  readonly lane: Lane;
  readonly checkpoint: string;
}

export async function performInspectTests(
  { repo }: GitContext,
  { lane, checkpoint, ...guards }: Args,
): Promise<Outcome<{ weakened: readonly WeakenedTest[] }>> {
  if (!isCheckout({ cwd: lane.path, checkpoint })) laneFolder(repo, lane.path); // accepts only a lane or the checkout
  return ok({ weakened: await weakenedBetween(repo, lane.brought?.merged ?? lane.base, checkpoint, guards) });
}

export async function weakenedBetween(
  repo: string,
  base: string,
  commit: string,
  guards: TestGuards,
  isWanted: (path: string) => boolean = () => true,
): Promise<readonly WeakenedTest[]> {
  const between = (await rowsBetween(repo, base, commit)).filter(({ path }) => isWanted(path));
  const rows = between.filter((row) => mayWeakenTests(row, guards));
  if (rows.length === 0) return [];
  return findWeakenedTests(await withTexts(repo, rows), guards, await readBaseFacts(repo, base, guards));
}

export async function touchedBetween(
  repo: string,
  base: string,
  commit: string,
  isWanted: (path: string) => boolean,
): Promise<readonly TouchedFile[]> {
  return withTexts(
    repo,
    (await rowsBetween(repo, base, commit)).filter(({ newPath }) => isWanted(newPath)),
  );
}

async function withTexts(repo: string, rows: readonly Row[]): Promise<readonly TouchedFile[]> {
  const texts = await textsOf(
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

async function readBaseFacts(
  repo: string,
  base: string,
  { checks, testFiles = defaultTestGlobs }: TestGuards,
): Promise<BaseFacts> {
  const files = (await gitOrThrow(repo, ['ls-tree', '-r', '-z', base])).split('\0').flatMap((line) => {
    const [, sha, path] = /^100\d+ blob (\w+)\t(.*)$/s.exec(line) ?? [];
    return sha === undefined || path === undefined ? [] : [{ sha, path }];
  });
  const commandFiles = files.filter(({ path }) => definesCommands(path));
  const texts = await textsOf(
    repo,
    commandFiles.map(({ sha }) => sha),
  );
  const commands = resolveCommands(checks, new Map(commandFiles.map(({ sha, path }) => [path, texts.get(sha) ?? ''])));
  return { commands, hasTests: files.some(({ path }) => matchesGlob(path, testFiles)) };
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
async function textsOf(repo: string, shas: readonly string[]): Promise<ReadonlyMap<string, string>> {
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
