/**
 * Reads and extends the identity files of roles, outside the repository: read when a run starts, extended when it ends.
 * Missions of other repositories write to them too, so a writer holds a lock.
 */

import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { addIdentityLines, identityRoles, identityText } from '@harness/core/memory/identity';
import { nullIfMissing, valueIfCode } from '../file/file-system.ts';
import { replaceFile } from '../file/replace-file.ts';

/** `~` is the home of the user; a relative path starts at `from`. */
export const identityFolder = (dir: string, from = '.'): string =>
  resolve(from, dir.replace(/^~(?=\/|$)/, process.env['HOME'] || homedir()));

const textIn = async (folder: string, name: string): Promise<string> =>
  (await readFile(join(folder, name), 'utf8').catch(nullIfMissing)) ?? '';

/** Identity per role; roles without one are omitted. */
export async function readIdentities(dir: string): Promise<Readonly<Record<string, string>>> {
  const folder = identityFolder(dir);
  const all = await Promise.all(
    identityRoles.map(async (role) => [role, identityText(await textIn(folder, `${role}.md`))] as const),
  );
  return Object.fromEntries(all.filter(([, text]) => text !== ''));
}

/** A write error does not affect the mission: `left` contains its message. */
export async function addToIdentities(
  dir: string,
  lessons: Readonly<Record<string, readonly string[]>>,
): Promise<{ readonly taught: number; readonly left: string }> {
  if (Object.keys(lessons).length === 0) return { taught: 0, left: '' };
  const folder = identityFolder(dir);
  try {
    await mkdir(folder, { recursive: true });
    return { taught: await withLock(folder, () => teachAll(folder, lessons)), left: '' };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return { taught: 0, left: message };
  }
}

/** A lock can be stale, so another mission may write at the same time. */
const replacing = { durable: true, isShared: true } as const;

async function teachAll(folder: string, lessons: Readonly<Record<string, readonly string[]>>): Promise<number> {
  const today = new Date().toISOString().slice(0, 10);
  let count = 0;
  for (const [role, lines] of Object.entries(lessons)) {
    const [name, olderName] = [`${role}.md`, `${role}.older.md`];
    const before = { current: await textIn(folder, name), older: await textIn(folder, olderName) };
    const after = addIdentityLines(before, lines, today);
    // Write the older file first: a moved line is briefly in both, never in none.
    if (after.older !== before.older) await replaceFile(join(folder, olderName), after.older, replacing);
    if (after.current !== before.current) await replaceFile(join(folder, name), after.current, replacing);
    count += linesOf(after.current) + linesOf(after.older) - linesOf(before.current) - linesOf(before.older);
  }
  return count;
}

const linesOf = (text: string) => text.split('\n').length;

/** Longer than any writer holds the lock, so that a dead process blocks no other. */
const staleMs = 10_000;
const retryMs = 50;

async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const lock = join(folder, '.lock');
  while (!(await tryTakeLock(lock))) {
    const held = await stat(lock).catch(nullIfMissing);
    if (held && Date.now() - held.mtimeMs > staleMs) await rm(lock, { recursive: true, force: true });
    else await delay(retryMs);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

const tryTakeLock = (lock: string): Promise<boolean> => mkdir(lock).then(() => true, valueIfCode(false, 'EEXIST'));
