/**
 * Runs git for the harness, without prompts and without code of the target repository.
 *
 *   G1. No hook and no file monitor of the repository runs.
 *   G2. Git never asks: no editor, no pager, no prompt, no signature.
 *   G3. GIT_* variables of the caller are ignored, so that a harness started by a hook uses its own repository.
 *   G4. Data that git has written survives a power cut.
 *   G5. Ctrl-C in the terminal does not reach git: operations are short and complete.
 */
import { ownerMark, ownerVariable } from './git-owner.ts';
import { spawnProgram } from './spawn-program.ts';

export interface GitResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface GitOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
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
  return { exitCode, stdout: Buffer.from(stdout).toString('utf8'), stderr };
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
  { env = {}, input, maxBytes = 512 * 1024 * 1024 }: GitOptions & { readonly maxBytes?: number } = {},
): Promise<{ exitCode: number; stdout: Uint8Array; stderr: string; isCut: boolean }> {
  const result = await spawnProgram('git', ['--no-pager', ...settingArgs, ...args], {
    cwd,
    env: { ...environment(), [ownerVariable]: ownerMark(cwd), ...env },
    input,
    maxBytes,
  });
  if (result.is === 'refused') throw new GitError(`git could not be started: ${result.code}`);
  if (result.is === 'killed') throw new GitError(`git was ended by ${result.signal}`);
  const { stdout, stderr } = result;
  return { exitCode: result.is === 'cut' ? 0 : result.exitCode, stdout, stderr, isCut: result.is === 'cut' };
}

export const gitErrorFrom = ({ exitCode, stderr }: { exitCode: number; stderr: string }): GitError =>
  new GitError(usefulLine(stderr) ?? `git exited with ${exitCode} and no message`);

/** The first line that starts with "fatal" or "error"; git prints hints around it. */
function usefulLine(stderr: string): string | undefined {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((each) => /^(fatal|error): /.test(each)) ?? lines.at(-1);
  return line?.replace(/^(fatal|error): /, '');
}

function environment(): Record<string, string | undefined> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return {
    ...Object.fromEntries(own),
    LC_ALL: 'C', // its messages are parsed
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: ':',
    GIT_OPTIONAL_LOCKS: '0', // reading the user's repository must not rewrite its index
  };
}
