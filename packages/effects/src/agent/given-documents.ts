/**
 * Protects the documents that an agent in the checkout was given, such as the spec: a later role judges the work by them,
 * so the agent must not change them.
 *
 *   D1. A given document has the same content after the call as before it.
 *   D2. The changed version is kept with the run, because it may be an edit of the user.
 *   D3. The same holds for the Markdown files of the folders that the role must leave; a new one there is removed.
 */
import { lstat, rm } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { type AgentInput, isCheckout } from '@harness/core/effects/agent';
import type { PerformContext } from '@harness/core/effects/performer';
import type { Role } from '@harness/core/role/role';
import { isArtifact, isLabelled, isText } from '@harness/core/text/text';
import { reserveArtifact, writeArtifact } from '../artifact/store.ts';
import { readBytes, writeFileWhole } from '../checkout/file.ts';
import { resolveContained } from '../contained-path.ts';
import { listEntries, nullIfMissing } from '../file/file-system.ts';
import type { AgentResult } from './provider.ts';

interface CallPlace {
  readonly cwd: string;
  readonly runFolder: string;
}

/** Makes a call, and restores the given documents however it ends. A read-only role has a guard of its own. */
export async function protectGivenDocuments(
  { workplace, input }: AgentInput,
  { mode, mustLeave }: Role<never, unknown>,
  { cwd, runFolder }: CallPlace,
  { key, note, report }: PerformContext<AbortSignal>,
  makeCall: () => Promise<AgentResult>,
): Promise<AgentResult> {
  if (mode !== 'exec' || !isCheckout(workplace)) return makeCall();
  const folders = (mustLeave?.(input as never) ?? []).filter((folder) => resolveContained(cwd, folder).ok);
  const given = await readDocuments(cwd, [...givenPaths(input), ...(await markdownFiles(cwd, folders))]);
  try {
    return await makeCall();
  } finally {
    for (const folder of folders) await clearWay(cwd, folder);
    const added = (await markdownFiles(cwd, folders)).filter((path) => !given.has(path));
    for (const { path, kept } of await restoreDocuments(given, added, { cwd, runFolder, key })) {
      await note('agent.denied', { path, step: 'write', why: 'read-only', ...(kept === null ? {} : { kept }) });
      report({ type: 'denied', tool: 'write', path });
    }
  }
}

/** Content by path, relative to the folder. */
type GivenDocuments = ReadonlyMap<string, Buffer>;

async function readDocuments(cwd: string, paths: readonly string[]): Promise<GivenDocuments> {
  const given = new Map<string, Buffer>();
  for (const path of paths) {
    const content = await readBytes(cwd, path);
    if (content !== null) given.set(path, content);
  }
  return given;
}

function givenPaths(input: unknown): readonly string[] {
  const texts = Object.values(input ?? {}).filter(isText);
  return texts.flatMap((text) => {
    if (isArtifact(text)) return [];
    return isLabelled(text) ? text.texts.map(({ file }) => file) : [text.file];
  });
}

/** Directly in these folders, as for plans. */
async function markdownFiles(cwd: string, folders: readonly string[]): Promise<readonly string[]> {
  const found = folders.map(async (folder) => {
    const entries = await listEntries(join(cwd, folder));
    return entries.flatMap((entry) => (entry.isFile() && entry.name.endsWith('.md') ? [`${folder}${entry.name}`] : []));
  });
  return (await Promise.all(found)).flat();
}

interface Restored {
  readonly path: string;
  /** The file with the changed version, relative to the folder; `null` if there is none. */
  readonly kept: string | null;
}

/** Restores the given documents, and removes the added ones. */
async function restoreDocuments(
  given: GivenDocuments,
  added: readonly string[],
  place: CallPlace & { readonly key: string },
): Promise<readonly Restored[]> {
  const { cwd } = place;
  const restored: Restored[] = [];
  for (const path of [...given.keys(), ...added]) {
    const [before, now] = [given.get(path) ?? null, await readBytes(cwd, path)];
    if (before !== null && now?.equals(before)) continue;
    restored.push({ path, kept: now && (await keepVersion(now, place)) });
    if (before === null) await rm(join(cwd, path), { force: true });
    else {
      await clearWay(cwd, path);
      await writeFileWhole(cwd, path, before);
    }
  }
  return restored;
}

async function keepVersion(content: Buffer, { cwd, runFolder, key }: CallPlace & { readonly key: string }) {
  const name = basename(await reserveArtifact(runFolder, key, '.changed.md'));
  const { path } = await writeArtifact(runFolder, name, content);
  return relative(cwd, join(runFolder, path));
}

/** Removes a link, or a file in place of a folder, that the agent put in the way. A folder ends in `/`. */
async function clearWay(cwd: string, path: string): Promise<void> {
  const names = path.split('/');
  for (const [n, name] of names.entries()) {
    if (name === '') continue;
    const at = join(cwd, ...names.slice(0, n + 1));
    const found = await lstat(at).catch(nullIfMissing);
    const isInPlace = n === names.length - 1 ? found?.isFile() : found?.isDirectory();
    if (found && !isInPlace) await rm(at, { recursive: true, force: true });
  }
}
