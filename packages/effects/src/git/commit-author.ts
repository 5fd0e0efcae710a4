/** Runs git commands that need an author: the configured user, or the harness if git has none. */
import { type GitOptions, git, gitErrorFrom } from './command.ts';

const harness = {
  GIT_AUTHOR_NAME: 'harness',
  GIT_AUTHOR_EMAIL: 'harness@localhost',
  GIT_COMMITTER_NAME: 'harness',
  GIT_COMMITTER_EMAIL: 'harness@localhost',
};

export async function gitAsAuthor(cwd: string, args: readonly string[], options: GitOptions): Promise<string> {
  // Otherwise git would guess a name from the machine.
  const asUser = await git(cwd, ['-c', 'user.useConfigOnly=true', ...args], options);
  if (asUser.exitCode === 0) return asUser.stdout.trim();
  const asHarness = await git(cwd, args, { ...options, env: { ...options.env, ...harness } });
  if (asHarness.exitCode !== 0) throw gitErrorFrom(asHarness);
  return asHarness.stdout.trim();
}
