import { generateKeyPairSync, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findKeys, findSecrets } from './known-secrets.ts';
import { redactorFor } from './redactor.ts';
import { redactedStream } from './stream.ts';

const key = 'sk-ant-api03-planted0123456789abcdef';
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const pem = privateKey.trim();
const { text, bytes, deep } = redactorFor({ DB_PASSWORD: 'pa ss"wörd/1', ANTHROPIC_API_KEY: 'plain-provider-key' });

describe('a secret', () => {
  test('is the value of a variable with a telling name, if it is long enough and not a file', () => {
    const environment = {
      OPENAI_API_KEY: 'open-sesame',
      MY_TOKEN: 'token-of-mine',
      SECRET_KEY_BASE: 'base-of-keys',
      MONKEY: 'not-a-name',
      DATABASE_PASSWORD: 'password-1',
      SHORT_KEY: 'short',
      SSH_KEY: import.meta.filename,
      KEYBOARD: 'qwertyuiop',
      TOKEN_FILE: 'a-file-name',
      PATH: '/usr/bin:/bin',
    };
    expect(findSecrets(environment)).toEqual(['token-of-mine', 'base-of-keys', 'open-sesame', 'password-1']);
  });

  test.each([
    ['an Anthropic key', key],
    ['an OpenAI key', 'sk-proj-0123456789abcdefABCDEF'],
    ['a GitHub token', `ghp_${'a1B2'.repeat(9)}`],
    ['a fine-grained GitHub token', `github_pat_${'a1B2_'.repeat(8)}`],
    ['an AWS key id', 'AKIAIOSFODNN7EXAMPLE'],
    ['a Slack token', 'xoxb-1234567890-abcdefghij'],
    ['a JWT', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl'],
    ['a private key', pem],
    ['a private key whose end is missing', pem.slice(0, 400)],
    ['a private key in one line', pem.replaceAll('\n', '\\n')],
    ['a secret with a space, a quote and an umlaut', 'pa ss"wörd/1'],
    ['one in JSON', 'pa ss\\"wörd/1'],
    ['one in a URL', 'pa%20ss%22w%C3%B6rd%2F1'],
    ['one in a header', Buffer.from('plain-provider-key').toString('base64').replace('=', '')],
    ['one in hexadecimal digits', Buffer.from('plain-provider-key').toString('hex')],
    ['one in UTF-16', [...'plain-provider-key'].join('\0')],
  ])('%s', (_, secret) => {
    expect(text(`key="${secret}"`)).toBe('key="[redacted]"');
    expect(bytes(Buffer.from(`\n${secret}\n`)).toString()).toMatch(/^\n?\[redacted\]\n?$/);
  });

  test.each([
    'task-1234567890-abcdefghijklmnop',
    'sk-learn-is-not-a-secret-name',
    'the token is long',
    'AKIA',
    'eyJ.eyJ.',
  ])('not %s', (word) => expect(text(word)).toBe(word));

  test.each(['', 'a', 'ab', 'user:'])('is found in the base64 of a text that starts with "%s"', (before) => {
    const encoded = Buffer.from(`${before}plain-provider-key, and more`).toString('base64');
    expect(text(encoded)).toMatch(/^[\w+/]{0,8}\[redacted\][\w+/]+=*$/);
  });

  test('keeps prose after a truncated key, because it may hold a finding', () => {
    const review = `${pem.slice(0, 100)}\n- [high] key.pem: a key\nNo findings.`;
    expect(text(review)).toBe('[redacted]\n- [high] key.pem: a key\nNo findings.');
  });
});

test('keeps bytes that are not text', () => {
  const noise = randomBytes(100_000);
  expect(bytes(noise).equals(noise)).toBe(true);
});

test('searches a value at every depth, including names', () => {
  expect(deep({ a: [key, { [key]: 1 }], b: null, c: true })).toEqual({
    a: ['[redacted]', { '[redacted]': 1 }],
    b: null,
    c: true,
  });
});

describe('R4 a secret in pieces', () => {
  const redactor = redactorFor({ A_PASSWORD: 'two words\nand a line', ANTHROPIC_API_KEY: 'plain-provider-key' });
  const inPieces = (whole: string, size: number) => {
    const stream = redactedStream(redactor);
    const input = Buffer.from(whole);
    const out: Buffer[] = [];
    for (let at = 0; at < input.length; at += size) out.push(stream.push(input.subarray(at, at + size)));
    return Buffer.concat([...out, stream.end()]).toString();
  };
  const url = 'postgres://app:s3cr3t-pw@db/app';
  const secrets = [
    key,
    pem,
    'two words\nand a line',
    'plain-provider-key',
    'AKIAIOSFODNN7EXAMPLE',
    'Bearer abcdef0123456789',
    url,
  ];
  const whole = `before ${secrets.join(' between\n')}\nafter 한국어 ---- -----BEGIN nothing\n`;

  test.each([1, 2, 3, 7, 16, 100, 1000, 100_000])('of %i bytes is redacted', (size) => {
    expect(inPieces(whole, size)).toBe(redactor.text(whole));
  });

  test.each([1, 2, 5, 11])('of %i bytes is redacted at the start of the stream', (size) => {
    expect(inPieces('two words\nand a line two words\nand a line', size)).toBe('[redacted] [redacted]');
  });

  test('is found at any cut, and nothing else changes', () => {
    const word = fc.constantFrom(
      ...secrets,
      'task-1234567890-abcdefghijklmnop',
      ' ',
      '\n',
      '-',
      '-----BEGIN ',
      'two words\nand',
      '한',
    );
    const pieces = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), pieces, (words, sizes) => {
        const text = words.join(' '); // joined secrets are one word and no secret
        const stream = redactedStream(redactor);
        const input = Buffer.from(text);
        const out: Buffer[] = [];
        for (let at = 0, n = 0; at < input.length; n++) {
          const size = sizes[n % sizes.length] ?? 1;
          out.push(stream.push(input.subarray(at, at + size)));
          at += size;
        }
        expect(Buffer.concat([...out, stream.end()]).toString()).toBe(redactor.text(text));
      }),
      { numRuns: 300 },
    );
  });

  test('does not hold back ordinary lines', () => {
    const stream = redactedStream(redactorFor({}));
    expect(stream.push(Buffer.from('a line\nand')).toString()).toBe('a line\n');
    expect(stream.push(Buffer.from(' more\n')).toString()).toBe('and more\n');
  });
});

