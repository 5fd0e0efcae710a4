/** The steps of a scripted answer that change files: each says why it could not, or nothing. */
import { constants } from 'node:fs';
import { chmod, lstat, mkdir, open, readFile, rm, symlink, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { nullIfMissing } from '../../file/file-system.ts';
import type { StepOf } from './step.ts';

type Trouble = string | undefined;

/** The file system says no: a name that is too long, a folder where a file should be. A full disk is not among them. */
const expected = [
  'ENOENT',
  'EISDIR',
  'ENOTDIR',
  'EEXIST',
  'ELOOP',
  'ENAMETOOLONG',
  'EACCES',
  'EPERM',
  'ENXIO',
  'EROFS',
];

export const fileSteps = {
  async write(target: string, { base64, mode }: StepOf<'write'>['body'], text: string): Promise<Trouble> {
    await mkdir(dirname(target), { recursive: true });
    await overwrite(target, base64 === undefined ? Buffer.from(text) : Buffer.from(base64, 'base64'));
    if (mode !== undefined) await chmod(target, Number.parseInt(mode, 8));
    return undefined;
  },
  async edit(target: string, { find, replace }: StepOf<'edit'>['body']): Promise<Trouble> {
    const bytes = await readFile(target);
    const at = bytes.indexOf(find);
    if (at === -1) return 'the text is not there';
    const rest = bytes.subarray(at + Buffer.byteLength(find));
    await overwrite(target, Buffer.concat([bytes.subarray(0, at), Buffer.from(replace), rest]));
    return undefined;
  },
  async delete(target: string): Promise<Trouble> {
    await lstat(target); // `rm` alone would be content with nothing
    await rm(target, { recursive: true });
    return undefined;
  },
  /** A link in this place is replaced; anything else stays, and is trouble. */
  async link(target: string, { base64 }: StepOf<'link'>['body'], to: string): Promise<Trouble> {
    await mkdir(dirname(target), { recursive: true });
    if ((await lstat(target).catch(nullIfMissing))?.isSymbolicLink()) await unlink(target);
    await symlink(base64 === undefined ? to : Buffer.from(base64, 'base64'), target);
    return undefined;
  },
  async unlink(target: string): Promise<Trouble> {
    if (!(await lstat(target)).isSymbolicLink()) return 'it is no link';
    await unlink(target);
    return undefined;
  },
};

/** Not through a link, also when one was put there a moment ago. */
async function overwrite(target: string, bytes: Buffer): Promise<void> {
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(target, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0o666);
  try {
    await file.writeFile(bytes);
  } finally {
    await file.close();
  }
}

/** What the file system refuses is trouble of this step; anything else is not expected. */
export async function troubleOf(act: Promise<Trouble>): Promise<Trouble> {
  try {
    return await act;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!expected.includes(code)) throw error;
    return code === 'ENOENT' ? 'there is no such file' : code;
  }
}
