/** Who a commit of the harness is by: the user that git knows, or the harness itself where git knows nobody. */
import { git } from './command.ts';

const harness = {
  GIT_AUTHOR_NAME: 'harness',
  GIT_AUTHOR_EMAIL: 'harness@localhost',
  GIT_COMMITTER_NAME: 'harness',
  GIT_COMMITTER_EMAIL: 'harness@localhost',
};

/** The environment to commit with. */
export async function committing(repo: string): Promise<Readonly<Record<string, string>>> {
  const { stdout } = await git(repo, ['config', '--get-regexp', '^user\\.(name|email)$', '[^ ]']);
  const isKnown = /^user\.name /m.test(stdout) && /^user\.email /m.test(stdout);
  return isKnown ? {} : harness;
}
