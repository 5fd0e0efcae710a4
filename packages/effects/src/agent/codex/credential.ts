/** Finds the credential: a key of the environment, otherwise the user's login, whose content is not read here. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { codex } from '@harness/core/providers/codex';

export const [keyName] = codex.keyVariables;

export type CodexCredential =
  | { readonly is: 'key'; readonly value: string }
  | { readonly is: 'login'; readonly file: string }
  | { readonly is: 'none' };

export function findCodexCredential(environment: NodeJS.ProcessEnv): CodexCredential {
  const value = environment[keyName]?.trim();
  if (value) return { is: 'key', value };
  const file = loginFile(environment);
  return existsSync(file) ? { is: 'login', file } : { is: 'none' };
}

export const loginFile = (environment: NodeJS.ProcessEnv): string =>
  join(environment['CODEX_HOME'] ?? join(environment['HOME'] ?? homedir(), '.codex'), 'auth.json');
