/**
 * Runs git for the harness, without prompts and without code of the target repository.
 *
 *   G1. No program of git's configuration runs on files of a lane: no hook, file monitor, filter, merge driver, diff
 *       program or text conversion. Git LFS is the exception (P2 in `git-config/programs`).
 *   G2. Git never asks: no editor, no pager, no prompt, no signature.
 *   G3. GIT_* variables of the caller are ignored, so that a harness started by a hook uses its own repository.
 *   G4. Data that git has written survives a power cut.
 *   G5. Ctrl-C in the terminal does not reach git: operations are short and complete. Only reading large files ends.
 *   G6. Git and its programs are never taken from a folder of the repository.
 *   G7. Names that are not UTF-8 survive in lists (`-z`) and in input: an agent can create them (`file/byte-name.ts`).
 */
import type { GitSetting } from '@harness/core/git-config/programs';
import { bytesOfName, namesOfBytes } from '../file/byte-name.ts';
import { findProgram, isProgram } from '../process/find.ts';
import { trustedPath } from '../process/trusted-path.ts';
import { gitSettings, withSettings } from './blocked-programs.ts';
import { ownerMark, ownerVariable } from './git-owner.ts';
import { createProcessCache } from './process-cache.ts';
import type { SpawnOptions } from './spawn-options.ts';
import { spawnProgram } from './spawn-program.ts';

export interface GitResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface GitOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Text with names as `file/byte-name.ts` represents them, or bytes. */
  readonly input?: string | Uint8Array;
  /** Ends git early. */
  readonly signal?: AbortSignal | undefined;
}

/** Git failed. `detail` is the line of its output with the reason. */
export class GitError extends Error {
  override readonly name = 'GitError';
  readonly detail: string;

  constructor(detail: string) {
    super(detail);
    this.detail = detail;
  }
}

const settings: Readonly<Record<string, string>> = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.pager': 'cat',
  'core.quotepath': 'off',
  'core.safecrlf': 'false', // a line ending warning must not prevent keeping work
  'core.trustctime': 'true', // detects a file rewritten with its old size and time
  'core.checkStat': 'default',
  'core.splitIndex': 'false', // the index is copied as one file
  'core.fsync': 'committed,reference',
  'core.fsyncMethod': 'batch',
  'core.filesRefLockTimeout': '1000', // a git of a dead owner may still be running
  'commit.gpgSign': 'false',
  'push.gpgSign': 'false',
  'log.showSignature': 'false',
  'submodule.recurse': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'i18n.commitEncoding': 'utf-8',
  'i18n.logOutputEncoding': 'utf-8',
};
const settingArgs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

export async function git(cwd: string, args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
  const { exitCode, stdout, stderr } = await gitBytes(cwd, args, options);
  const isList = args.includes('-z');
  return { exitCode, stdout: isList ? namesOfBytes(stdout) : Buffer.from(stdout).toString('utf8'), stderr };
}

/** Returns the output of git without its last newline. Throws a `GitError` for any exit code but 0. */
export async function gitOrThrow(cwd: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
  const result = await git(cwd, args, options);
  if (result.exitCode !== 0) throw gitErrorFrom(result);
  return result.stdout.replace(/\n$/, '');
}

/** Like `git`, for binary or long output: reads at most `maxBytes`. */
export async function gitBytes(
  cwd: string,
  args: readonly string[],
  { env = {}, input, signal, maxBytes = 512 * 1024 * 1024 }: GitOptions & { readonly maxBytes?: number } = {},
): Promise<{ exitCode: number; stdout: Uint8Array; stderr: string; isCut: boolean }> {
  const own = { ...environment(cwd), [ownerVariable]: ownerMark(cwd), ...env };
  const { replaced } = await settingsIn(cwd, own);
  const result = await start(withoutPrograms(args), {
    cwd,
    env: withSettings(own, replaced),
    input: typeof input === 'string' ? bytesOfName(input) : input,
    maxBytes,
    signal,
  });
  if (result.is === 'refused') throw new GitError(`git could not be started: ${result.code}`);
  if (result.is === 'killed') throw new GitError(`git was ended by ${result.signal}`);
  const { stdout, stderr } = result;
  return { exitCode: result.is === 'cut' ? 0 : result.exitCode, stdout, stderr, isCut: result.is === 'cut' };
}

