/**
 * Removes secrets from everything before it is written.
 *
 *   R1. Known secrets, in any encoding, and text with the form of a well-known key become `[redacted]`.
 *   R2. All other bytes stay unchanged, even if they are not text.
 *   R3. A secret that arrives in pieces is found too (see stream).
 */
import { findKeys, findSecrets, secretEncodings } from './known-secrets.ts';
import { secretForms } from './secret-patterns.ts';

const redacted = '[redacted]';

export interface Redactor {
  text(text: string): string;
  bytes(bytes: Uint8Array): Buffer;
  /** Redacts every text in a value, at any depth. Returns the same value if it has no secret. */
  deep<Value>(value: Value): Value;
  /** The pattern for bytes as latin1, one character per byte; for the stream. */
  readonly inBytes: RegExp;
  /** Length of the longest known secret in bytes. */
  readonly longest: number;
}

export function redactorFor(environment: NodeJS.ProcessEnv, secrets = findSecrets(environment)): Redactor {
  const known = secrets.flatMap(secretEncodings);
  const knownBytes = known.map((secret) => Buffer.from(secret).toString('latin1'));
  const inText = pattern(known);
  const inBytes = pattern(knownBytes);
  const text = (whole: string) => whole.replace(inText, redacted);
  return {
    text,
    bytes: (bytes) => Buffer.from(Buffer.from(bytes).toString('latin1').replace(inBytes, redacted), 'latin1'),
    deep: (value) => eachText(value, text),
    inBytes,
    longest: Math.max(0, ...knownBytes.map(({ length }) => length)),
  };
}

/** Redacts the secrets of this process. Read for each call: it is cheap, and a variable may be set late. */
export const ownRedactor = (): Redactor => redactorFor(process.env);

/** For texts of users and journals: an ordinary word that is a password may also name a state or a branch. */
export const keyRedactor = (): Redactor => redactorFor(process.env, findKeys(process.env));

const pattern = (known: readonly string[]) => new RegExp([...known.map(escapePattern), secretForms].join('|'), 'g');

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Applies `text` to every text in a value, at any depth; returns the same value if nothing changed. */
export const eachText = <Value>(value: Value, text: (whole: string) => string): Value => mapTexts(value, text) as Value;

function mapTexts(value: unknown, text: (whole: string) => string): unknown {
  if (typeof value === 'string') return text(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const clean = value.map((each) => mapTexts(each, text));
    return clean.some((each, at) => each !== value[at]) ? clean : value;
  }
  const entries = Object.entries(value);
  const clean = entries.map(([name, each]) => [text(name), mapTexts(each, text)] as const);
  const isChanged = clean.some(([name, each], at) => name !== entries[at]?.[0] || each !== entries[at]?.[1]);
  return isChanged ? Object.fromEntries(clean) : value;
}
