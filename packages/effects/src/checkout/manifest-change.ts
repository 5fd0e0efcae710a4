/** What differs from a manifest: the look at a change where there is no git. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMine, type Mine } from '@harness/core/checkout/change';
import { defaultTestGlobs } from '@harness/core/tests/files';
import { commandsOf, tellsCommands } from '@harness/core/tests/gate';
import { matches } from '@harness/core/tests/glob';
import { type Guards, isWorthALook, type Touched, type Weakened, weakenedBy } from '@harness/core/tests/weakened';
import { exists } from '../git/folder.ts';
import { readText } from './file.ts';
import { type Entry, type Manifest, manifestOf } from './manifest.ts';

export interface Seen {
  readonly paths: readonly string[];
  readonly weakened: readonly Weakened[];
}

export async function changeFrom(root: string, before: Manifest, mine: Mine, guards: Guards): Promise<Seen> {
  const was = new Map(before.entries.map((entry) => [entry.path, entry]));
  const now = await manifestOf(root, mine.docsPath);
  const is = new Map(now.entries.map((entry) => [entry.path, entry]));
  const candidates = [
    ...now.entries.filter((entry) => !isSame(was.get(entry.path), entry)),
    ...before.entries.filter(({ path }) => !is.has(path)),
  ]
    .map(({ path }) => path)
    .sort();
  const isOwn = isMine(mine);
  const paths: string[] = [];
  for (const path of candidates) if (isOwn(path) && (await isReal(root, path, before, was, is))) paths.push(path);
  return { paths, weakened: await weakenedIn(root, paths, before, guards) };
}

const isSame = (one: Entry | undefined, other: Entry) => one?.sha256 === other.sha256 && one.size === other.size;

/** Of a tree with too many files, one that is not named may have been there all the time. */
async function isReal(
  root: string,
  path: string,
  before: Manifest,
  was: ReadonlyMap<string, Entry>,
  is: ReadonlyMap<string, Entry>,
): Promise<boolean> {
  if (!is.has(path)) return !(await exists(join(root, path)));
  return was.has(path) || !before.cut || (await lstat(join(root, path))).mtimeMs > before.atMs;
}

async function weakenedIn(root: string, paths: readonly string[], { entries }: Manifest, guards: Guards) {
  const texts = new Map(entries.map(({ path, text = '' }) => [path, text]));
  const touched: Touched[] = [];
  for (const path of paths) {
    const row = { path, newPath: path, before: texts.get(path) ?? null };
    if (isWorthALook(row, guards)) touched.push({ ...row, after: await readText(root, path) });
  }
  const telling = new Map([...texts].filter(([path]) => tellsCommands(path)));
  const { testFiles = defaultTestGlobs } = guards;
  const hasTests = entries.some(({ path }) => matches(path, testFiles));
  return weakenedBy(touched, guards, { commands: commandsOf(guards.checks, telling), hasTests });
}
