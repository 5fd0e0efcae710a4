/** The context drops of a repository: read as they are now, and put down beside those that are there. */
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ContextFile, readContextFile } from '@harness/core/input-files/context-file';
import { refuseUnwritable } from '../artifact/refuse-unwritable.ts';
import { resolveInside, temporaryPath } from '../checkout/file.ts';
import { resolveContained } from '../contained-path.ts';
import { entriesOf } from './read.ts';
import { readTextFile } from './text-file.ts';

/** Nobody drops more than this on purpose; only its beginning would be read in any case. */
export const maxDropBytes = 1024 * 1024;

export interface ContextFilesRead {
  readonly drops: readonly ContextFile[];
  /** Drops that cannot be used, by path: their scope is none, or they are no text. */
  readonly misread: readonly string[];
}

export function readContextFiles(repo: string, contextDir: string): ContextFilesRead {
  const contained = resolveContained(repo, contextDir);
  if (!contained.ok) return { drops: [], misread: [contextDir] };
  const read = entriesOf(contained.path)
    .filter((entry) => entry.name.endsWith('.md') && !entry.name.startsWith('.') && !entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const path = `${contextDir}/${name}`;
      const file = readTextFile(join(contained.path, name), maxDropBytes);
      return file.is === 'text' ? readContextFile(path, file.text) : ({ ok: false, path } as const);
    });
  return {
    drops: read.flatMap((one) => (one.ok ? [one.drop] : [])),
    misread: read.flatMap((one) => (one.ok ? [] : [one.path])),
  };
}

/** Writes a drop under the first name that is free, and answers with its path. Nothing is ever written over. */
export async function addContextFile(repo: string, contextDir: string, stem: string, text: string): Promise<string> {
  const folder = resolveInside(repo, contextDir);
  const draft = temporaryPath(join(folder, `${stem}.${process.pid}`));
  return refuseUnwritable(folder, async () => {
    await mkdir(folder, { recursive: true });
    await rm(draft, { force: true });
    await writeFile(draft, text, { flag: 'wx', flush: true });
    try {
      for (let n = 1; ; n++) {
        const name = n === 1 ? `${stem}.md` : `${stem}-${n}.md`;
        if (await linkIfFree(draft, join(folder, name))) return `${contextDir}/${name}`;
      }
    } finally {
      await rm(draft, { force: true });
    }
  });
}

/** Whether the name was free. What is there is not looked into, not even through a link. */
export async function linkIfFree(draft: string, place: string): Promise<boolean> {
  try {
    await link(draft, place);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}
