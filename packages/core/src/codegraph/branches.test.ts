import { expect, test } from 'vitest';
import { countBranches } from './branches.ts';

test.each([
  ['a.ts', 'const a = () => 1;', 0],
  ['a.ts', 'if (a && b) return c ?? d; else if (e) return f ? 1 : 2;', 5],
  ['a.ts', 'for (const a of b) { switch (a) { case 1: break; case 2: break; } }', 3],
  ['a.ts', 'const b = a?.b; const c = (d?: string) => d;', 0],
  ['a.ts', '// if\n/* while\n if */ const a = "if" + \'for\' + `while`;', 0],
  ['a.ts', 'const quote = /[\'"]/;\nif (a) b();', 1],
  ['a.py', '# if\ndef a():\n    """if"""\n    return b if c and d else e  # or', 2],
  ['a.rb', 'puts 1 unless a\nbegin; rescue; end', 2],
  ['a.go', 'for i := range a { if err != nil { return } }\nvar s = "if"', 2],
  ['a.rs', 'match a { Some(b) if b > 1 => c, None => d }\nlet e = f()?;', 2],
])('%s: %s has %i branches', (path, text, branches) => {
  expect(countBranches(text, path)).toBe(branches);
});

test('a million quotes, comments or escapes take no longer than other texts', () => {
  const from = performance.now();
  for (const part of ['"', "'", '`', '/*', '/', '\\', '\\"', "\\'", '\\`', '"""a', "'''a", '"a\n', 'if ', ' ? '])
    for (const path of ['a.ts', 'a.py']) countBranches(part.repeat(Math.floor(1_000_000 / part.length)), path);
  expect(performance.now() - from).toBeLessThan(10_000);
});
