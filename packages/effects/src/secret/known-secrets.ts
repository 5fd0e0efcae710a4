/**
 * The secrets that this process was handed: the values of variables whose name says so.
 *
 * A value that is short, or that names a file, is no secret by itself: taking it for one would blacken ordinary words.
 */
import { existsSync } from 'node:fs';
import { allFacts } from '@harness/core/providers/providers';

/** Whatever the rule about names says, these are keys of providers. */
const providerKeys = allFacts.flatMap(({ keyVariables = [] }) => keyVariables);
const saysSecret = /(^|_)(API_?KEY|KEY|TOKEN|PAT|CREDENTIALS?)$|(^|_)(SECRETS?|PASSWORD|PASSWD|PASSPHRASE)(_|$)/i;
const shortest = 8;

/** Longest first, so that a secret that contains another is found whole. */
export function findSecrets(environment: NodeJS.ProcessEnv): readonly string[] {
  const values = Object.entries(environment).flatMap(([name, value = '']) =>
    providerKeys.includes(name) || saysSecret.test(name) ? [value.trim()] : [],
  );
  const secrets = values.filter((value) => value.length >= shortest && !(value.includes('/') && existsSync(value)));
  return [...new Set(secrets)].sort((one, other) => other.length - one.length);
}

/** `postgres`, `changeme`: taken out of logs, but an ordinary word is nothing to stop a change for, or to blacken in a task. */
const ordinary = /^[a-z]{1,15}$/i;

/** The secrets that cannot be mistaken for a word. */
export const findKeys = (environment: NodeJS.ProcessEnv): readonly string[] =>
  findSecrets(environment).filter((secret) => !ordinary.test(secret));

/** The same secret as it looks in a URL, in JSON and in a header. */
export const secretEncodings = (secret: string): readonly string[] => [
  ...new Set([
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ]),
];
