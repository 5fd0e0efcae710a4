import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../test-folder.ts';
import { mayUse, mayWrite, optionFor } from './permission.ts';
import { parsePermission, type ToolCall } from './wire.ts';

function asked(more: object): ToolCall {
  const permission = parsePermission({ toolCall: { toolCallId: 't', ...more }, options: [] });
  if (!permission) throw new Error('It cannot be read');
  return permission.toolCall;
}
const editing = (...paths: readonly string[]) => asked({ kind: 'edit', locations: paths.map((path) => ({ path })) });

describe('a role that works', () => {
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
      () => asked({ kind: 'edit', content: [{ type: 'diff', path: '/etc/x' }] }),
      false,
    ],
    ['names the file only in its input', () => asked({ kind: 'edit', rawInput: { file_path: '/etc/x' } }), false],
    ['has a tool of a kind that nobody knows', () => asked({ kind: 'new', locations: [{ path: '/etc/x' }] }), false],
    ['reads outside', () => asked({ kind: 'read', locations: [{ path: '/etc/hosts' }] }), true],
    ['runs a command', () => asked({ kind: 'execute', rawInput: { command: 'make' } }), true],
  ])('that %s: %s', async (_, call, isAllowed) => {
    const cwd = await testFolder();
    await symlink('/tmp', join(cwd, 'link'));
    expect(mayUse({ mode: 'exec', cwd }, call(cwd))).toBe(isAllowed);
  });

  test('may write under the real name of its folder', async () => {
    const real = await testFolder();
    const link = join(await testFolder(), 'here');
    await symlink(real, link);
    expect(mayUse({ mode: 'exec', cwd: link }, editing(join(real, 'a.txt')))).toBe(true);
  });
});

describe.each(['review', 'complete'] as const)('a role that may only %s', (mode) => {
  test('is allowed nothing', async () => {
    const cwd = await testFolder();
    const calls = [editing(join(cwd, 'a.txt')), asked({ kind: 'execute' }), asked({ kind: 'read' })];
    expect(calls.map((call) => mayUse({ mode, cwd }, call))).toEqual([false, false, false]);
    expect(mayWrite({ mode, cwd }, join(cwd, 'a.txt'))).toBe(false);
  });

  test('may write exactly its output file', async () => {
    const cwd = await testFolder();
    const bounds = { mode, cwd, output: 'docs/scan.md' };
    const allowed = [['docs/scan.md'], [join(cwd, 'docs/scan.md')], ['docs/scan.md', 'b.md'], ['docs/scan.md.js'], []];
    expect(allowed.map((paths) => mayUse(bounds, editing(...paths)))).toEqual([true, true, false, false, false]);
    expect(mayUse(bounds, asked({ kind: 'execute', locations: [{ path: 'docs/scan.md' }] }))).toBe(false);
    expect([mayWrite(bounds, join(cwd, 'docs/scan.md')), mayWrite(bounds, join(cwd, 'b.md'))]).toEqual([true, false]);
  });
});

test.each([
  ['once before always', true, ['allow_always', 'allow_once'], 'allow_once'],
  ['always where there is nothing else', true, ['allow_always'], 'allow_always'],
  ['no before never', false, ['allow_once', 'reject_always', 'reject_once'], 'reject_once'],
  ['never where there is nothing else', false, ['allow_once', 'reject_always'], 'reject_always'],
  ['nothing where no such answer is offered', false, ['allow_once'], undefined],
])('the answer is chosen by its kind: %s', (_, isAllowed, kinds, chosen) => {
  const options = kinds.map((kind) => ({ kind, optionId: `the ${kind} of today` }));
  const permission = parsePermission({ toolCall: { toolCallId: 't' }, options });
  expect(permission && optionFor(permission, isAllowed)).toBe(chosen && `the ${chosen} of today`);
});
