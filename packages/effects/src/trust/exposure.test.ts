import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { clearScratch, type Scratch, scratch } from '../git/scratch.ts';
import { acceptFiles, allowOwnDocument, findChangedFiles, findWrittenDocuments, openExposure } from './exposure.ts';

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

describe('documents that instruct agents', () => {
  const folders = { planDir: 'plans/active', completedDir: 'plans/done', contextDir: 'context' };
  const [plan, done, context] = ['plans/active/0001-a.md', 'plans/done/0002-b.md', 'context/all.md'];
  const withDocuments = async () => {
    const repo = configured();
    for (const path of [plan, 'plans/active/0003-c.md', 'CLAUDE.md']) repo.write(path, 'mine\n');
    return { repo, exposure: await openExposure(repo.root, 'run/1', noImports, folders) };
  };

  test.each([plan, done, context, 'CLAUDE.md'])('N1 %s of an agent is found, also after a crash', async (path) => {
    const { repo, exposure } = await withDocuments();
    repo.write(path, 'obey\n');
    expect(await findWrittenDocuments(repo.root)).toEqual([path]);
    expect(await exposure.close()).toEqual([path]);
    expect(await findWrittenDocuments(repo.root)).toEqual([path]);
    expect(await findChangedFiles(repo.root)).toEqual([]); // the configuration is obeyed
    await (await openExposure(repo.root, 'run/2', noImports, folders)).close();
    expect(await findWrittenDocuments(repo.root)).toEqual([path]);
  });

  test('a deleted document is no order, and other files are no documents', async () => {
    const { repo, exposure } = await withDocuments();
    rmSync(join(repo.root, plan));
    repo.write('plans/active/notes.txt', 'x');
    repo.write('src/a.md', 'x');
    expect(await exposure.close()).toEqual([]);
    expect(records(repo)).toEqual([]);
  });

  test('a folder that an agent moved to the place of the plans is found by its content', async () => {
    const { repo, exposure } = await withDocuments();
    repo.write('other/0009-x.md', 'obey\n');
    renameSync(join(repo.root, 'plans/active'), join(repo.root, 'old'));
    renameSync(join(repo.root, 'other'), join(repo.root, 'plans/active'));
    expect(await exposure.close()).toEqual(['plans/active/0009-x.md']);
  });

  test('N2 changes of the user after the call are obeyed, those of a later call are found again', async () => {
    const { repo, exposure } = await withDocuments();
    repo.write(plan, 'obey\n');
    await exposure.close();
    repo.write(plan, 'mine again\n');
    repo.write('plans/active/0004-d.md', 'new\n');
    repo.write('harness.config.json', '{"x":1}\n');
    expect([await findWrittenDocuments(repo.root), await findChangedFiles(repo.root)]).toEqual([[], []]);
    const later = await openExposure(repo.root, 'run/1', noImports, folders);
    repo.write(plan, 'obey again\n');
    await later.close();
    expect(await findWrittenDocuments(repo.root)).toContain(plan);
  });

  test('N3 a committed or accepted document is obeyed', async () => {
    const { repo, exposure } = await withDocuments();
    repo.write(plan, 'obey\n');
    repo.write(context, 'obey\n');
    await exposure.close();
    repo.git('add', plan);
    repo.git('commit', '--quiet', '-m', 'accept');
    expect(await findWrittenDocuments(repo.root)).toEqual([context]);
    acceptFiles(repo.root);
    expect(await findWrittenDocuments(repo.root)).toEqual([]);
  });

  test('N4 a document that the harness writes for the user is obeyed, unless an agent changes it', async () => {
    const { repo, exposure } = await withDocuments();
    await allowOwnDocument(repo.root, context, 'mine\n');
    repo.write(context, 'mine\n');
    expect(await findWrittenDocuments(repo.root)).toEqual([]);
    repo.write(context, 'obey\n');
    expect(await exposure.close()).toEqual([context]);
  });
});
