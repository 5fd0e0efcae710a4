import { expect, test } from 'vitest';
import { createsSpecialFile, type FileDiff, listPaths, readDiff } from './diff.ts';
import { fitLineEndings, writeDiff } from './diff-text.ts';

const one = '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n';
const first = (diff: string): FileDiff => readDiff(diff)[0] as FileDiff;

test('reads a file with its hunks', () => {
  expect(readDiff(one)).toEqual([
    {
      from: 'src/a.ts',
      to: 'src/a.ts',
      extended: [],
      hunks: [{ fromLine: 1, toLine: 1, lines: [' one', '-two', '+TWO'] }],
    },
  ]);
});

test('WO-17 ignores a line that looks like a header inside the counted lines of a hunk', () => {
  const diff = '--- a/x.sql\n+++ b/x.sql\n@@ -1,2 +1,2 @@\n keep\n--- a/../../etc/passwd\n+++ b/../../etc/passwd\n';
  expect(listPaths(readDiff(diff))).toEqual(['x.sql']);
});

test('a hunk with a count that is too high does not include the next header', () => {
  const diff = `--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n-a\n+b\n${one}`;
  expect(listPaths(readDiff(diff))).toEqual(['x', 'src/a.ts']);
  expect(first(diff).hunks[0]?.lines).toEqual(['-a', '+b']);
});

test('a hunk with a count that is too low loses no line', () => {
  expect(first('--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-a\n+b\n c\n+d\n\n').hunks[0]?.lines).toEqual([
    '-a',
    '+b',
    ' c',
    '+d',
  ]);
});

test('writes correct counts, and reads its own output as the same diff', () => {
  const diff = '--- a/x\n+++ b/x\n@@ -3 +3,9 @@ function f() {\n-a\n+b\n\n c\n';
  const text = writeDiff(readDiff(diff));
  expect(text).toBe('diff --git a/x b/x\n--- a/x\t\n+++ b/x\t\n@@ -3,3 +3,3 @@\n-a\n+b\n \n c\n');
  expect(writeDiff(readDiff(text))).toBe(text);
});

test.each([
  ['--- /dev/null\n+++ b/new.ts', null, 'new.ts'],
  ['--- a/old.ts\n+++ /dev/null', 'old.ts', null],
  ['--- src/a.ts\n+++ src/a.ts', 'src/a.ts', 'src/a.ts'],
  ['--- a/a.ts\n+++ a/a.ts', 'a/a.ts', 'a/a.ts'],
  ['--- a/my file.ts\t2026-01-01\n+++ b/my file.ts\t2026-01-01', 'my file.ts', 'my file.ts'],
  ['--- "a/\\355\\225\\234.ts"\n+++ "b/\\355\\225\\234.ts"', '한.ts', '한.ts'],
  ['--- a/-dash\n+++ b/-dash', '-dash', '-dash'],
  ['--- a/../x\n+++ b/../x', '../x', '../x'],
  ['--- /etc/passwd\n+++ /etc/passwd', '/etc/passwd', '/etc/passwd'],
])('reads the names in %j', (header, from, to) => {
  expect(first(`${header}\n@@ -1 +1 @@\n-a\n+b\n`)).toMatchObject({ from, to });
});

test.each([
  ['diff --git a/my file b/my file\nnew file mode 100644', null, 'my file'],
  ['diff --git a/my file b/my file\ndeleted file mode 100644', 'my file', null],
  ['diff --git "a/\\355\\225\\234" "b/\\355\\225\\234"\nold mode 100644\nnew mode 100755', '한', '한'],
])('reads an empty file or a mode from the header of git: %j', (diff, from, to) => {
  expect(readDiff(`${diff}\ndiff --git a/src/a.ts b/src/a.ts\n${one}`)).toMatchObject([
    { from, to, hunks: [] },
    { from: 'src/a.ts' },
  ]);
});

test('reads renames and copies, and writes the names that it read', () => {
  const diff = 'diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n';
  expect(readDiff(diff)).toMatchObject([{ from: 'x', to: 'y', hunks: [] }]);
  const lying = `${'diff --git a/x b/y\nrename from ../evil\nrename to y\n'}${one}`;
  expect(listPaths(readDiff(lying))).toEqual(['src/a.ts']);
  expect(writeDiff(readDiff(lying))).not.toContain('evil');
});

test.each(['new file mode 120000', 'new mode 160000', 'deleted file mode 120000', 'new mode 100777'])(
  'a diff with %j creates no regular file',
  (mode) => {
    const file = first(`diff --git a/l b/l\n${mode}\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+x\n`);
    expect(createsSpecialFile(file)).toBe(true);
  },
);

test('accepts the modes of regular files', () => {
  expect(createsSpecialFile(first(`diff --git a/l b/l\nold mode 100644\nnew mode 100755\n${one}`))).toBe(false);
});

test('removes carriage returns of the Markdown, but keeps those of the file', () => {
  expect(first(one.replaceAll('\n', '\r\n')).hunks[0]?.lines).toEqual([' one', '-two', '+TWO']);
  const own = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\r\n+b\r\n';
  expect(first(own).hunks[0]?.lines).toEqual(['-a\r', '+b\r']);
});

test('adds carriage returns for a file with Windows line endings', () => {
  const lines = (text: string | null) => fitLineEndings(first(one), text).hunks[0]?.lines;
  expect(lines('one\r\ntwo\r\n')).toEqual([' one\r', '-two\r', '+TWO\r']);
  expect(fitLineEndings(first(`${one}\\ No newline at end of file\n`), 'one\r\ntwo').hunks[0]?.lines[2]).toBe('+TWO');
  expect(lines('one\r\ntwo\n')).toEqual([' one', '-two', '+TWO']);
  expect(lines(null)).toEqual([' one', '-two', '+TWO']);
});

test('does not change a diff that changes line endings', () => {
  const file = first('--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\r\n+a\n');
  expect(fitLineEndings(file, 'a\r\n')).toBe(file);
});

test('writes the mode of a new or deleted file even if only the names show it', () => {
  const text = writeDiff(
    readDiff('--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x\n--- a/o\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n'),
  );
  expect(text).toContain('diff --git a/n b/n\nnew file mode 100644\n--- /dev/null\n');
  expect(text).toContain('diff --git a/o b/o\ndeleted file mode 100644\n--- a/o\t\n+++ /dev/null\n');
});

test('finds no file in a text without a diff', () => {
  expect(readDiff('nothing\n@@ -1 +1 @@\n-a\n+b\n')).toEqual([]);
});
