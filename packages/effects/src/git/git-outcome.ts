/** Converts errors of git and the file system to failures. A full disk is a refusal, so that the run can be resumed. */
import { fail, type Outcome } from '@harness/core/failure/failure';
import { Refusal } from '@harness/core/failure/refusal';
import { GitError } from './command.ts';
import { TooLargeError } from './worktree/save-limit.ts';

export async function toGitOutcome<Value>(
  op: string,
  path: string,
  act: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof TooLargeError) return fail('work.too-large', error.params);
    const detail = refusalDetail(error);
    if (detail === null) throw error;
    // A full disk is not a failure of the run: it continues when there is space.
    if (diskFull.test(detail)) throw new Refusal('store.unwritable', { path, detail });
    return fail('git.failed', { op, detail });
  }
}

const diskFull = /no space left|ENOSPC|quota exceeded|EDQUOT|read-only file system|EROFS|file too large|EFBIG/i;

/** `null` for any other error, which is a defect. */
function refusalDetail(error: unknown): string | null {
  if (error instanceof GitError) return error.detail;
  return error instanceof Error && 'syscall' in error ? error.message : null;
}
