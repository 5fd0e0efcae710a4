/**
 * Prepares the clean room of a lane or run: a folder with exactly the files of a commit and its installed dependencies.
 *
 *   R1. Every check starts with the committed files and the dependencies as the harness wrote them.
 *   R2. Files of earlier checks are gone. Only build outputs stay, if the check continues a round of the same commit.
 *   R3. A room whose record is missing or incomplete is written from scratch.
 */
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { parseJson } from '@harness/core/text/json';
import { isFolder, nullIfMissing, pathExists, removeFolder } from '../file/file-system.ts';
import { isBehindLink } from '../file/regular-file.ts';
import { replaceFile } from '../file/replace-file.ts';
import { GitError } from '../git/command.ts';
import type { GitContext } from '../git/context.ts';
import { type FolderStamps, readFolderStamps, waitForClockTick } from './folder-stamps.ts';
import { copyDependency, type DependencySource, findDependencies, type RoomDependencies } from './room-dependencies.ts';
import { findDifferences, gitFolder, removeAdded, removeFiles, topmost, writeFiles } from './room-files.ts';
import { createRoomFolder, type RoomPlace } from './room-place.ts';
import { copyRoomRepository, createRoomRepository, setRoomHead } from './room-repository.ts';

interface RoomState {
  readonly commit: string;
  /** Commands of this round that ran in the room. */
  readonly ran: readonly string[];
  readonly dependencies: RoomDependencies;
}

export interface RoomRequest {
  readonly commit: string;
  /** Commands of the same round that ran before; their build outputs stay. */
  readonly after: readonly string[];
  readonly dependencies: DependencySource;
  /** Small ignored files of the harness or the user, by path, such as `.env`. */
  readonly extra: Readonly<Record<string, string>>;
}

/** `problem` says why dependencies are missing; `null` if they are complete. */
export interface PreparedRoom {
  readonly problem: string | null;
}

/** Whether exactly these commands ran last in the room, on this commit. */
export async function isRoomAfter(place: RoomPlace, commit: string, ran: readonly string[]): Promise<boolean> {
  const known = await readState(place);
  return known !== null && known.commit === commit && isSameList(known.ran, ran);
}

export async function prepareRoom(
  work: GitContext,
  place: RoomPlace,
  request: RoomRequest,
): Promise<Outcome<PreparedRoom>> {
  const known = await readState(place);
  await createRoomFolder(place.root, work.run);
  await rm(place.stateFile, { force: true }); // R3: an interrupted preparation leaves no record
  const stamps = known && (await readStamps(place));
  if (known === null || stamps === null) return prepareNewRoom(work, place, request);
  return prepareAgain(work, place, request, { known, stamps }).catch((error: unknown) => {
    if (error instanceof GitError) return prepareNewRoom(work, place, request);
    throw error;
  });
}

/** Adds a finished command to the round. */
export async function recordCommand(place: RoomPlace, command: string): Promise<void> {
  const known = await readState(place);
  if (known !== null) await writeState(place, { ...known, ran: [...known.ran, command] });
}

async function prepareNewRoom(work: GitContext, place: RoomPlace, request: RoomRequest) {
  await removeFolder(place.tree);
  await removeFolder(place.gitDir);
  await mkdir(place.tree, { mode: 0o700 });
  await createRoomRepository(work.repo, place.gitDir);
  await writeCommit(work, place, request.commit);
  return complete(work, place, request, { known: null, changed: [], added: [], stamps: null });
}

async function prepareAgain(
  work: GitContext,
  place: RoomPlace,
  request: RoomRequest,
  { known, stamps }: { readonly known: RoomState; readonly stamps: FolderStamps },
) {
  const { commit, after } = request;
  await chmod(place.tree, 0o700); // a check may have taken its permissions away
  const { changed, added } = await findDifferences(place, stamps);
  await removeFiles(place, changed);
  const isSameCommit = known.commit === commit;
  const isContinued = isSameCommit && after.length > 0 && isSameList(known.ran, after);
  if (!isContinued) await removeFiles(place, added);
  if (!isSameCommit) await writeCommit(work, place, commit);
  else if (changed.length > 0) await writeFiles(place, commit);
  if (isContinued) await removeAdded(place, added);
  const isUntouched = isSameCommit && changed.length === 0;
  return complete(work, place, request, { known, changed, added, stamps: isUntouched ? stamps : null });
}

async function writeCommit(work: GitContext, place: RoomPlace, commit: string): Promise<void> {
  await setRoomHead(work.repo, place.gitDir, commit);
  await writeFiles(place, commit);
}

interface Progress {
  readonly known: RoomState | null;
  readonly changed: readonly string[];
  /** Files of earlier checks; they do not belong to the record, even if they stay. */
  readonly added: readonly string[];
  /** `null` if files were written since the record. */
  readonly stamps: FolderStamps | null;
}

