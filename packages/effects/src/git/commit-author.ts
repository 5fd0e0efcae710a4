/** Who a commit of the harness is by: the user that git knows, or the harness itself where git knows nobody. */
import { type GitOptions, git, gitErrorFrom } from './command.ts';

const harness = {
  GIT_AUTHOR_NAME: 'harness',
  GIT_AUTHOR_EMAIL: 'harness@localhost',
  GIT_COMMITTER_NAME: 'harness',
  GIT_COMMITTER_EMAIL: 'harness@localhost',
};

/** A git command that needs somebody to be the author of what it writes. */
export async function gitAsAuthor(cwd: string, args: readonly string[], options: GitOptions): Promise<string> {
  // Told to use only what is configured, git says so instead of guessing a name from the machine.
  const asUser = await git(cwd, ['-c', 'user.useConfigOnly=true', ...args], options);
  if (asUser.exitCode === 0) return asUser.stdout.trim();
  const asHarness = await git(cwd, args, { ...options, env: { ...options.env, ...harness } });
  if (asHarness.exitCode !== 0) throw gitErrorFrom(asHarness);
  return asHarness.stdout.trim();
}
