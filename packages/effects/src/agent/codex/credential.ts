/** What the provider is paid with: a key of the environment, else the person's own login. What it says is never looked at here. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { codex } from '@harness/core/providers/codex';

export const [keyName] = codex.keyVariables;

export type Credential =
  | { readonly is: 'key'; readonly value: string }
  | { readonly is: 'login'; readonly file: string }
  | { readonly is: 'none' };

export function credentialIn(environment: NodeJS.ProcessEnv): Credential {
  const value = environment[keyName]?.trim();
  if (value) return { is: 'key', value };
  const file = loginFile(environment);
  return existsSync(file) ? { is: 'login', file } : { is: 'none' };
}

/** Where `codex` itself keeps its login. */
export const loginFile = (environment: NodeJS.ProcessEnv): string =>
  join(environment['CODEX_HOME'] ?? join(environment['HOME'] ?? homedir(), '.codex'), 'auth.json');