/** Adds what is not in the commit, and records the room. */
async function complete(
  work: GitContext,
  place: RoomPlace,
  { commit, after, dependencies: source, extra }: RoomRequest,
  { known, changed, added, stamps }: Progress,
): Promise<Outcome<PreparedRoom>> {
  const before = known?.dependencies ?? null;
  const isRound = known?.commit === commit && after.length > 0;
  const found = await findOrReuse(work, place, { commit, source, known: before }, isRound);
  if (!found.ok) return found;
  const dependencies = found.value;
  const isCopied = await copyDependencies(place, before, dependencies, changed);
  const isWritten = await writeExtraFiles(place, extra);
  if (stamps === null || isCopied || isWritten) await recordFiles(place, added);
  await copyRoomRepository(place.gitDir, place.tree);
  await writeState(place, { commit, ran: after, dependencies });
  return ok({ problem: dependencies.problem ?? null });
}

/** A failed installation is tried once in a round; without the packages the check itself is red if it needs them. */
async function findOrReuse(
  work: GitContext,
  place: RoomPlace,
  request: Parameters<typeof findDependencies>[2],
  isRound: boolean,
): Promise<Outcome<RoomDependencies>> {
  if (isRound && request.known?.problem !== undefined) return ok(request.known);
  const found = await findDependencies(work, place, request);
  if (found.ok || found.failure.code !== 'dependencies.failed') return found;
  const { command, detail } = found.failure.params;
  const problem = `${command}: ${detail}`;
  if (request.known?.problem !== problem) await work.notIsolated?.(problem);
  return ok({ key: '', folders: [], problem });
}

async function recordFiles({ tree, stampsFile }: RoomPlace, added: readonly string[]): Promise<void> {
  const stamps = await readFolderStamps(tree, [gitFolder]);
  const others = new Set(added);
  const own = [...stamps].filter(([path]) => !others.has(path));
  await replaceFile(stampsFile, JSON.stringify(own), { durable: false, mode: 0o600 });
  await waitForClockTick();
}

/** `null` if they are missing or damaged. */
async function readStamps({ stampsFile }: RoomPlace): Promise<FolderStamps | null> {
  const text = await readFile(stampsFile, 'utf8').catch(nullIfMissing);
  const rows = text === null ? null : parseJson(text);
  return Array.isArray(rows) ? new Map(rows as readonly (readonly [string, string])[]) : null;
}

/** Returns whether a file was written or removed. */
async function copyDependencies(
  place: RoomPlace,
  before: RoomDependencies | null,
  { key, folders }: RoomDependencies,
  changed: readonly string[],
): Promise<boolean> {
  const isSame = before?.key === key;
  const old = isSame ? [] : (before?.folders ?? []).map(({ path }) => path);
  await removeFiles(place, old);
  let isCopied = old.length > 0;
  for (const { path, from, left } of folders) {
    const inside = isSame ? topmost(changed.filter((one) => one === path || one.startsWith(`${path}/`))) : [path];
    for (const one of inside) await copyIntoRoom(place, join(from, one.slice(path.length)), one, left);
    isCopied ||= inside.length > 0;
  }
  return isCopied;
}

/** The commit may have a link where the source has a folder: nothing outside the room is written. */
async function copyIntoRoom({ tree }: RoomPlace, from: string, path: string, left?: readonly string[]): Promise<void> {
  if (!(await isBehindLink(tree, path))) await copyDependency(from, join(tree, path), left);
}

/** A file that the commit contains stays; a file of a folder that it lacks is left out. Returns whether one was written. */
async function writeExtraFiles({ tree }: RoomPlace, extra: RoomRequest['extra']): Promise<boolean> {
  let isWritten = false;
  for (const [name, text] of Object.entries(extra)) {
    const path = join(tree, name);
    const hasPlace = (await isFolder(dirname(path))) && !(await isBehindLink(tree, name));
    if (!hasPlace || (await pathExists(path))) continue;
    await writeFile(path, text, { mode: 0o600 });
    isWritten = true;
  }
  return isWritten;
}

const isSameList = (a: readonly string[], b: readonly string[]) => JSON.stringify(a) === JSON.stringify(b);

async function readState({ stateFile, tree }: RoomPlace): Promise<RoomState | null> {
  const text = await readFile(stateFile, 'utf8').catch(nullIfMissing);
  const state = text === null ? null : (parseJson(text) as RoomState | null | undefined);
  return state && (await isFolder(tree)) ? state : null;
}

const writeState = ({ stateFile }: RoomPlace, state: RoomState): Promise<void> =>
  replaceFile(stateFile, JSON.stringify(state), { durable: false, mode: 0o600 });
