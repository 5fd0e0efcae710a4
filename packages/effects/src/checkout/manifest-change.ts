/** Computes the change since a manifest, for folders without git. */
import { lstat } from 'node:fs/promises';
import { isOwnPath, type OwnChange } from '@harness/core/checkout/change';
import { type FileTree, readBaseFacts } from '@harness/core/test-guard/base-facts';
import { findNewlyExecuted } from '@harness/core/test-guard/newly-executed';
import {
  findWeakenedTests,
  mayWeakenTests,
  type TestGuards,
  type TouchedFile,
  type WeakenedTest,
} from '@harness/core/test-guard/weakened-tests';
import { bytePath } from '../file/byte-name.ts';
import { pathExists } from '../file/file-system.ts';
import { readText } from './file.ts';
import { type CheckoutManifest, type ManifestEntry, manifestOf } from './manifest.ts';

export interface ManifestChange {
  readonly paths: readonly string[];
  readonly weakened: readonly WeakenedTest[];
}

export async function changeSinceManifest(
  root: string,
  before: CheckoutManifest,
  mine: OwnChange,
  guards: TestGuards,
): Promise<ManifestChange> {
  const old = new Map(before.entries.map((entry) => [entry.path, entry]));
  const now = await manifestOf(root, mine.docsPath);
  const current = new Map(now.entries.map((entry) => [entry.path, entry]));
  const candidates = [
    ...now.entries.filter((entry) => !isSame(old.get(entry.path), entry)),
    ...before.entries.filter(({ path }) => !current.has(path)),
  ]
    .map(({ path }) => path)
    .sort();
  const isOwn = isOwnPath(mine);
  const paths: string[] = [];
  for (const path of candidates)
    if (isOwn(path) && (await isActualChange(root, path, before, old, current))) paths.push(path);
  return { paths, weakened: await findWeakened(root, paths, { before, now }, guards) };
}

const isSame = (one: ManifestEntry | undefined, other: ManifestEntry) =>
  one?.sha256 === other.sha256 && one.size === other.size;

/** In a truncated manifest, an unlisted file may have existed before. */
async function isActualChange(
  root: string,
  path: string,
  before: CheckoutManifest,
  old: ReadonlyMap<string, ManifestEntry>,
  current: ReadonlyMap<string, ManifestEntry>,
): Promise<boolean> {
  if (!current.has(path)) return !(await pathExists(bytePath(root, path)));
  return old.has(path) || !before.cut || (await lstat(bytePath(root, path))).mtimeMs > before.atMs;
}

async function findWeakened(
  root: string,
  paths: readonly string[],
  { before, now }: { readonly before: CheckoutManifest; readonly now: CheckoutManifest },
  guards: TestGuards,
): Promise<readonly WeakenedTest[]> {
  const texts = new Map(before.entries.map(({ path, text = '' }) => [path, text]));
  const hashes = new Map(now.entries.map(({ path, sha256 }) => [path, sha256]));
  const base = { paths: new Set(texts.keys()), texts, read: async () => {} }; // the manifest holds all texts
  const gone = new Set(paths.filter((path) => !hashes.has(path)));
  const facts = await readBaseFacts(base, guards, paths, gone);
  const rows = paths.map((path) => {
    const hash = hashes.get(path);
    return { path, newPath: path, before: texts.get(path) ?? null, ...(hash === undefined ? {} : { hash }) };
  });
  const touched: TouchedFile[] = [];
  for (const row of rows)
    if (mayWeakenTests(row, guards, facts)) touched.push({ ...row, after: await readText(root, row.path) });
  const weakened = findWeakenedTests(touched, guards, facts);
  const trees = { base, change: filesNow(root, now) };
  return [...weakened, ...(await findNewlyExecuted(weakened, rows, trees, guards))];
}

function filesNow(root: string, { entries }: CheckoutManifest): FileTree {
  const texts = new Map<string, string>();
  const read = async (wanted: readonly string[]) => {
    for (const path of wanted.filter((each) => !texts.has(each))) texts.set(path, (await readText(root, path)) ?? '');
  };
  return { paths: new Set(entries.map(({ path }) => path)), texts, read };
}
