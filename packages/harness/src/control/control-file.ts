/** Reads and writes `<stateDir>/control.json`: the address of the control server and its token, readable by its owner only. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, replaceDurableFile } from '@harness/engine/store/durable-file';
import * as z from 'zod';
import { prepareStateFolder } from '../plans/state-folder.ts';

const schema = z.object({
  // A repository may contain a prepared control file; it must not redirect requests to another host.
  url: z.string().regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/),
  pid: z.int().min(2),
  token: z.string().min(1),
});

export type ControlFile = z.infer<typeof schema>;

export const controlPath = (root: string, stateDir: string): string => join(root, stateDir, 'control.json');

/** `undefined` if it is missing or invalid. */
export function readControlFile(path: string): ControlFile | undefined {
  try {
    return schema.safeParse(readJson(readFileSync(path, 'utf8'))).data;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

export function writeControlFile(root: string, stateDir: string, content: ControlFile): void {
  prepareStateFolder(root, stateDir);
  replaceDurableFile(controlPath(root, stateDir), `${JSON.stringify(content)}\n`, { durable: false });
}

/** Removes only the file of this server: another server may have started since. */
export function removeControlFile(path: string, token: string): void {
  if (readControlFile(path)?.token === token) rmSync(path, { force: true });
}
