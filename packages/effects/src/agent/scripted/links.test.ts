import { lstat, mkdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../test-folder.ts';
import type { AgentRequest } from '../provider.ts';
import { scriptedProvider } from './provider.ts';
import { parseScript } from './script.ts';
import { ScriptError } from './source.ts';

async function play(cwd: string, steps: readonly unknown[], mode: AgentRequest['mode'] = 'exec') {
  const script = parseScript(JSON.stringify({ version: 1, answers: [{ steps }] }), 'x.json');
  const request: AgentRequest = {
    role: 'converge.implementer',
    item: null,
    attempt: 1,
    mode,
    stable: '',
    prompt: '',
    cwd,
    runFolder: cwd,
    variables: { attempt: '1' },
    mark: `test@${cwd}`,
    family: [],
  };
  const notes: unknown[] = [];
  for await (const event of scriptedProvider({ script, sha256: 's' }).run(request, new AbortController().signal))
    if (event.type === 'noted') notes.push([event.code, event.params]);
  return notes;
}

test('creates any link as scripted, and replaces an existing link', async () => {
  const cwd = await testFolder();
  await symlink('old', join(cwd, 'there'));
  const bytes = Buffer.from([0x66, 0xff]);
  const notes = await play(cwd, [
    { link: { path: 'deep/in', to: '../a{attempt}' } },
    { link: { path: 'there', to: '/nowhere/at/all' } },
    { link: { path: 'odd', base64: bytes.toString('base64') } },
  ]);
  expect(notes).toEqual([]);
  expect([await readlink(join(cwd, 'deep/in')), await readlink(join(cwd, 'there'))]).toEqual([
    '../a1',
    '/nowhere/at/all',
  ]);
  expect(await readlink(join(cwd, 'odd'), { encoding: 'buffer' })).toEqual(bytes);
});

test('removes a link and keeps its target', async () => {
  const outside = await testFolder();
  const cwd = join(outside, 'lane');
  await mkdir(cwd);
  await writeFile(join(outside, 'mine'), 'x');
  await symlink('../mine', join(cwd, 'linked'));
  expect(await play(cwd, [{ unlink: 'linked' }])).toEqual([]);
  await expect(lstat(join(cwd, 'linked'))).rejects.toThrow('ENOENT');
  expect(await readFile(join(outside, 'mine'), 'utf8')).toBe('x');
});

test('neither creates nor removes through a link, outside, or in git, and does not unlink a file', async () => {
  const outside = await testFolder();
  const cwd = join(outside, 'lane');
  await mkdir(cwd);
  await symlink('..', join(cwd, 'up'));
  await writeFile(join(cwd, 'file'), 'x');
  const denied = (path: string, step: string, why: string) => ['agent.denied', { path, step, why }];
  const failed = (path: string, step: string, detail: string) => ['agent.step-failed', { step, path, detail }];
  const steps = ['up/x', '../x', '.git/x', 'file'].flatMap((path) => [{ link: { path, to: 'y' } }, { unlink: path }]);
  expect(await play(cwd, steps)).toEqual([
    ...[denied('up/x', 'link', 'link'), denied('up/x', 'unlink', 'link')],
    ...[denied('../x', 'link', 'outside'), denied('../x', 'unlink', 'outside')],
    ...[denied('.git/x', 'link', 'git'), denied('.git/x', 'unlink', 'git')],
    ...[failed('file', 'link', 'EEXIST'), failed('file', 'unlink', 'it is not a link')],
  ]);
  expect(await readFile(join(cwd, 'file'), 'utf8')).toBe('x');
  await expect(lstat(join(outside, 'x'))).rejects.toThrow('ENOENT');
});

test('does not write through a link that was just created', async () => {
  const outside = await testFolder();
  const cwd = join(outside, 'lane');
  await mkdir(cwd);
  const steps = [{ link: { path: 'out', to: '..' } }, { write: { path: 'out/x', text: '' } }];
  expect(await play(cwd, steps)).toEqual([['agent.denied', { path: 'out/x', step: 'write', why: 'link' }]]);
  await expect(lstat(join(outside, 'x'))).rejects.toThrow('ENOENT');
});

test('a read-only role creates no link', async () => {
  const cwd = await testFolder();
  const notes = await play(cwd, [{ link: { path: 'a', to: 'b' } }, { unlink: 'a' }], 'review');
  expect(notes.map((note) => (note as [string])[0])).toEqual(['agent.denied', 'agent.denied']);
});

test.each([{ path: 'a' }, { path: 'a', to: 'b', base64: 'Yg==' }, { path: 'a', to: '' }])(
  'a link needs exactly one target: %j',
  (link) => {
    const source = JSON.stringify({ version: 1, answers: [{ steps: [{ link }] }] });
    expect(() => parseScript(source, 'x.json')).toThrow(ScriptError);
  },
);
