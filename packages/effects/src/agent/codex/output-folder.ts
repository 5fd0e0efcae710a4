/**
 * Collects the named paths of a role that the program's sandbox keeps read-only. The sandbox can allow folders but no
 * single file, so the agent writes them to a folder of the call, and the harness moves them to their places after it.
 */
import { lstat, mkdir, readdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { isFolderPath, isInHarnessFolder } from '@harness/core/role/write-access';
import { readBytes, writeFileWhole } from '../../checkout/file.ts';
import { nullIfMissing } from '../../file/file-system.ts';
import { writeAccessOf } from '../named-paths.ts';
import type { AgentRequest } from '../provider.ts';

export interface OutputFolder {
  /** The prompt, with the places where the agent must write the files. */
  readonly prompt: string;
  collect(): Promise<void>;
}

type Asking = Pick<AgentRequest, 'mode' | 'writes' | 'cwd' | 'prompt' | 'runFolder'>;

interface Detour {
  /** As in the prompt, relative to the working folder; a folder ends in `/`. */
  readonly path: string;
  /** Where the agent writes it instead. */
  readonly place: string;
}

/** Returns `undefined` if the sandbox lets the agent write all its named paths. */
export async function openOutputFolder(request: Asking, temporary: string): Promise<OutputFolder | undefined> {
  const { mode, cwd, prompt } = request;
  const { isCheckout, writes } = writeAccessOf(request);
  const refused = writes.filter((path) => mode !== 'exec' || (isCheckout && isInHarnessFolder(path)));
  if (refused.length === 0 || mode === 'complete') return undefined;
  const folder = join(temporary, 'output');
  await mkdir(folder);
  const detours = refused.map((path, n) => ({ path, place: join(folder, placeName(refused, n)) }));
  for (const { path, place } of detours) if (isFolderPath(path)) await mkdir(place);
  return {
    prompt: `${prompt}\n\n${instructionsFor(detours, mode === 'exec')}`,
    async collect() {
      for (const { path, place } of detours)
        await (isFolderPath(path) ? collectFolder(cwd, path, place) : collectFile(cwd, path, place));
    },
  };
}

/** The name of the file; with its number if an earlier one has the same name. */
function placeName(paths: readonly string[], n: number): string {
  const names = paths.map((path) => basename(path));
  return names.indexOf(names[n] ?? '') === n ? (names[n] ?? '') : `${n + 1}-${names[n]}`;
}

function instructionsFor(detours: readonly Detour[], isExec: boolean): string {
  const what = isExec
    ? 'These paths are read-only in this session.'
    : 'Your working folder is read-only in this session.';
  const lines = detours.map(({ path, place }) =>
    isFolderPath(path)
      ? `Write files of the folder \`${path}\` to the folder \`${place}\` instead, with a command.`
      : `Write the file \`${path}\` to \`${place}\` instead, with a command.`,
  );
  const moved = detours.length === 1 ? 'it to its place' : 'them to their places';
  return `${what}\n${lines.join('\n')} The harness then moves ${moved}.`;
}

async function collectFile(cwd: string, path: string, place: string): Promise<void> {
  const bytes = await readBytes(join(place, '..'), basename(place));
  if (bytes !== null) await writeFileWhole(cwd, path, bytes);
}

async function collectFolder(cwd: string, path: string, place: string): Promise<void> {
  const isFolder = (await lstat(place).catch(nullIfMissing))?.isDirectory() ?? false;
  if (!isFolder) return;
  for (const entry of await readdir(place, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) {
      const file = join(entry.parentPath, entry.name);
      await collectFile(cwd, join(path, relative(place, file)), file);
    }
}
