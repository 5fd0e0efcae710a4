import { describe, expect, test } from 'vitest';
import {
  columnWidth,
  firstLineOf,
  printable,
  printableJson,
  printableLines,
  printableList,
  printableOutput,
  truncateToColumns,
  wrapToColumns,
} from './printable.ts';

describe('text for a terminal', () => {
  test('cannot move the cursor, set the window title or change the text direction', () => {
    expect(printable('a\u001b[2J\u0007b\rc\u202ed\u009be')).toBe('a [2J b c d e');
  });

  test('is truncated by columns, not by characters, so that a line never wraps', () => {
    expect(truncateToColumns('abcdef', 6)).toBe('abcdef');
    expect(truncateToColumns('abcdefg', 6)).toBe('abcde…');
    expect(truncateToColumns('한글로 된 명령', 14)).toBe('한글로 된 명령');
    expect(truncateToColumns('한글로 된 명령', 8)).toBe('한글로…');
  });

  test('keeps its line breaks, and each line is safe', () => {
    expect(printableLines('a\r\nb\u001b[2J\n\nc')).toBe('a\nb [2J\n\nc');
  });

  test('has no mark that changes the direction', () => {
    expect(printable('a\u061cb\u200ec\u200fd\u202be\u2067f')).toBe('a b c d e f');
  });

  test('keeps the colours of the harness if it has colours, and no other sequence', () => {
    const text = '\u001b[32m✓\u001b[39m a\tb\u001b[2J\r\nc\u001b]0;t\u0007\n';
    expect(printableOutput(text, true)).toBe('\u001b[32m✓\u001b[39m a\tb [2J\nc ]0;t \n');
    expect(printableOutput(text, false)).toBe(' [32m✓ [39m a\tb [2J\nc ]0;t \n');
    expect(printableOutput('plain\ntext\n', false)).toBe('plain\ntext\n');
  });

  test('in JSON is escaped and stays the same value', () => {
    const value = { 'a\u202e': ['\u009b31m', '\u001b', '한글\u200f\u007f'] };
    const text = printableJson(JSON.stringify(value));
    expect(text).toBe(String.raw`{"a\u202e":["\u009b31m","\u001b","한글\u200f\u007f"]}`);
    expect(JSON.parse(text)).toEqual(value);
  });

  test('of a list has one line each', () => {
    expect(printableList(['a\nb', 'c'])).toBe('\n  a b\n  c');
  });

  test('is measured in columns', () => {
    expect(['abc', '한글', 'a한', ''].map(columnWidth)).toEqual([3, 4, 3, 0]);
  });

  test('is wrapped between words, and no word is cut', () => {
    expect(wrapToColumns('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrapToColumns('한글 두 자', 7)).toEqual(['한글 두', '자']);
    expect(wrapToColumns('  Test : npm test', 12)).toEqual(['  Test : npm', 'test']);
    expect(wrapToColumns('averylongword b', 4)).toEqual(['averylongword', 'b']);
    expect(wrapToColumns('', 4)).toEqual(['']);
  });

  test('of several lines is shortened to the first', () => {
    expect(firstLineOf('\n one\ntwo')).toBe('one');
  });
});
