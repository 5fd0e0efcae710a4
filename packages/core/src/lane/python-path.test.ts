import { describe, expect, test } from 'vitest';
import { commandsIntoCheckout, editableImports, pythonPathIn } from './python-path.ts';

const roots = ['/home/ada/repo', '/data/repo'];
const file = (name: string, text: string) => ({ path: `/venv/lib/python3.12/site-packages/${name}`, text });

describe('an editable installation', () => {
  test.each([
    ['a path', '__editable__.pkg.pth', '/home/ada/repo/src\n', ['/home/ada/repo/src']],
    ['the real path, with comments', 'easy-install.pth', '# x\n/data/repo/\n/usr/share\n', ['/data/repo']],
    ['another repository', 'other.pth', '/home/ada/repository/src\n', []],
    ['a hook without the checkout', 'hook.pth', 'import os; os.getcwd()\n', []],
    [
      'a finder of setuptools',
      '__editable___pkg_finder.py',
      "MAPPING: dict[str, str] = {'pkg': '/data/repo/lib/pkg', 'one': '/data/repo/one.py'}\n",
      ['/data/repo/lib', '/data/repo'],
    ],
  ])('Y1 %s: its folders are known', (_, name, text, folders) => {
    expect(editableImports([file(name, text)], roots)).toEqual({ folders, unknown: [] });
  });

  test.each([
    ['a hook that names the checkout', file('hook.pth', "import x; x.add('/data/repo/src')\n")],
    ['a finder with another folder name', file('__editable___p_finder.py', "MAPPING = {'pkg': '/data/repo/src'}\n")],
    ['an unknown finder', file('__editable___q_finder.py', "install('/data/repo/src')\n")],
    ['a link', { path: '/venv/lib/python3.12/site-packages/pkg', text: '', link: '/data/repo/src/pkg' }],
  ])('Y3 %s is reported', (_, one) => {
    expect(editableImports([one], roots)).toEqual({ folders: [], unknown: [one.path] });
  });
});

test('Y1, Y2 folders of the checkout become those of the lane, and others stay', () => {
  const own = 'src:/data/repo/tools/:/opt/lib:';
  const place = { roots, tree: '/cache/room/repo', own, folders: ['/home/ada/repo', '/data/repo/tools'] };
  expect(pythonPathIn(place)).toBe('src:/cache/room/repo/tools:/opt/lib:/cache/room/repo');
  expect(pythonPathIn({ ...place, own: undefined, folders: [] })).toBeUndefined();
});

test('Y3 finds commands that name the checkout in PYTHONPATH', () => {
  const wrong = ['PYTHONPATH=/data/repo/src pytest', 'env PYTHONPATH="x:/home/ada/repo" pytest'];
  const right = ['PYTHONPATH=src pytest', 'PYTHONPATH=/data/repository pytest', 'ls /data/repo'];
  expect(commandsIntoCheckout([...wrong, ...right], roots)).toEqual(wrong);
});
