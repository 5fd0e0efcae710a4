/**
 * Protects the documents that an agent in the checkout was given, such as the spec: a later role judges the work by them,
 * so the agent must not change them.
 *
 *   D1. A given document has the same content after the call as before it.
 *   D2. The changed version is kept with the run, because it may be an edit of the user.
 */
import { lstat, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type AgentInput, isCheckout } from '@harness/core/effects/agent';
import type { PerformContext } from '@harness/core/effects/performer';
import type { Role } from '@harness/core/role/role';
import { isArtifact, isLabelled, isText } from '@harness/core/text/text';
import { reserveArtifact, writeArtifact } from '../artifact/store.ts';
import { readBytes, writeFileWhole } from '../checkout/file.ts';
import { nullIfMissing } from '../file/file-system.ts';
import type { AgentResult } from './provider.ts';

interface CallPlace {
  readonly cwd: string;
  readonly runFolder: string;
}

/** Makes a call, and restores the given documents however it ends. A read-only role has a guard of its own. */
export async function protectGivenDocuments(
  { workplace, input }: AgentInput,
  { mode }: Role<never, unknown>,
  { cwd, runFolder }: CallPlace,
  { key, note, report }: PerformContext<AbortSignal>,
  makeCall: () => Promise<AgentResult>,
): Promise<AgentResult> {
  if (mode !== 'exec' || !isCheckout(workplace)) return makeCall();
  const given = await readGivenDocuments(input, cwd);
  try {
    return await makeCall();
  } finally {
    for (const path of await restoreGivenDocuments(given, { cwd, runFolder, key })) {
      await note('agent.denied', { path, step: 'write', why: 'read-only' });
      report({ type: 'denied', tool: 'write', path });
    }
  }
}

/** Content by path, relative to the folder. */
type GivenDocuments = ReadonlyMap<string, Buffer>;

async function readGivenDocuments(input: unknown, cwd: string): Promise<GivenDocuments> {
  const given = new Map<string, Buffer>();
  for (const path of givenPaths(input)) {
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

/** Returns the paths that were changed. */
async function restoreGivenDocuments(
  given: GivenDocuments,
  { cwd, runFolder, key }: CallPlace & { readonly key: string },
): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const [path, content] of given) {
    const now = await readBytes(cwd, path);
    if (now?.equals(content)) continue;
    changed.push(path);
    if (now !== null) {
      const name = basename(await reserveArtifact(runFolder, key, '.changed.md'));
      await writeArtifact(runFolder, name, now);
    }
    await clearWay(cwd, path);
    await writeFileWhole(cwd, path, content);
  }
  return changed;
}

/** Removes a link, or a file in place of a folder, that the agent put in the way of a document. */
async function clearWay(cwd: string, path: string): Promise<void> {
  const names = path.split('/');
  for (const n of names.keys()) {
    const at = join(cwd, ...names.slice(0, n + 1));
    const found = await lstat(at).catch(nullIfMissing);
    const isInPlace = n === names.length - 1 ? found?.isFile() : found?.isDirectory();
    if (found && !isInPlace) await rm(at, { recursive: true, force: true });
  }
}
