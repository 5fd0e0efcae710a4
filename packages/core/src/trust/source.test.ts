import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyMutant,
  type CodeUnit,
  type CommentStyle,
  commentSource,
  emptySource,
  type Mutant,
  type SourceFacts,
} from './source.ts';

const unit = (start: number, end: number, firstLine: number, lastLine: number): CodeUnit => ({
  start,
  end,
  empty: '-',
  blank: '*',
  firstLine,
  lastLine,
});

const facts = (units: readonly CodeUnit[], comments: CommentStyle = 'block'): SourceFacts => ({
  comments,
  units,
  mutants: [],
  tests: [],
  support: {
    empty: [{ at: 0, text: '<' }],
    blank: [
      { at: 0, text: '<' },
      { at: 9, text: '>' },
    ],
  },
});

describe('emptySource', () => {
  const text = 'aaa\nbbb\nc';
  const both = facts([unit(5, 6, 2, 2), unit(0, 2, 1, 1)]);

  test('replaces all units, or those with one of the lines', () => {
    expect(emptySource(text, both, 'all', 'empty')).toBe('</* aa */-a\nb/* b */-b\nc');
    expect(emptySource(text, both, new Set([2]), 'empty')).toBe('<aaa\nb/* b */-b\nc');
    expect(emptySource(text, both, 'all', 'blank')).toBe('</* aa */*a\nb/* b */*b\nc>');
  });

  test('leaves the text as it is if no unit has one of the lines', () => {
    expect(emptySource(text, both, new Set([3]), 'blank')).toBe(text);
    expect(emptySource(text, facts([]), 'all', 'empty')).toBe(text);
  });

  test('replaces only the outermost of nested units', () => {
    const nested = facts([unit(1, 2, 1, 1), unit(0, 7, 1, 2), unit(4, 6, 2, 2)]);
    expect(emptySource(text, nested, 'all', 'empty')).toBe('</* aaa\nbbb */-\nc');
    expect(emptySource(text, nested, new Set([2]), 'empty')).toBe('</* aaa\nbbb */-\nc');
  });

  test('V4 keeps the replaced code as a comment that does not end early', () => {
    const code = 'f = () => { g(/*/); }';
    const braces: CodeUnit = { ...unit(10, code.length, 1, 1), empty: '{}' };
    const own = { ...facts([braces]), support: { empty: [], blank: [] } };
    expect(emptySource(code, own, 'all', 'empty')).toBe('f = () => {/* { g(/* /); } */}');
  });

  test('V4 comments lines where the code starts one', () => {
    const code = 'def f():\n  a\n  b\nc = 1\n';
    const own = { ...facts([unit(11, 16, 1, 3), unit(21, 22, 4, 4)], 'line'), support: { empty: [], blank: [] } };
    expect(emptySource(code, own, 'all', 'empty')).toBe('def f():\n  # a\n#   b\n  -\nc = -\n');
  });

  test('keeps all text outside the units, for any text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 9, maxLength: 20 }), fc.nat(4), fc.nat(4), (any, start, length) => {
        const one = { ...facts([unit(start, start + length, 1, 1)]), support: { empty: [], blank: [] } };
        const emptied = emptySource(any, one, 'all', 'empty');
        expect(emptied.startsWith(`${any.slice(0, start)}/* `)).toBe(true);
        expect(emptied.endsWith(` */-${any.slice(start + length)}`)).toBe(true);
      }),
    );
  });
});

test('V5 comments are added to each unit and to the end', () => {
  const own = { ...facts([unit(5, 6, 2, 2), unit(0, 2, 1, 1)]) };
  expect(commentSource('aaa\nbbb\nc', own, new Set([2]))).toBe('aaa\nb/* the same code */bb\nc\n/* the same code */\n');
  const lines = facts([unit(11, 12, 1, 2), unit(17, 18, 3, 3)], 'line');
  expect(commentSource('def f():\n  a\nc = 1\n', lines, new Set([1, 2, 3]))).toBe(
    'def f():\n  # the same code\n  a\nc = 1\n\n# the same code\n',
  );
});

test('a mutant is applied with the comment that silences the compiler', () => {
  const mutant: Mutant = { kind: 'comparison', start: 2, end: 3, text: '<=', line: 1, was: '<' };
  expect(applyMutant('a < b', { ...facts([]), mutants: [mutant] }, mutant)).toBe('<a <= b');
});
