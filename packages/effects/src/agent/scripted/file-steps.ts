/** Runs the steps of a scripted answer that change files; each returns the reason of a failure, or `undefined`. */
import { constants } from 'node:fs';
import { chmod, lstat, mkdir, open, readFile, rm, symlink, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { nullIfMissing } from '../../file/file-system.ts';
import type { StepOf } from './step.ts';

type FailureReason = string | undefined;

/** Errors that a step can cause: a name that is too long, a folder in place of a file. A full disk is not one. */
const stepErrors = [
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
  async write(target: string, { base64, mode }: StepOf<'write'>['body'], text: string): Promise<FailureReason> {
    await mkdir(dirname(target), { recursive: true });
    await overwrite(target, base64 === undefined ? Buffer.from(text) : Buffer.from(base64, 'base64'));
    if (mode !== undefined) await chmod(target, Number.parseInt(mode, 8));
    return undefined;
  },
  async edit(target: string, { find, replace }: StepOf<'edit'>['body']): Promise<FailureReason> {
    const bytes = await readFile(target);
    const at = bytes.indexOf(find);
    if (at === -1) return 'the text was not found';
    const rest = bytes.subarray(at + Buffer.byteLength(find));
    await overwrite(target, Buffer.concat([bytes.subarray(0, at), Buffer.from(replace), rest]));
    return undefined;
  },
  async delete(target: string): Promise<FailureReason> {
    await lstat(target); // `rm` would accept a missing file
    await rm(target, { recursive: true });
    return undefined;
  },
  /** Replaces an existing link; any other existing file fails the step. */
  async link(target: string, { base64 }: StepOf<'link'>['body'], to: string): Promise<FailureReason> {
    await mkdir(dirname(target), { recursive: true });
    if ((await lstat(target).catch(nullIfMissing))?.isSymbolicLink()) await unlink(target);
    await symlink(base64 === undefined ? to : Buffer.from(base64, 'base64'), target);
    return undefined;
  },
  async unlink(target: string): Promise<FailureReason> {
    if (!(await lstat(target)).isSymbolicLink()) return 'it is not a link';
    await unlink(target);
    return undefined;
  },
};

/** Never writes through a link, even one that was just created. */
async function overwrite(target: string, bytes: Buffer): Promise<void> {
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(target, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0o666);
  try {
    await file.writeFile(bytes);
  } finally {
    await file.close();
  }
}

/** An error of the file system that the step caused is returned; other errors are thrown. */
export async function failureReasonOf(act: Promise<FailureReason>): Promise<FailureReason> {
  try {
    return await act;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!stepErrors.includes(code)) throw error;
    return code === 'ENOENT' ? 'there is no such file' : code;
  }
}
