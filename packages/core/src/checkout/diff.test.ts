import { expect, test } from 'vitest';
import { type FileDiff, makesNoFile, namesIn, readDiff } from './diff.ts';
import { fitLineEndings, writeDiff } from './diff-text.ts';

const one = '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n';
const first = (diff: string): FileDiff => readDiff(diff)[0] as FileDiff;

test('a file is read with its hunks', () => {
  expect(readDiff(one)).toEqual([
    {
      ...{ from: 'src/a.ts', to: 'src/a.ts', extended: [] },
      hunks: [{ fromLine: 1, toLine: 1, lines: [' one', '-two', '+TWO'] }],
    },
  ]);
});

test('WO-17 a line of a file that looks like a header is none, as long as the hunk counts it', () => {
  const diff = '--- a/x.sql\n+++ b/x.sql\n@@ -1,2 +1,2 @@\n keep\n--- a/../../etc/passwd\n+++ b/../../etc/passwd\n';
  expect(namesIn(readDiff(diff))).toEqual(['x.sql']);
});

test('a hunk that says it is longer than it is cannot swallow the next header', () => {
  const diff = `--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n-a\n+b\n${one}`;
  expect(namesIn(readDiff(diff))).toEqual(['x', 'src/a.ts']);
  expect(first(diff).hunks[0]?.lines).toEqual(['-a', '+b']);
});

test('a hunk that says it is shorter than it is loses nothing', () => {
  expect(first('--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-a\n+b\n c\n+d\n\n').hunks[0]?.lines).toEqual([
    '-a',
    '+b',
    ' c',
    '+d',
  ]);
});

test('what is written has true counts, and is read as the same', () => {
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
])('the names in %j', (header, from, to) => {
  expect(first(`${header}\n@@ -1 +1 @@\n-a\n+b\n`)).toMatchObject({ from, to });
});

test.each([
  ['diff --git a/my file b/my file\nnew file mode 100644', null, 'my file'],
  ['diff --git a/my file b/my file\ndeleted file mode 100644', 'my file', null],
  ['diff --git "a/\\355\\225\\234" "b/\\355\\225\\234"\nold mode 100644\nnew mode 100755', '한', '한'],
])('an empty file or a mode has only the header of git: %j', (diff, from, to) => {
  expect(readDiff(`${diff}\ndiff --git a/src/a.ts b/src/a.ts\n${one}`)).toMatchObject([
    { from, to, hunks: [] },
    { from: 'src/a.ts' },
  ]);
});

test('renames and copies are read, and git is told the names that were read', () => {
  const diff = 'diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n';
  expect(readDiff(diff)).toMatchObject([{ from: 'x', to: 'y', hunks: [] }]);
  const lying = `${'diff --git a/x b/y\nrename from ../evil\nrename to y\n'}${one}`;
  expect(namesIn(readDiff(lying))).toEqual(['src/a.ts']);
  expect(writeDiff(readDiff(lying))).not.toContain('evil');
});

test.each(['new file mode 120000', 'new mode 160000', 'deleted file mode 120000', 'new mode 100777'])(
  'a diff with %j makes no plain file',
  (mode) => {
    const file = first(`diff --git a/l b/l\n${mode}\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+x\n`);
    expect(makesNoFile(file)).toBe(true);
  },
);

test('modes of plain files are fine', () => {
  expect(makesNoFile(first(`diff --git a/l b/l\nold mode 100644\nnew mode 100755\n${one}`))).toBe(false);
});

test('carriage returns of the Markdown are not the file’s; those of the file are', () => {
  expect(first(one.replaceAll('\n', '\r\n')).hunks[0]?.lines).toEqual([' one', '-two', '+TWO']);
  const own = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\r\n+b\r\n';
  expect(first(own).hunks[0]?.lines).toEqual(['-a\r', '+b\r']);
});

test('a file that ends its lines as Windows does gets lines that end so', () => {
  const lines = (text: string | null) => fitLineEndings(first(one), text).hunks[0]?.lines;
  expect(lines('one\r\ntwo\r\n')).toEqual([' one\r', '-two\r', '+TWO\r']);
  expect(fitLineEndings(first(`${one}\\ No newline at end of file\n`), 'one\r\ntwo').hunks[0]?.lines[2]).toBe('+TWO');
  expect(lines('one\r\ntwo\n')).toEqual([' one', '-two', '+TWO']);
  expect(lines(null)).toEqual([' one', '-two', '+TWO']);
});

test('a diff that changes the line ends themselves is left as it is', () => {
  const file = first('--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\r\n+a\n');
  expect(fitLineEndings(file, 'a\r\n')).toBe(file);
});

test('git is told that a file is new or goes, also when only the names say so', () => {
  const text = writeDiff(
    readDiff('--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x\n--- a/o\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n'),
  );
  expect(text).toContain('diff --git a/n b/n\nnew file mode 100644\n--- /dev/null\n');
  expect(text).toContain('diff --git a/o b/o\ndeleted file mode 100644\n--- a/o\t\n+++ /dev/null\n');
});

test('a text that is no diff has no file', () => {
  expect(readDiff('nothing\n@@ -1 +1 @@\n-a\n+b\n')).toEqual([]);
});
