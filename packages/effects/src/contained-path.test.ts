import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resolveContained } from './contained-path.ts';
import { testFolder } from './test-folder.ts';

async function lane() {
  const outside = await testFolder();
  const root = join(outside, 'lane');
  await mkdir(join(root, 'src'), { recursive: true });
  await writeFile(join(root, 'src/a.js'), '');
  await writeFile(join(outside, 'secret'), '');
  return { root, outside };
}

test.each([
  'src/a.js',
  'src/new.js',
  'new/deep/file',
  './src/a.js',
  'src/../other',
  'src',
  '..data',
  'src/a.js/below-a-file',
])('%s is inside', async (path) => {
  const { root } = await lane();
  expect(resolveContained(root, path)).toEqual({ ok: true, path: join(root, path) });
});

test.each(['../secret', 'src/../../secret', '..', '/etc/passwd', '', '.', 'src/..', './', 'a\0b', 'a/../..'])(
  '%j is outside',
  async (path) => expect(resolveContained((await lane()).root, path)).toEqual({ ok: false, why: 'outside' }),
);

test.each(
  [
    ['.git', '.git/config', '.GIT/hooks/pre-commit', '.Git', 'sub/.git/HEAD', 'src/../.git/x', './/.git//x'],
    ['.g\u200cit/config', '.git./config', '.git /x', 'GIT~1/config'],
  ].flat(),
)('%j belongs to git', async (path) => {
  expect(resolveContained((await lane()).root, path)).toEqual({ ok: false, why: 'git' });
});

test.each(['.gitignore', '.github/workflows/ci.yml', 'src/git', 'my.git/x'])(
  '%s does not belong to git',
  async (path) => {
    expect(resolveContained((await lane()).root, path)).toMatchObject({ ok: true });
  },
);

test('follows no link: neither to outside nor inside, nor a dangling one, nor in a parent', async () => {
  const { root, outside } = await lane();
  await symlink(outside, join(root, 'out'));
  await symlink(join(root, 'src'), join(root, 'in'));
  await symlink('nowhere', join(root, 'dangling'));
  await symlink('loop', join(root, 'loop'));
  for (const path of ['out', 'out/secret', 'in/a.js', 'dangling', 'dangling/x', 'loop', 'loop/x', 'src/../out/secret'])
    expect(resolveContained(root, path)).toEqual({ ok: false, why: 'link' });
});

test('the folder itself may be reached through a link', async () => {
  const { root, outside } = await lane();
  await symlink(root, join(outside, 'alias'));
  expect(resolveContained(join(outside, 'alias'), 'src/a.js')).toEqual({ ok: true, path: join(root, 'src/a.js') });
});
