import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clearScratch, type Scratch, scratch } from '../git/scratch.ts';
import { openExposedTime } from '../trust/exposed-times.ts';
import { pythonVariables } from './python-variables.ts';
import { findUnredirectedImports } from './unredirected-imports.ts';

afterAll(clearScratch);

const lane = '.harness/worktrees/x';

/** A virtual environment with one file among its packages. */
function environment(prefix: string, name: string, text: string): NodeJS.ProcessEnv {
  const path = join(prefix, 'lib/python3.12/site-packages', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return { PATH: `${prefix}/bin`, HOME: '/nowhere' };
}

const editable = (repo: Scratch, prefix = join(repo.home, 'venv')) =>
  environment(prefix, '__editable__.pkg.pth', `${join(repo.root, 'src')}\n`);

test.each([
  ['beside the checkout', (repo: Scratch) => editable(repo)],
  ['in the checkout', (repo: Scratch) => editable(repo, join(repo.root, '.venv'))],
  [
    'of a version manager',
    (repo: Scratch) => {
      editable(repo, join(repo.home, 'pyenv/versions/3.12.1'));
      return { PATH: join(repo.home, 'pyenv/shims') };
    },
  ],
])('Y1 an editable installation %s leads into the lane or clean room', async (_, install) => {
  const repo = scratch();
  const place = { repo: repo.root, cwd: lane, environment: install(repo) };
  expect(await pythonVariables(place)).toEqual({ PYTHONPATH: join(repo.root, lane, 'src') });
  expect(await pythonVariables({ ...place, room: '/room/repo' })).toEqual({ PYTHONPATH: '/room/repo/src' });
  expect(await pythonVariables({ ...place, cwd: '.' })).toEqual({}); // in the checkout it is right
  expect(await findUnredirectedImports(repo.root, place.environment)).toEqual([]);
});

test('Y3 reports an installation of files that no commit has, and a link to the checkout', async () => {
  const repo = scratch();
  const strict = join(repo.root, 'build/__editable__.pkg');
  const found = environment(join(repo.home, 'strict'), '__editable__.pkg.pth', `${strict}\n`);
  expect(await findUnredirectedImports(repo.root, found)).toEqual([strict]);
  const linked = environment(join(repo.home, 'linked'), 'other.pth', '');
  const link = join(repo.home, 'linked/lib/python3.12/site-packages/pkg');
  symlinkSync(join(repo.root, 'src'), link);
  expect(await findUnredirectedImports(repo.root, linked)).toEqual([link]);
});

test('an installation that an agent wrote into the checkout is not obeyed', async () => {
  const repo = scratch();
  const close = await openExposedTime(repo.root);
  const planted = editable(repo, join(repo.root, '.venv'));
  await close();
  expect(await pythonVariables({ repo: repo.root, cwd: lane, environment: planted })).toEqual({});
});
