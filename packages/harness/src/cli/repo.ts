/** Finds the repository of a command: `--repo`, the environment, or the current folder. */
import { shellQuote } from '../render/shell-quote.ts';

export const resolveRepo = (options: Readonly<Record<string, unknown>>): string =>
  (options['repo'] as string | undefined) ?? (process.env['HARNESS_TARGET_REPO'] || process.cwd());

/** Adds `--repo` to a suggested command if the user had named the repository by that flag. */
export const harnessCommand = (command: string, repo: string | undefined): string =>
  repo !== undefined && command.startsWith('harness ') && !command.includes('--repo')
    ? `${command} --repo ${shellQuote(repo)}`
    : command;

export const gitCommand = (command: string, repo: string | undefined): string =>
  `git ${repo === undefined ? '' : `-C ${shellQuote(repo)} `}${command}`;
