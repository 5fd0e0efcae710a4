/** Finds the credential: the first key that is set, otherwise the user's login, whose content is not read here. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { AcpAgent } from './agent.ts';

export type AcpCredential =
  | { readonly is: 'keys'; readonly names: readonly string[] }
  | { readonly is: 'login'; readonly files: readonly string[] }
  | { readonly is: 'none' };

/** Login files are relative to the home. */
export function findAcpCredential(
  { keys, takesAllKeys, logins }: AcpAgent,
  environment: NodeJS.ProcessEnv,
): AcpCredential {
  const names = keys.filter((name) => environment[name]?.trim());
  if (names.length > 0) return { is: 'keys', names: takesAllKeys ? names : names.slice(0, 1) };
  const files = logins.filter((file) => existsSync(join(homeIn(environment), file)));
  return files.length > 0 ? { is: 'login', files } : { is: 'none' };
}

export const homeIn = (environment: NodeJS.ProcessEnv): string => environment['HOME'] ?? homedir();
