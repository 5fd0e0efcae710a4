/**
 * Finds the secrets of this process: the values of environment variables with telling names.
 *
 * Short values and paths of files are not secrets: redacting them would remove ordinary words.
 */
import { existsSync } from 'node:fs';
import { allFacts } from '@harness/core/providers/providers';

/** Always secret, whatever the pattern of names says. */
const providerKeys = allFacts.flatMap(({ keyVariables = [] }) => keyVariables);
const secretName = /(^|_)(API_?KEY|KEY|TOKEN|PAT|CREDENTIALS?)$|(^|_)(SECRETS?|PASSWORD|PASSWD|PASSPHRASE)(_|$)/i;
const minChars = 8;

/** Longest first, so that a secret that contains another is redacted whole. */
export function findSecrets(environment: NodeJS.ProcessEnv): readonly string[] {
  const values = Object.entries(environment).flatMap(([name, value = '']) =>
    providerKeys.includes(name) || secretName.test(name) ? [value.trim()] : [],
  );
  const secrets = values.filter((value) => value.length >= minChars && !(value.includes('/') && existsSync(value)));
  return [...new Set(secrets)].sort((one, other) => other.length - one.length);
}

/** `postgres`, `changeme`: redacted in logs, but ordinary words must not block a change or be redacted in a task. */
const ordinaryWord = /^[a-z]{1,15}$/i;

/** The secrets that cannot be mistaken for a word. */
export const findKeys = (environment: NodeJS.ProcessEnv): readonly string[] =>
  findSecrets(environment).filter((secret) => !ordinaryWord.test(secret));

/** The secret as it appears in a URL, in JSON and in a header. */
export const secretEncodings = (secret: string): readonly string[] => [
  ...new Set([
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ]),
];
