import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Role } from '@harness/core/role/role';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../test-folder.ts';
import { mayWrite, namedPathsOf, removeForeignEntries, trackOverlappingCalls } from './named-paths.ts';

const session = '.harness/sessions/s';
const writes = ['docs/plan.md', `${session}/state.json`, `${session}/scratchpad/1/`];
const role = { writes: () => writes } as unknown as Role<never, unknown>;

async function checkout() {
  const top = await testFolder();
  const cwd = join(top, 'repo');
  const elsewhere = join(top, 'elsewhere');
  for (const folder of [join(cwd, session, 'scratchpad/1/deep'), join(cwd, 'docs'), elsewhere])
    mkdirSync(folder, { recursive: true });
  writeFileSync(join(elsewhere, 'secret'), 'secret');
  const denied: string[] = [];
  const clean = () =>
    removeForeignEntries(
      { cwd, writes },
      {
        note: async (code, params) => void denied.push(`${code} ${Object(params).path}`),
        report: () => undefined,
      },
    );
  return { cwd, elsewhere, denied, clean };
}

describe('F1 before the call', () => {
  test('the paths of a role are inside its folder', async () => {
    const { cwd } = await checkout();
    expect(namedPathsOf(role, {}, cwd)).toEqual(writes);
    expect(namedPathsOf({} as Role<never, unknown>, {}, cwd)).toBeUndefined();
  });

  test.each(['docs', `${session}/scratchpad`, '.harness/sessions'])('a link at %s fails it', async (path) => {
    const { cwd, elsewhere } = await checkout();
    execFileSync('rm', ['-r', join(cwd, path)]);
    symlinkSync(elsewhere, join(cwd, path));
    expect(() => namedPathsOf(role, {}, cwd)).toThrow('leads out of the checkout');
  });

  test.each(['../x', '/etc/x', '.git/config', '.harness/runs/r/journal.jsonl'])(
    'the path %s fails it',
    async (path) => {
      const { cwd } = await checkout();
      const naming = { writes: () => [path] } as unknown as Role<never, unknown>;
      expect(() => namedPathsOf(naming, {}, cwd)).toThrow('leads out of the checkout');
    },
  );
});

describe('F2 after the call', () => {
  test('files and folders stay', async () => {
    const { cwd, denied, clean } = await checkout();
    writeFileSync(join(cwd, 'docs/plan.md'), 'plan');
    writeFileSync(join(cwd, session, 'scratchpad/1/deep/note.md'), 'note');
    await clean();
    expect([denied, readFileSync(join(cwd, session, 'scratchpad/1/deep/note.md'), 'utf8')]).toEqual([[], 'note']);
  });

  test('a link in place of a file, of a folder or of a parent is removed, and what it leads to stays', async () => {
    const { cwd, elsewhere, denied, clean } = await checkout();
    symlinkSync(join(elsewhere, 'secret'), join(cwd, 'docs/plan.md'));
    symlinkSync('missing', join(cwd, session, 'state.json'));
    execFileSync('rm', ['-r', join(cwd, session, 'scratchpad')]);
    symlinkSync(elsewhere, join(cwd, session, 'scratchpad'));
    await clean();
    expect(denied).toEqual(
      ['docs/plan.md', `${session}/state.json`, `${session}/scratchpad`].map((path) => `agent.denied ${path}`),
    );
    expect([readdirSync(join(cwd, session)), readdirSync(elsewhere)]).toEqual([[], ['secret']]);
  });

  test('a link, a pipe and a file below or in place of a folder are removed', async () => {
    const { cwd, elsewhere, denied, clean } = await checkout();
    symlinkSync(elsewhere, join(cwd, session, 'scratchpad/1/deep/out'));
    execFileSync('mkfifo', [join(cwd, session, 'scratchpad/1/pipe')]);
    await clean();
    expect(denied.map((line) => line.split('/').at(-1)).sort()).toEqual(['out', 'pipe']);
    expect(lstatSync(join(cwd, session, 'scratchpad/1/deep')).isDirectory()).toBe(true);
    execFileSync('rm', ['-r', join(cwd, session, 'scratchpad/1')]);
    writeFileSync(join(cwd, session, 'scratchpad/1'), 'no folder');
    await clean();
    expect(existsSync(join(cwd, session, 'scratchpad/1'))).toBe(false);
  });
});

test.each([
  ['exec', 'src/a.ts', true],
  ['exec', './.harness/sessions/s/state.json', true],
  ['exec', '.harness/sessions/s/../s/autopilot-state.json', false],
  ['exec', 'src/../.harness/learnings.md', false],
  ['review', 'docs//plan.md', true],
  ['review', 'docs/plan.md/../other.md', false],
] as const)('a role of mode %s may write %s: %s', (mode, path, isAllowed) => {
  expect(mayWrite({ mode, writes, cwd: '/repo', runFolder: '/repo/.harness/runs/r' }, path)).toBe(isAllowed);
});

describe('calls that overlap', () => {
  test('may each change the files that another one compares', () => {
    const calls = trackOverlappingCalls();
    const one = calls.begin({ cwd: '/repo', writes: ['a.md'] });
    const other = calls.begin({ cwd: '/repo', writes: ['notes/'] });
    one.end();
    expect([one.isNamed('notes/x.md'), other.isNamed('a.md'), other.isNamed('b.md')]).toEqual([true, true, false]);
  });

  test('a path of an earlier call is not one of a later call, and each folder has its own', () => {
    const calls = trackOverlappingCalls();
    calls.begin({ cwd: '/repo', writes: ['plan.md'] }).end();
    const lane = calls.begin({ cwd: '/repo/lane', writes: ['lane.md'] });
    const later = calls.begin({ cwd: '/repo' });
    expect([later.isNamed('plan.md'), later.isNamed('lane.md'), later.isNamed('lane/lane.md')]).toEqual([
      false,
      false,
      true,
    ]);
    lane.end();
  });
});
