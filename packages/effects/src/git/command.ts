/**
 * Runs git for the harness: by itself, quietly, and without starting anything that the target repository brings along.
 *
 *   G1. No hook and no file monitor of the repository runs.
 *   G2. Git never asks: no editor, no pager, no prompt, no signature.
 *   G3. The caller's GIT_* variables are not seen, so that a harness started inside a hook works on its own repository.
 *   G4. What git has written survives a power cut.
 *   G5. Ctrl-C in the terminal does not reach git: an operation is short, and is finished.
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

/** Git refused. `detail` is the one line of its complaint that says why. */
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
  'core.safecrlf': 'false', // an opinion about line endings must not become a refusal to keep work
  'core.trustctime': 'true', // a file written with its old size and time is still a change
  'core.checkStat': 'default',
  'core.splitIndex': 'false', // an index is copied as one file
  'core.fsync': 'committed,reference',
  'core.fsyncMethod': 'batch',
  'core.filesRefLockTimeout': '1000', // a git of a dead owner may still be finishing
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

/** What git prints, without its last newline. Anything but exit code 0 is a `GitError`. */
export async function gitOrThrow(cwd: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
  const result = await git(cwd, args, options);
  if (result.exitCode !== 0) throw gitErrorFrom(result);
  return result.stdout.replace(/\n$/, '');
}

/** As `git`, for output that is no text, or is too long: at most `maxBytes` of it are read. */
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
  new GitError(usefulLine(stderr) ?? `git ended with ${exitCode} and said nothing`);

/** The first line that calls itself fatal or an error; git surrounds it with hints. */
function usefulLine(stderr: string): string | undefined {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((each) => /^(fatal|error): /.test(each)) ?? lines.at(-1);
  return line?.replace(/^(fatal|error): /, '');
}

function environment(): Record<string, string | undefined> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return {
    ...Object.fromEntries(own),
    LC_ALL: 'C', // we read its complaints
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: ':',
    GIT_OPTIONAL_LOCKS: '0', // looking at the user's repository must not rewrite its index
  };
}
