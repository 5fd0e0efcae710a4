/**
 * Asks programs of the user about GitHub: `gh` for its login, `ssh` for the host behind a short name.
 *
 *   P1. A program is never taken from a folder of the repository.
 *   P2. It has a time limit. Without an answer, the harness works as if the program did not exist.
 *   P3. A token is known to the redaction before it is used.
 */

import { spawnProgram } from '../../git/spawn-program.ts';
import { trustedPath } from '../../process/trusted-path.ts';
import { learnSecret } from '../../secret/known-secrets.ts';
import { canonicalHost } from './remote.ts';

export interface AskOptions {
  readonly repo: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
}

/** A token is one word without control characters. */
const tokenForm = /^[\x21-\x7e]{8,1000}$/;

/** The token of the user's login at this host; `undefined` without one. */
export async function askGhForToken(host: string, options: AskOptions): Promise<string | undefined> {
  const token = (await ask('gh', ['auth', 'token', '--hostname', host], options))?.trim();
  if (token === undefined || !tokenForm.test(token)) return undefined;
  learnSecret(token);
  return token;
}

/** The host that `~/.ssh/config` names for this one, such as `github.com` for `github-work`. */
export async function resolveSshHost(host: string, options: AskOptions): Promise<string> {
  const found = /^hostname (\S+)$/m.exec((await ask('ssh', ['-G', '--', host], options)) ?? '')?.[1];
  return canonicalHost(found ?? host);
}

async function ask(program: string, args: readonly string[], options: AskOptions): Promise<string | undefined> {
  const { repo, environment, timeoutMs = 5_000 } = options;
  const env = { ...environment, PATH: trustedPath(repo, environment['PATH'] ?? ''), GH_PROMPT_DISABLED: '1' };
  const result = await spawnProgram(program, args, { cwd: '/', env, input: undefined, maxBytes: 64 * 1024, timeoutMs });
  return result.is === 'ended' && result.exitCode === 0 ? result.stdout.toString('utf8') : undefined;
}
