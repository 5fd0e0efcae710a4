import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../test-folder.ts';
import { mayUse, mayWriteFile, optionFor } from './permission.ts';
import { parsePermission, type ToolCall } from './wire.ts';

function toolCall(more: object): ToolCall {
  const permission = parsePermission({ toolCall: { toolCallId: 't', ...more }, options: [] });
  if (!permission) throw new Error('It cannot be read');
  return permission.toolCall;
}
const placeIn = (cwd: string) => ({ cwd, runFolder: join(cwd, '.harness/runs/r') });
const editing = (...paths: readonly string[]) => toolCall({ kind: 'edit', locations: paths.map((path) => ({ path })) });

describe('a working role', () => {
  test.each([
    ['writes below its folder', (cwd: string) => editing(join(cwd, 'a/b.txt')), true],
    ['writes below its folder by a short name', () => editing('a/b.txt'), true],
    ['writes outside', () => editing('/etc/passwd'), false],
    ['writes outside by a short name', () => editing('../b.txt'), false],
    ['writes inside and outside', (cwd: string) => editing(join(cwd, 'a.txt'), '/etc/passwd'), false],
    ['writes git’s own files', (cwd: string) => editing(join(cwd, '.git/hooks/pre-commit')), false],
    ['writes through a link', (cwd: string) => editing(join(cwd, 'link/b.txt')), false],
    [
      'names the file only in a diff',
      () => toolCall({ kind: 'edit', content: [{ type: 'diff', path: '/etc/x' }] }),
      false,
    ],
    ['names the file only in its input', () => toolCall({ kind: 'edit', rawInput: { file_path: '/etc/x' } }), false],
    ['uses a tool of an unknown kind', () => toolCall({ kind: 'new', locations: [{ path: '/etc/x' }] }), false],
    ['reads outside', () => toolCall({ kind: 'read', locations: [{ path: '/etc/hosts' }] }), true],
    ['runs a command', () => toolCall({ kind: 'execute', rawInput: { command: 'make' } }), true],
  ])('that %s: %s', async (_, call, isAllowed) => {
    const cwd = await testFolder();
    await symlink('/tmp', join(cwd, 'link'));
    expect(mayUse({ mode: 'exec', ...placeIn(cwd) }, call(cwd))).toBe(isAllowed);
  });

  test('may write to the real path of its folder', async () => {
    const real = await testFolder();
    const link = join(await testFolder(), 'here');
    await symlink(real, link);
    expect(mayUse({ mode: 'exec', ...placeIn(link) }, editing(join(real, 'a.txt')))).toBe(true);
  });
});

describe.each(['review', 'complete'] as const)('a role that may only %s', (mode) => {
  test('is allowed nothing', async () => {
    const cwd = await testFolder();
    const calls = [editing(join(cwd, 'a.txt')), toolCall({ kind: 'execute' }), toolCall({ kind: 'read' })];
    expect(calls.map((call) => mayUse({ mode, ...placeIn(cwd) }, call))).toEqual([false, false, false]);
    expect(mayWriteFile({ mode, ...placeIn(cwd) }, join(cwd, 'a.txt'))).toBe(false);
  });

  test('may write exactly its output file', async () => {
    const cwd = await testFolder();
    const bounds = { mode, ...placeIn(cwd), writes: ['docs/scan.md'] };
    const allowed = [['docs/scan.md'], [join(cwd, 'docs/scan.md')], ['docs/scan.md', 'b.md'], ['docs/scan.md.js'], []];
    expect(allowed.map((paths) => mayUse(bounds, editing(...paths)))).toEqual([true, true, false, false, false]);
    expect(mayUse(bounds, toolCall({ kind: 'execute', locations: [{ path: 'docs/scan.md' }] }))).toBe(false);
    expect([mayWriteFile(bounds, join(cwd, 'docs/scan.md')), mayWriteFile(bounds, join(cwd, 'b.md'))]).toEqual([
      true,
      false,
    ]);
  });
});

test('a working role in the checkout writes `.harness` only at its named paths', async () => {
  const cwd = await testFolder();
  const bounds = {
    mode: 'exec',
    ...placeIn(cwd),
    writes: ['.harness/sessions/s/state.json', '.harness/notes/'],
  } as const;
  const paths = [
    'src/a.ts',
    '.harness/sessions/s/state.json',
    '.harness/sessions/s/handoff.json',
    '.harness/notes/a.md',
  ];
  expect(paths.map((path) => mayUse(bounds, editing(join(cwd, path))))).toEqual([true, true, false, true]);
  await symlink('/tmp', join(cwd, '.harness'));
  expect(mayWriteFile(bounds, '.harness/notes/a.md')).toBe(false);
});

test.each([
  ['once before always', true, ['allow_always', 'allow_once'], 'allow_once'],
  ['always if nothing else is offered', true, ['allow_always'], 'allow_always'],
  ['reject once before reject always', false, ['allow_once', 'reject_always', 'reject_once'], 'reject_once'],
  ['reject always if nothing else is offered', false, ['allow_once', 'reject_always'], 'reject_always'],
  ['undefined if no such option is offered', false, ['allow_once'], undefined],
])('chooses the answer by its kind: %s', (_, isAllowed, kinds, chosen) => {
  const options = kinds.map((kind) => ({ kind, optionId: `the ${kind} of today` }));
  const permission = parsePermission({ toolCall: { toolCallId: 't' }, options });
  expect(permission && optionFor(permission, isAllowed)).toBe(chosen && `the ${chosen} of today`);
});
