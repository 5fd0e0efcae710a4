import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { clearScratch, type Scratch, scratch } from '../git/scratch.ts';
import { acceptFiles, findChangedFiles, openExposure } from './exposure.ts';

afterAll(clearScratch);

const noImports = async () => [];
const records = ({ root }: Scratch) => readdirSync(join(root, '.harness/exposed'));

function configured(): Scratch {
  const repo = scratch();
  repo.write('harness.config.json', '{}\n');
  repo.write('lib/base.mjs', 'one\n');
  mkdirSync(join(repo.root, '.harness/hooks'), { recursive: true });
  repo.write('.harness/hooks/pre-worker.sh', 'true\n');
  return repo;
}

describe('O1 a file that changed while an agent could write is found', () => {
  test.each<readonly [string, (repo: Scratch) => void, string]>([
    ['changed', (repo) => repo.write('harness.config.json', '{"x":1}\n'), 'harness.config.json'],
    ['new, with a higher precedence', (repo) => repo.write('harness.config.ts', 'x'), 'harness.config.ts'],
    ['deleted', ({ root }) => rmSync(join(root, 'harness.config.json')), 'harness.config.json'],
    ['imported by the configuration', (repo) => repo.write('lib/base.mjs', 'two\n'), 'lib/base.mjs'],
    ['a changed hook', (repo) => repo.write('.harness/hooks/pre-worker.sh', 'x'), '.harness/hooks/pre-worker.sh'],
    ['a link to nothing', ({ root }) => symlinkSync('later', join(root, 'harness.config.ts')), 'harness.config.ts'],
    ['a pipe', ({ root }) => execFileSync('mkfifo', [join(root, 'harness.config.ts')]), 'harness.config.ts'],
    [
      'a hook as a pipe',
      ({ root }) => execFileSync('mkfifo', [join(root, '.harness/hooks/x.sh')]),
      '.harness/hooks/x.sh',
    ],
    ['a new hook', (repo) => repo.write('.harness/hooks/on-escalate.sh', 'x'), '.harness/hooks/on-escalate.sh'],
  ])('%s', async (_, attack, path) => {
    const repo = configured();
    const exposure = await openExposure(repo.root, 'run/1', async () => ['lib/base.mjs']);
    attack(repo);
    expect(await findChangedFiles(repo.root)).toEqual([path]); // also after a crash
    expect(await exposure.close()).toEqual([path]);
    expect(await findChangedFiles(repo.root)).toEqual([path]);
  });

  test('also if the same call is repeated, or another call follows', async () => {
    const repo = configured();
    const first = await openExposure(repo.root, 'run/1', noImports);
    repo.write('harness.config.json', '{"x":1}\n');
    await first.close();
    for (const id of ['run/1', 'run/2']) await (await openExposure(repo.root, id, noImports)).close();
    expect(await findChangedFiles(repo.root)).toEqual(['harness.config.json']);
  });
});

describe('a link of the user is obeyed while it and its content are the same', () => {
  const linked = () => {
    const repo = scratch();
    repo.write('own.json', '{}\n');
    symlinkSync('own.json', join(repo.root, 'harness.config.json'));
    return repo;
  };
  test.each<readonly [string, (repo: Scratch) => void, readonly string[]]>([
    ['unchanged', () => {}, []],
    ['another content', (repo) => repo.write('own.json', '{"x":1}\n'), ['harness.config.json']],
    [
      'another target with the same content',
      (repo) => {
        repo.write('other.json', '{}\n');
        rmSync(join(repo.root, 'harness.config.json'));
        symlinkSync('other.json', join(repo.root, 'harness.config.json'));
      },
      ['harness.config.json'],
    ],
  ])('%s', async (_, act, changed) => {
    const repo = linked();
    const exposure = await openExposure(repo.root, 'run/1', noImports);
    act(repo);
    expect(await exposure.close()).toEqual(changed);
    expect(await findChangedFiles(repo.root)).toEqual(changed);
  });
});

test('T4 a file that is imported only since the call is a change, also after a crash', async () => {
  const repo = configured();
  repo.write('evil.mjs', 'x');
  let imports = ['lib/base.mjs'];
  const resolve = async () => imports;
  const exposure = await openExposure(repo.root, 'run/1', resolve);
  imports = ['evil.mjs'];
  expect(await findChangedFiles(repo.root, resolve)).toEqual(['evil.mjs']);
  expect(await exposure.close()).toEqual(['evil.mjs']);
  expect(records(repo)).toHaveLength(1);
});

test.each([
  ['main', ['package.json']],
  ['scripts', []],
])('H3 of a package.json that redirects imports, the field %s counts if it redirects', async (field, changed) => {
  const repo = configured();
  repo.write('package.json', '{}');
  const exposure = await openExposure(repo.root, 'run/1', async () => ['package.json?resolution']);
  repo.write('package.json', JSON.stringify({ [field]: 'x' }));
  expect(await exposure.close()).toEqual(changed);
});

test('T2 a change of the user between calls is accepted', async () => {
  const repo = configured();
  expect(await (await openExposure(repo.root, 'run/1', noImports)).close()).toEqual([]);
  expect(records(repo)).toEqual([]);
  repo.write('harness.config.json', '{"x":1}\n');
  expect(await findChangedFiles(repo.root)).toEqual([]);
});

describe('O2 a changed file is obeyed again', () => {
  const attacked = async () => {
    const repo = configured();
    repo.git('add', 'harness.config.json');
    repo.git('commit', '--quiet', '-m', 'configure');
    await openExposure(repo.root, 'run/1', noImports);
    repo.write('harness.config.json', '{"x":1}\n');
    return repo;
  };

  test('if it is restored', async () => {
    const repo = await attacked();
    repo.git('checkout', '--', 'harness.config.json');
    expect(await findChangedFiles(repo.root)).toEqual([]);
  });

  test('if the user committed it', async () => {
    const repo = await attacked();
    repo.git('commit', '--quiet', '-am', 'accept');
    expect(await findChangedFiles(repo.root)).toEqual([]);
  });

  test('if the user accepted it', async () => {
    const repo = await attacked();
    acceptFiles(repo.root);
    expect(await findChangedFiles(repo.root)).toEqual([]);
  });
});
