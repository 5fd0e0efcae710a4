/**
 * Takes secrets out of everything before it is written.
 *
 *   R1. A secret that we were handed, in any of its spellings, and whatever has the form of a well-known key, becomes `[redacted]`.
 *   R2. All other bytes stay as they are, also when they are no text.
 *   R3. A secret that arrives in pieces is found as well (see stream).
 */
import { findKeys, findSecrets, secretEncodings } from './known-secrets.ts';
import { secretPatterns } from './secret-patterns.ts';

const redacted = '[redacted]';

export interface Redactor {
  text(text: string): string;
  bytes(bytes: Uint8Array): Buffer;
  /** Every text in a value, at any depth. The very same value when there was nothing to take out. */
  deep<Value>(value: Value): Value;
  /** For whoever looks at pieces: bytes are read as latin1, one character each. */
  readonly inBytes: RegExp;
  /** No secret that we were handed has more bytes. */
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

/** What this process was handed. Looked at anew each time: it is cheap, and a variable may be set late. */
export const ownRedactor = (): Redactor => redactorFor(process.env);

/** For what people say and journals hold: there a password that is an ordinary word may be the name of a state or a branch. */
export const keyRedactor = (): Redactor => redactorFor(process.env, findKeys(process.env));

const pattern = (known: readonly string[]) =>
  new RegExp([...known.map(literally), ...Object.values(secretPatterns)].join('|'), 'g');

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** The value with every text in it, at any depth, as `text` makes it; the very same value when nothing changed. */
export const eachText = <Value>(value: Value, text: (whole: string) => string): Value => deep(value, text) as Value;

function deep(value: unknown, text: (whole: string) => string): unknown {
  if (typeof value === 'string') return text(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const clean = value.map((each) => deep(each, text));
    return clean.some((each, at) => each !== value[at]) ? clean : value;
  }
  const entries = Object.entries(value);
  const clean = entries.map(([name, each]) => [text(name), deep(each, text)] as const);
  const isChanged = clean.some(([name, each], at) => name !== entries[at]?.[0] || each !== entries[at]?.[1]);
  return isChanged ? Object.fromEntries(clean) : value;
}
