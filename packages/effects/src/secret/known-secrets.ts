/**
 * Finds the secrets of this process: in its environment variables, and those that it learnt from other programs.
 *
 *   K1. The value of a variable with a telling name is a secret.
 *   K2. So is a part of any value: a password in a URL or in a connection string, and text with the form of a key.
 *   K3. Short values and paths of files are no secrets: redacting them would remove ordinary words.
 */
import { existsSync } from 'node:fs';
import { allFacts } from '@harness/core/providers/providers';
import { isSecretName } from './secret-names.ts';
import { secretForms } from './secret-patterns.ts';

/** Always secret, whatever the pattern of names says. */
const providerKeys = allFacts.flatMap(({ keyVariables = [] }) => keyVariables);
const minChars = 8;

const learnt = new Set<string>();

/** Makes a secret known that is in no variable, for example the token of a login. */
export const learnSecret = (secret: string): void => void learnt.add(secret);

/** Longest first, so that a secret that contains another is redacted whole. */
export function findSecrets(environment: NodeJS.ProcessEnv): readonly string[] {
  const values = Object.entries(environment).flatMap(([name, value = '']) => [
    ...(providerKeys.includes(name) || isSecretName(name) ? [value.trim()] : []),
    ...secretParts(value),
  ]);
  const secrets = [...values, ...learnt].filter(
    (value) => value.length >= minChars && !(value.includes('/') && existsSync(value)),
  );
  return [...new Set(secrets)].sort((one, other) => other.length - one.length);
}

/** `postgres`, `changeme`: redacted in logs, but ordinary words must not block a change or be redacted in a task. */
const ordinaryWord = /^[a-z]{1,15}$/i;

/** The secrets that cannot be mistaken for a word. */
export const findKeys = (environment: NodeJS.ProcessEnv): readonly string[] =>
  findSecrets(environment).filter((secret) => !ordinaryWord.test(secret));

/** Up to the last `@` before the host; without one, the password may contain a `/`. */
const urlPassword = /:\/\/[^\s:@/]*:(?:([^\s/]+)|(\S+))@/g;
/** `Server=db;Password=…;` and `?user=u&password=…` */
const assignment = /(?:^|[;&?\s])([\w.-]+)=([^;&\s]+)/g;

const anyForm = new RegExp(secretForms, 'g');

/** Secrets within a value. An ordinary word in a URL is the password of a test database. */
function secretParts(value: string): readonly string[] {
  const inUrls = [...value.matchAll(urlPassword)].map(([, plain, unusual]) => plain ?? unusual ?? '');
  const assigned = [...value.matchAll(assignment)].flatMap(([, name = '', text = '']) =>
    isSecretName(name) ? [text] : [],
  );
  const found = [...inUrls, ...assigned].filter((part) => !ordinaryWord.test(part));
  const forms = value.match(anyForm) ?? [];
  return [...found, ...found.map(decodeUrl), ...forms.map((form) => form.replace(/^bearer /i, ''))];
}

function decodeUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a `%` that encodes no character
  }
}

/** The secret as it appears in a URL, in JSON, in a header, in hexadecimal digits, and in UTF-16. */
export const secretEncodings = (secret: string): readonly string[] => [
  ...new Set([
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('hex').toUpperCase(),
    [...secret].join('\0'),
    ...[0, 1, 2].flatMap((offset) => base64At(secret, offset)),
  ]),
];

/** Base64 of a text that has the secret after `offset` bytes: without the characters that its neighbours change. */
function base64At(secret: string, offset: number): readonly string[] {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
  const first = Math.ceil((offset * 8) / 6);
  const last = Math.floor((bytes.length * 8) / 6);
  const base64 = bytes.toString('base64').slice(first, last);
  return [base64, base64.replaceAll('+', '-').replaceAll('/', '_')];
}
