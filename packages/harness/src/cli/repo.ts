/** Which repository a command is about: the flag, the environment, or where it was typed. */
import { shellQuote } from '../render/shell-quote.ts';

export const resolveRepo = (options: Readonly<Record<string, unknown>>): string =>
  (options['repo'] as string | undefined) ?? (process.env['HARNESS_TARGET_REPO'] || process.cwd());

/** A command to type next, as it works from here: a repository that was named by a flag must be named again. */
export const harnessCommand = (command: string, repo: string | undefined): string =>
  repo !== undefined && command.startsWith('harness ') && !command.includes('--repo')
    ? `${command} --repo ${shellQuote(repo)}`
    : command;

export const gitCommand = (command: string, repo: string | undefined): string =>
  `git ${repo === undefined ? '' : `-C ${shellQuote(repo)} `}${command}`;
