/** The branch that a checkout stood on before, while it is still there: a commit that was made in the checkout is merged into it. */
import { git } from '@harness/effects/git/command';

export async function previousBranch(root: string): Promise<string | null> {
  const { exitCode, stdout } = await git(root, ['rev-parse', '--abbrev-ref', '--verify', '--quiet', '@{-1}']);
  return exitCode === 0 && stdout.trim() !== '' ? stdout.trim() : null;
}
