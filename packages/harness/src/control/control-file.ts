/** `<stateDir>/control.json`: where the control server of a repository is, and its token, for its owner's eyes alone. */
import { closeSync, constants, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { readJson, refuseUnwritableSync, writeAll } from '@harness/engine/store/durable-file';
import * as z from 'zod';
import { prepareStateFolder } from '../plans/state-folder.ts';
import { controlPath } from './control-path.ts';

const schema = z.object({
  // A repository that brings such a file along must not lead our requests anywhere else.
  url: z.string().regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/),
  pid: z.int().min(2),
  token: z.string().min(1),
});

export type ControlFile = z.infer<typeof schema>;

/** Nothing where there is none that we could have written. */
export function readControlFile(path: string): ControlFile | undefined {
  try {
    return schema.safeParse(readJson(readFileSync(path, 'utf8'))).data;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** By rename, so that nobody reads half of it, and into a new file, so that nobody holds it open already. */
export function writeControlFile(root: string, stateDir: string, content: ControlFile): void {
  prepareStateFolder(root, stateDir);
  const path = controlPath(root, stateDir);
  const draft = `${path}.${crypto.randomUUID()}`;
  refuseUnwritableSync(path, () => {
    const fd = openSync(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    try {
      writeAll(fd, Buffer.from(`${JSON.stringify(content)}\n`));
    } finally {
      closeSync(fd);
    }
    renameSync(draft, path);
  });
}

/** Only our own: another server may have begun here meanwhile. */
export function removeControlFile(path: string, token: string): void {
  if (readControlFile(path)?.token === token) rmSync(path, { force: true });
}
