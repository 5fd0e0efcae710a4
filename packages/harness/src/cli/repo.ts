/** Which repository a command is about: the flag, the environment, or where it was typed. */
import { quoted } from '../quoted.ts';

export const repoOf = (options: Readonly<Record<string, unknown>>): string =>
  (options['repo'] as string | undefined) ?? (process.env['HARNESS_TARGET_REPO'] || process.cwd());

/** A command to type next, as it works from here: a repository that was named by a flag must be named again. */
export const harnessFromHere = (command: string, repo: string | undefined): string =>
  repo !== undefined && command.startsWith('harness ') && !command.includes('--repo')
    ? `${command} --repo ${quoted(repo)}`
    : command;

export const gitFromHere = (command: string, repo: string | undefined): string =>
  `git ${repo === undefined ? '' : `-C ${quoted(repo)} `}${command}`;
