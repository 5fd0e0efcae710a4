import { describe, expect, test } from 'vitest';
import type { Role } from './role.ts';
import { isNamedPath, mayWritePath, namedPaths } from './write-access.ts';

const roleOf = (output: string | undefined, ...writes: readonly string[]) =>
  ({
    ...(output === undefined ? {} : { output: { path: () => output, whenMissing: 'store-reply' } }),
    ...(writes.length === 0 ? {} : { writes: () => writes }),
  }) as unknown as Role<never, unknown>;
const session = '.harness/sessions/changes--cart--spec';

describe('W3 the named paths of a role', () => {
  test('are its output file and its further paths, once each and in normal form', () => {
    const role = roleOf('./docs/report.md', 'docs/report.md', `${session}/handoff.json`, `${session}//scratchpad/./1/`);
    const paths = ['docs/report.md', `${session}/handoff.json`, `${session}/scratchpad/1/`];
    expect(namedPaths(role, {})).toEqual({ ok: true, paths });
  });

  test('depend on the input', () => {
    const role = { writes: ({ to }: { to: string }) => (to === '' ? [] : [to]) } as unknown as Role<never, unknown>;
    expect(namedPaths(role, { to: 'plan.md' })).toEqual({ ok: true, paths: ['plan.md'] });
    expect(namedPaths(role, { to: '' })).toEqual({ ok: true, paths: [] });
    expect(namedPaths(roleOf(undefined), {})).toBeUndefined();
  });

  test.each([
    ['leads out', '../plan.md'],
    ['leads out on the way', 'docs/../../plan.md'],
    ['hides two dots', 'docs/\u200b../plan.md'],
    ['is absolute', '/etc/passwd'],
    ['is absolute elsewhere', 'C:/x'],
    ['is a share', '//server/x'],
    ['has a backslash', 'docs\\plan.md'],
    ['has a control character', 'docs/a\u0000.md'],
    ['is empty', ''],
    ['is the whole folder', './'],
    ['is a file of git', '.git/hooks/pre-commit'],
    ['is a file of git in another spelling', 'lib/.GIT./config'],
    ['W4 is the whole folder of the harness', '.harness/'],
    ['W4 is below the runs', '.harness/runs/r/journal.jsonl'],
    ['W4 is a hook', '.harness/hooks/pre-worker.sh'],
    ['W4 is below the lanes in another spelling', '.harness/WorkTrees/lane/'],
    ['W5 spells the folder of the harness otherwise', '.Harness/sessions/s/state.json'],
  ])('are refused if one %s', (_, path) => {
    expect(namedPaths(roleOf(undefined, 'docs/a.md', path), {})).toEqual({ ok: false, path });
    expect(namedPaths(roleOf(path), {})).toEqual({ ok: false, path });
  });
});

describe('W2 a role of any mode may write exactly its named paths', () => {
  const writes = ['docs/plan.md', `${session}/state.json`, `${session}/scratchpad/1/`];
  test.each([
    ['docs/plan.md', true],
    ['docs/Plan.md', false],
    ['docs/plan.md/x', false],
    ['docs/plan.md.js', false],
    ['docs', false],
    [`${session}/state.json`, true],
    [`${session}/STATE.json`, false],
    [`${session}/autopilot-state.json`, false],
    [`${session}/scratchpad/1/notes.md`, true],
    [`${session}/scratchpad/1/deep/notes.md`, true],
    [`${session}/scratchpad/1`, false],
    [`${session}/scratchpad/1/`, false],
    [`${session}/scratchpad/10/notes.md`, false],
    [`${session}/Scratchpad/1/notes.md`, false],
  ])('%s: %s', (path, isAllowed) => {
    expect(isNamedPath(writes, path)).toBe(isAllowed);
    for (const mode of ['review', 'complete'] as const)
      expect(mayWritePath({ mode, writes, isCheckout: true }, path)).toBe(isAllowed);
  });
});

describe('W1 the mode exec may write its folder', () => {
  const writes = [`${session}/state.json`];
  test.each([
    ['src/a.ts', true, true],
    [`${session}/state.json`, true, true],
    [`${session}/handoff.json`, false, true],
    ['.harness', false, true],
    ['.HARNESS/learnings.md', false, true],
    ['.harness./learnings.md', false, true],
    ['src/.harness/a', true, true],
    ['.claude/harness-state.local.md', false, true],
    ['.Claude/HARNESS-state.local.md', false, true],
    ['.claude/skills/a.md', true, true],
  ])('%s: in the checkout %s, in a lane %s', (path, inCheckout, inLane) => {
    expect(mayWritePath({ mode: 'exec', writes, isCheckout: true }, path)).toBe(inCheckout);
    expect(mayWritePath({ mode: 'exec', writes, isCheckout: false }, path)).toBe(inLane);
  });
});
