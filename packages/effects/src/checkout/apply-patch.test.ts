import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { performApplyPatch, performReadPatch } from './apply-patch.ts';
import { type Checkout, checkout, unwrapOutcome } from './scratch.ts';

afterAll(clearScratch);

const path = '.harness/generator/auto_fix_patch.md';
const copies = '.harness/autofix_pre_apply';

function propose(repo: Checkout, diff: string, ends = '\n') {
  const text = `## Confidence\nHigh\n\n## Diff\n\`\`\`diff\n${diff.replace(/\n+$/, '')}\n\`\`\`\n\n## Rationale\nIt was wrong.\n`;
  repo.write(path, text.replaceAll('\n', ends));
}

const apply = (repo: Checkout, args: object = {}, work = repo.contextFor('6/apply')) =>
  unwrapOutcome(
    performApplyPatch(work, { path, scope: [], foreign: [], hasGit: existsSync(join(repo.root, '.git')), ...args }),
  );

/** A checkout with uncommitted work. */
function checkoutWithWork({ git = true } = {}): Checkout {
  const repo = checkout({ git });
  repo.write('src/a b.ts', 'one\ntwo\nthree\n');
  chmodSync(join(repo.root, 'src/a b.ts'), 0o750);
  repo.write('src/한글.ts', 'one\n');
  repo.write('-gone', 'one\n');
  repo.write('untracked/bytes', new Uint8Array([0, 255, 13, 10]));
  repo.write('ignored/x', 'x');
  return repo;
}

const edit = (name: string) => `--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-one\n+ONE\n`;
const full = `${edit('src/a b.ts').replace('@@ -1 +1 @@', '@@ -1,9 +1,9 @@')} two\n three
${edit('src/한글.ts')}--- a/-gone
+++ /dev/null
@@ -1 +0,0 @@
-one
--- /dev/null
+++ b/new folder/x.ts
@@ -0,0 +1,1 @@
+new
`;

