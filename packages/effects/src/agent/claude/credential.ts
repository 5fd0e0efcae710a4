/** Finds the credential: a key of the environment, otherwise the user's login, whose content is not read here. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { claude } from '@harness/core/providers/claude';
import type { GatewayKey } from '../key-gateway.ts';

export type KeyName = (typeof claude.keyVariables)[number];

export type ClaudeCredential =
  | { readonly is: 'key'; readonly name: KeyName; readonly value: string }
  | { readonly is: 'login'; readonly file: string }
  | { readonly is: 'none' };

/** The header that carries each key. The prefix tells a subscription token from a key. */
export const keyHeaders = {
  ANTHROPIC_API_KEY: { header: 'x-api-key' },
  ANTHROPIC_AUTH_TOKEN: { header: 'authorization' },
  CLAUDE_CODE_OAUTH_TOKEN: { header: 'authorization', prefix: 'sk-ant-oat01-' },
} as const satisfies Record<KeyName, Omit<GatewayKey, 'value'>>;

export function findClaudeCredential(environment: NodeJS.ProcessEnv): ClaudeCredential {
  // Only the first one that is set is used.
  for (const name of claude.keyVariables) {
    const value = environment[name]?.trim();
    if (value) return { is: 'key', name, value };
  }
  const file = loginFile(environment);
  return existsSync(file) ? { is: 'login', file } : { is: 'none' };
}

const loginFile = (environment: NodeJS.ProcessEnv) =>
  join(environment['CLAUDE_CONFIG_DIR'] ?? join(environment['HOME'] ?? homedir(), '.claude'), '.credentials.json');
