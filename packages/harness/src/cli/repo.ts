/** Which repository a command is about: the flag, the environment, or where it was typed. */
export const repoOf = (options: Readonly<Record<string, unknown>>): string =>
  (options['repo'] as string | undefined) ?? (process.env['HARNESS_TARGET_REPO'] || process.cwd());

/** A command to type next, as it works from here: a repository that was named by a flag must be named again. */
export function fromHere(command: string, repo: string | undefined): string {
  if (repo === undefined || command.includes('--repo')) return command;
  if (command.startsWith('git ')) return `git -C ${quoted(repo)} ${command.slice('git '.length)}`;
  return command.startsWith('harness ') ? `${command} --repo ${quoted(repo)}` : command;
}

const quoted = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
