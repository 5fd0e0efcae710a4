import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { shellQuote } from './shell-quote.ts';

describe('a path in a command', () => {
  test.each<[string, string]>([
    ['src/a.ts', 'src/a.ts'],
    ['a b.ts', "'a b.ts'"],
    ["it's", "'it'\\''s'"],
    ['a\nb', String.raw`$'a\nb'`],
    ['a\n7', String.raw`$'a\n7'`],
    ["\t'\\n", String.raw`$'\011\'\\n'`],
    ['\u00017', String.raw`$'\0017'`],
    ['\u202egpj', String.raw`$'\342\200\256gpj'`],
  ])('%j', (path, quoted) => {
    expect(shellQuote(path)).toBe(quoted);
    expect(execFileSync('bash', ['-c', `printf %s ${quoted}`], { encoding: 'utf8' })).toBe(path);
  });
});