test.each([
  ['one line', 'x'.repeat(8_000_000)],
  ['repeated starts of keys', 'sk-'.repeat(2_000_000)],
  ['repeated starts of blocks', '-----BEGIN PRIVATE KEY-----'.repeat(200_000)],
  ['starts of bearers', 'Bearer abc '.repeat(500_000)],
  ['bearers of one token', `Bearer ${'ab-'.repeat(2_000_000)}`],
  ['starts of URLs', 'a://b:c'.repeat(1_000_000)],
  ['halves of tokens', 'eyJabcdefghij.eyJ-'.repeat(300_000)],
])('R5 megabytes of %s take only a moment', (_, whole) => {
  const began = process.cpuUsage(); // not the wall clock: the machine may be busy
  const stream = redactedStream(redactorFor({ A_KEY: 'some-known-key' }));
  const input = Buffer.from(whole);
  for (let at = 0; at < input.length; at += 65_536) stream.push(input.subarray(at, at + 65_536));
  stream.end();
  expect(process.cpuUsage(began).user).toBeLessThan(5_000_000);
});

test('returns the same value if it has no secret, at any depth', () => {
  const { deep: clean } = redactorFor({ A_KEY: 'some-known-key' });
  const value = { list: [1, 'two', { three: null }], text: 'plain' };
  expect(clean(value)).toBe(value);
  const both = { changed: ['some-known-key'], same: value };
  expect(clean(both)).toEqual({ changed: ['[redacted]'], same: value });
  expect(clean(both).same).toBe(value);
});

test('the redactor for journals keeps a password that is an ordinary word, and removes a key', () => {
  const environment = { DB_PASSWORD: 'postgres', API_KEY: 'Zq7-not-a-word' };
  const { text: named } = redactorFor(environment, findKeys(environment));
  expect(named('postgres and Zq7-not-a-word')).toBe('postgres and [redacted]');
  expect(redactorFor(environment).text('postgres')).toBe('[redacted]');
});
