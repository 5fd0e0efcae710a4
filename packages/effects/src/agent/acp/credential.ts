/** What an agent is paid with: the first of its keys that is set, else the person's own login. What it says is never looked at here. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { AcpAgent } from './agent.ts';

export type Credential =
  | { readonly is: 'keys'; readonly names: readonly string[] }
  | { readonly is: 'login'; readonly files: readonly string[] }
  | { readonly is: 'none' };

/** The files of a login are named as they lie in the home. */
export function credentialIn({ keys, takesAllKeys, logins }: AcpAgent, environment: NodeJS.ProcessEnv): Credential {
  const names = keys.filter((name) => environment[name]?.trim());
  if (names.length > 0) return { is: 'keys', names: takesAllKeys ? names : names.slice(0, 1) };
  const files = logins.filter((file) => existsSync(join(homeIn(environment), file)));
  return files.length > 0 ? { is: 'login', files } : { is: 'none' };
}

export const homeIn = (environment: NodeJS.ProcessEnv): string => environment['HOME'] ?? homedir();
