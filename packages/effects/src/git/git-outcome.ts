/** What becomes of a no: git may refuse, the file system may refuse, and a disk that takes nothing more leaves the run where it is. */
import { fail, type Outcome } from '@harness/core/failure/failure';
import { Refusal } from '@harness/core/failure/refusal';
import { GitError } from './command.ts';

export async function toGitOutcome<Value>(
  op: string,
  place: string,
  act: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  try {
    return await act();
  } catch (error) {
    const detail = refusedBecause(error);
    if (detail === null) throw error;
    // Not a failure of the run: there is nothing wrong with it, and it goes on when there is room again.
    if (noRoom.test(detail)) throw new Refusal('store.unwritable', { path: place, detail });
    return fail('git.failed', { op, detail });
  }
}

const noRoom = /no space left|ENOSPC|quota exceeded|EDQUOT|read-only file system|EROFS|file too large|EFBIG/i;

/** Anything else is a defect. */
function refusedBecause(error: unknown): string | null {
  if (error instanceof GitError) return error.detail;
  return error instanceof Error && 'syscall' in error ? error.message : null;
}