const start = (args: readonly string[], options: SpawnOptions) =>
  spawnProgram(gitProgram(options.env), ['--no-pager', ...settingArgs, ...args], {
    ...options,
    ...(args.some((arg) => remoteCommands.has(arg)) ? {} : { isFrequent: true }),
  });

/** They start programs of the user, such as ssh, which may stay and print later. */
const remoteCommands = new Set(['push', 'fetch', 'ls-remote', 'clone']);

/** Its path: the system would otherwise try to start `git` in each folder of PATH, in a copy of this process. */
function gitProgram({ PATH: path = '' }: Readonly<Record<string, string | undefined>>): string {
  const known = programs.get(path);
  if (known !== undefined && isProgram(known)) return known;
  const found = findProgram('git', path);
  if (found !== undefined) programs.set(path, found);
  return found ?? 'git';
}

/** Git by the value of PATH. */
const programs = createProcessCache<string>(100);

/** All settings of git for a folder, from all its files. */
export const readGitSettings = async (cwd: string): Promise<readonly GitSetting[]> =>
  (await settingsIn(cwd, environment(cwd))).settings;

const settingsIn = (cwd: string, env: Readonly<Record<string, string | undefined>>) =>
  gitSettings(cwd, env['GIT_DIR'], async () => {
    const args = ['config', '--list', '--includes', '--show-origin', '-z'];
    const result = await spawnProgram(gitProgram(env), args, {
      cwd,
      env,
      input: undefined,
      maxBytes: 16 * 1024 * 1024,
    });
    if (result.is === 'cut' || result.is === 'killed') throw new GitError("git's configuration cannot be read");
    return result.is === 'ended' && result.exitCode === 0 ? result.stdout.toString('utf8') : '';
  });

const noPrograms = ['--no-ext-diff', '--no-textconv'];
/** The setting is not enough: a file of the commit, `.gitmodules`, overrides it. */
const noSubmodules = ['--ignore-submodules=dirty'];

/** Commands that start diff programs and text conversions, or git in a submodule with its settings, unless told not to. */
const safeOptions: Readonly<Record<string, readonly string[]>> = {
  diff: [...noPrograms, ...noSubmodules],
  log: noPrograms,
  show: noPrograms,
  status: noSubmodules,
  'diff-files': noSubmodules,
  'diff-index': noSubmodules,
};

function withoutPrograms(args: readonly string[]): readonly string[] {
  const at = args.findIndex((arg, n) => !arg.startsWith('-') && args[n - 1] !== '-c' && args[n - 1] !== '-C');
  const added = safeOptions[args[at] ?? ''] ?? [];
  return [...args.slice(0, at + 1), ...added, ...args.slice(at + 1)];
}

export const gitErrorFrom = ({ exitCode, stderr }: { exitCode: number; stderr: string }): GitError =>
  new GitError(usefulLine(stderr) ?? `git exited with ${exitCode} and no message`);

/** The first line that starts with "fatal" or "error"; git prints hints around it. */
function usefulLine(stderr: string): string | undefined {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((each) => /^(fatal|error): /.test(each)) ?? lines.at(-1);
  return line?.replace(/^(fatal|error): /, '');
}

function environment(cwd: string): Record<string, string | undefined> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return {
    ...Object.fromEntries(own),
    PATH: trustedPath(cwd),
    LC_ALL: 'C', // its messages are parsed
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: ':',
    GIT_OPTIONAL_LOCKS: '0', // reading the user's repository must not rewrite its index
  };
}
