/** Reads the context files of a repository and adds new ones. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ContextFile, readContextFile } from '@harness/core/input-files/context-file';
import { resolveInside } from '../checkout/file.ts';
import { resolveContained } from '../contained-path.ts';
import { refuseUnwritable } from '../file/refuse-unwritable.ts';
import { createFile } from '../file/replace-file.ts';
import { allowOwnDocument, findWrittenDocuments } from '../trust/exposure.ts';
import { entriesOf } from './read.ts';
import { readTextFile } from './text-file.ts';

/** Larger files are a mistake, and only their start would be read. */
export const maxContextFileBytes = 1024 * 1024;

export interface ContextFilesRead {
  readonly drops: readonly ContextFile[];
  /** Paths of files that cannot be used: their scope is invalid, they are not text, or an agent wrote them. */
  readonly misread: readonly string[];
}

export async function readContextFiles(repo: string, contextDir: string): Promise<ContextFilesRead> {
  const contained = resolveContained(repo, contextDir);
  if (!contained.ok) return { drops: [], misread: [contextDir] };
  const written = await findWrittenDocuments(repo);
  const read = entriesOf(contained.path)
    .filter((entry) => entry.name.endsWith('.md') && !entry.name.startsWith('.') && !entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const path = `${contextDir}/${name}`;
      const file = readTextFile(join(contained.path, name), maxContextFileBytes);
      return file.is === 'text' && !written.includes(path)
        ? readContextFile(path, file.text)
        : ({ ok: false, path } as const);
    });
  return {
    drops: read.flatMap((one) => (one.ok ? [one.drop] : [])),
    misread: read.flatMap((one) => (one.ok ? [] : [one.path])),
  };
}

/** Writes a context file under the first free name and returns its path. Never replaces a file. */
export async function addContextFile(repo: string, contextDir: string, stem: string, text: string): Promise<string> {
  const folder = resolveInside(repo, contextDir);
  return refuseUnwritable(folder, async () => {
    await mkdir(folder, { recursive: true });
    for (let n = 1; ; n++) {
      const name = n === 1 ? `${stem}.md` : `${stem}-${n}.md`;
      await allowOwnDocument(repo, `${contextDir}/${name}`, text);
      if (await createFile(join(folder, name), text)) return `${contextDir}/${name}`;
    }
  });
}