describe.each([true, false])('with git: %s', (git) => {
  test('W-117, W-118 reads the summary and the files of a patch', async () => {
    const repo = checkoutWithWork({ git });
    expect(await unwrapOutcome(performReadPatch(repo.contextFor('k'), { path }))).toEqual({ is: 'missing' });
    propose(repo, 'no hunk');
    expect(await unwrapOutcome(performReadPatch(repo.contextFor('k'), { path }))).toEqual({ is: 'empty' });
    propose(repo, full);
    const files = ['src/a b.ts', 'src/한글.ts', '-gone', 'new folder/x.ts'];
    expect(await unwrapOutcome(performReadPatch(repo.contextFor('k'), { path }))).toEqual({
      is: 'patch',
      summary: 'It was wrong.',
      files,
    });
  });

  test('W-121 applies a patch completely, also with wrong line counts; modes and all other files stay', async () => {
    const repo = checkoutWithWork({ git });
    propose(repo, full);
    const before = repo.files();
    expect(await apply(repo)).toEqual({
      is: 'applied',
      files: ['src/a b.ts', 'src/한글.ts', '-gone', 'new folder/x.ts'],
    });
    expect(repo.read('src/a b.ts')).toBe('ONE\ntwo\nthree\n');
    expect(repo.read('src/한글.ts')).toBe('ONE\n');
    expect(repo.read('new folder/x.ts')).toBe('new\n');
    expect(existsSync(join(repo.root, '-gone'))).toBe(false);
    const after = repo.files();
    expect(after['src/a b.ts']?.slice(0, 4)).toBe('750 ');
    for (const same of ['untracked/bytes', 'ignored/x']) expect(after[same]).toBe(before[same]);
  });

  test('W-119 keeps copies of the changed files, and with git also a commit', async () => {
    const repo = checkoutWithWork({ git });
    propose(repo, full);
    const work = repo.contextFor('6/apply');
    await apply(repo, {}, work);
    expect(repo.read(`${copies}/src/a b.ts`)).toBe('one\ntwo\nthree\n');
    expect(repo.read(`${copies}/-gone`)).toBe('one\n');
    expect(work.reported).toEqual(git ? ['refs/harness/kept/run-1/1'] : []);
    if (git) expect(repo.git('show', 'refs/harness/kept/run-1/1:src/a b.ts')).toBe('one\ntwo\nthree');
  });

  test('W-121 a hunk that does not fit leaves every byte and every mode unchanged', async () => {
    const repo = checkoutWithWork({ git });
    propose(repo, `${edit('src/한글.ts')}${edit('src/a b.ts').replace('-one', '-nine')}`);
    const [before, status] = [repo.files(), git ? repo.git('status', '--porcelain', '-uall') : ''];
    expect(await apply(repo)).toMatchObject({
      is: 'reverted',
      files: ['src/한글.ts', 'src/a b.ts'],
      reason: expect.stringContaining('patch failed'),
    });
    expect(repo.files()).toEqual(before);
    if (git) expect(repo.git('status', '--porcelain', '-uall')).toBe(status);
  });

  test.each([
    '../outside.ts',
    '/etc/passwd',
    '.git/hooks/pre-commit',
    '.harness/state.json',
    'docs/harness/x/spec.md',
    'memory/x',
    'src/../../x',
  ])('W-120, W-157 refuses a patch for %s by its path, and changes nothing', async (name) => {
    const repo = checkoutWithWork({ git });
    propose(repo, `${edit('src/한글.ts')}${edit(name)}`);
    const before = repo.files();
    expect(await apply(repo)).toEqual({ is: 'refused', path: name });
    expect(repo.files()).toEqual(before);
    expect(existsSync(join(repo.root, '.harness/state.json'))).toBe(false);
  });

  test('W-156 refuses a file outside the scope, behind a link, in place of a folder, or of the user', async () => {
    const repo = checkoutWithWork({ git });
    const elsewhere = join(repo.home, 'elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'x'), 'one\n');
    symlinkSync(elsewhere, join(repo.root, 'planted'));
    symlinkSync('한글.ts', join(repo.root, 'src/link.ts'));
    const before = repo.files();
    const refused = async (name: string, args: object = {}) => {
      propose(repo, edit(name));
      expect(await apply(repo, args)).toEqual({ is: 'refused', path: name });
    };
    await refused('readme.md', { scope: ['src'] });
    await refused('planted/x');
    await refused('src/link.ts');
    await refused('src');
    await refused('src/한글.ts', { foreign: ['src/한글.ts'] });
    await refused('untracked/bytes', { foreign: ['untracked/'] });
    expect(repo.files()).toEqual(before);
  });

  test('refuses a patch that creates a link or a submodule', async () => {
    const repo = checkoutWithWork({ git });
    for (const mode of ['120000', '160000']) {
      propose(repo, `diff --git a/l b/l\nnew file mode ${mode}\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc/passwd\n`);
      expect(await apply(repo)).toEqual({ is: 'refused', path: 'l' });
    }
  });

  test('ignores CRLF of the Markdown, and keeps CRLF of the file', async () => {
    const repo = checkoutWithWork({ git });
    repo.write('win.txt', 'one\r\ntwo\r\n');
    propose(repo, `${edit('win.txt').replace('@@ -1 +1 @@', '@@ -1,2 +1,2 @@')} two\n${edit('src/한글.ts')}`, '\r\n');
    expect(await apply(repo)).toMatchObject({ is: 'applied' });
    expect([repo.read('win.txt'), repo.read('src/한글.ts')]).toEqual(['ONE\r\ntwo\r\n', 'ONE\n']);
  });

  test('applies a rename with a change, and makes a file executable', async () => {
    const repo = checkoutWithWork({ git });
    const renamed =
      'diff --git a/src/한글.ts b/src/다른 글.ts\nsimilarity index 50%\nrename from src/한글.ts\nrename to src/다른 글.ts\n';
    const mode = 'diff --git a/-gone b/-gone\nold mode 100644\nnew mode 100755\n';
    propose(
      repo,
      `${renamed}--- a/src/한글.ts\n+++ b/src/다른 글.ts\n@@ -1 +1 @@\n-one\n+ONE\n${mode}${edit('-gone')}`,
    );
    expect(await apply(repo)).toMatchObject({ is: 'applied' });
    const files = repo.files();
    expect(files['src/한글.ts']).toBeUndefined();
    expect(repo.read('src/다른 글.ts')).toBe('ONE\n');
    expect(files['-gone']?.slice(0, 4)).toBe('755 ');
  });

  test('continues after a crash, and never applies a patch twice', async () => {
    const repo = checkoutWithWork({ git });
    // This patch would fit a second time.
    propose(repo, `--- a/src/한글.ts\n+++ b/src/한글.ts\n@@ -1 +1,2 @@\n+one\n one\n${edit('-gone')}`);
    await apply(repo);
    const after = repo.files();
    repo.write('-gone', 'one\n'); // as if the process had died before the second file
    writeFileSync(join(repo.root, '.-gone.harness-draft'), 'half');
    expect(await apply(repo, {}, repo.contextFor('6/apply', true))).toMatchObject({ is: 'applied' });
    expect(repo.files()).toEqual(after);
    expect(await apply(repo, {}, repo.contextFor('6/apply', true))).toMatchObject({ is: 'applied' });
    expect(repo.files()).toEqual(after);
  });

  test('leaves a file alone that another program changed, and restores the rest', async () => {
    const repo = checkoutWithWork({ git });
    propose(repo, full);
    const before = repo.files();
    await apply(repo);
    repo.write('src/한글.ts', 'by the user\n');
    expect(await apply(repo, {}, repo.contextFor('6/apply', true))).toMatchObject({
      is: 'reverted',
      reason: 'src/한글.ts was changed in the meantime',
    });
    expect(repo.read('src/한글.ts')).toBe('by the user\n');
    repo.write('src/한글.ts', 'one\n');
    expect(repo.files()).toEqual(before);
  });

  test('ignores the remains of a crash before the plan', async () => {
    const repo = checkoutWithWork({ git });
    propose(repo, full);
    const work = repo.contextFor('6/apply', true);
    mkdirSync(join(work.runFolder, 'patches/6-apply/after/src'), { recursive: true });
    writeFileSync(join(work.runFolder, 'patches/6-apply/after/src/한글.ts'), 'half');
    expect(await apply(repo, {}, work)).toMatchObject({ is: 'applied' });
    expect(repo.read('src/한글.ts')).toBe('ONE\n');
  });

  test('restores everything if a file is in place of a folder', async () => {
    const repo = checkoutWithWork({ git });
    propose(repo, `${edit('src/한글.ts')}--- /dev/null\n+++ b/-gone/below.ts\n@@ -0,0 +1 @@\n+x\n`);
    const before = repo.files();
    const result = await apply(repo).catch((error: Error) => error.message);
    expect(result).toEqual(expect.stringMatching(/ENOTDIR|EEXIST/));
    expect(repo.files()).toEqual(before);
  });

  test('a patch without a file, or for a missing file, changes nothing', async () => {
    const repo = checkoutWithWork({ git });
    const before = repo.files();
    propose(repo, '@@ -1 +1 @@\n-a\n+b');
    expect(await apply(repo)).toMatchObject({ is: 'reverted', files: [] });
    propose(repo, edit('nowhere.ts'));
    expect(await apply(repo)).toMatchObject({ is: 'reverted', files: ['nowhere.ts'] });
    rmSync(join(repo.root, path));
    expect(await apply(repo)).toMatchObject({ is: 'reverted' });
    expect(repo.files()).toEqual(before);
  });
});

test('ignores user settings that convert line endings', async () => {
  const repo = checkoutWithWork();
  vi.stubEnv('HOME', repo.home);
  vi.stubEnv('XDG_CONFIG_HOME', repo.home);
  writeFileSync(join(repo.home, '.gitconfig'), '[core]\nautocrlf = true\n[apply]\nwhitespace = error\n');
  propose(repo, edit('src/한글.ts').replace('+ONE', '+ONE  '));
  expect(await apply(repo)).toMatchObject({ is: 'applied' });
  expect(repo.read('src/한글.ts')).toBe('ONE  \n');
  vi.unstubAllEnvs();
});

test('keeps the work in a repository without a commit', async () => {
  const repo = checkoutWithWork();
  rmSync(join(repo.root, '.git'), { recursive: true });
  repo.git('init', '--quiet');
  propose(repo, edit('src/한글.ts'));
  expect(await apply(repo)).toMatchObject({ is: 'applied' });
  expect(repo.git('show', 'refs/harness/kept/run-1/1:src/한글.ts')).toBe('one');
});

test("with git, keeps a copy of an ignored file and does not touch the user's index", async () => {
  const repo = checkoutWithWork();
  repo.write('ignored/x', 'one\n');
  repo.write('readme.md', 'staged\n');
  repo.git('add', 'readme.md');
  repo.write('readme.md', 'one\n');
  propose(repo, `${edit('ignored/x')}${edit('readme.md')}`);
  expect(await apply(repo)).toMatchObject({ is: 'applied' });
  expect(repo.read(`${copies}/ignored/x`)).toBe('one\n');
  expect(repo.git('show', ':readme.md')).toBe('staged');
  expect(repo.git('show', 'refs/harness/kept/run-1/1:readme.md')).toBe('one');
  expect(readdirSync(join(repo.root, '.git')).filter((name) => name.startsWith('harness-index'))).toEqual([]);
});

/** Lines that look like a part of a diff. */
const line = fc.constantFrom(
  ...['a', 'b', '', '-- a/x', '++ b/x', '--- a/../evil', '+++ b/../evil', '@@ -1 +1 @@', '\\ No newline', '```'],
  ...['diff --git a/x b/x', 'rename from x', ' led', 'tab\t', '한글', '- item'],
);
const text = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, end, isEnded]) => lines.join(end) + (isEnded && lines.length > 0 ? end : ''));

test('applies any diff that git writes, byte for byte', async () => {
  const repo = checkout();
  let tries = 0;
  await fc.assert(
    fc.asyncProperty(text, text, async (before, after) => {
      repo.write('한 글.md', before);
      repo.git('add', '.');
      repo.write('한 글.md', after);
      const diff = repo.git('diff', '--no-ext-diff', '--src-prefix=a/', '--dst-prefix=b/');
      repo.write('한 글.md', before);
      if (!diff.includes('\n@@ ')) return;
      repo.write(path, `\`\`\`\`diff\n${diff}\n\`\`\`\`\n`);
      const work = repo.contextFor(`fuzz/${tries++}`);
      expect(await apply(repo, { hasGit: false }, work)).toMatchObject({ is: 'applied' });
      expect(repo.read('한 글.md')).toBe(after);
    }),
    { numRuns: 30 },
  );
});
