/** Tests the end of a phase and of a session: timeline, roadmap, scratchpad and learnings. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closePhase, closeSession } from '@harness/core/effects/autopilot';
import { act } from '@harness/core/effects/operation';
import { afterAll, describe, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { commitFiles } from '../inspect/scratch-graph.suite.ts';
import { type AutopilotSession, core, openedSession, sessionDir, specPath } from './session.suite.ts';

afterAll(clearScratch);

const timeline = '.harness/arch/timeline.json';
const roadmap = 'docs/roadmap.md';
const feature = (status: string, spec = specPath) => `### Shop\n- **Status:** ${status}\n- **Spec:** ${spec}\n`;
const close = (session: AutopilotSession, own: { readonly isSkipped?: boolean; readonly phase?: typeof core } = {}) =>
  act(closePhase, { ...session.spec, phase: core, isSkipped: false, ...own });
const writeState = (session: AutopilotSession, statuses: readonly string[]) => {
  const phases = statuses.map((status, n) => ({ name: `P${n + 1}`, status }));
  const state = { schemaVersion: 5, specPath, currentState: 'REVIEW', phases };
  session.repo.write(`${sessionDir}autopilot-state.json`, JSON.stringify(state));
};
const snapshots = (session: AutopilotSession) => JSON.parse(session.repo.read(timeline)).snapshots;

describe('A-72 the timeline', () => {
  test('gets one snapshot per finished phase and commit; a measure that is not known is absent', async () => {
    const session = await openedSession();
    const files = { 'src/a.ts': "import './b.ts';\n", 'src/b.ts': "import './a.ts';\nimport './main.ts';\n" };
    commitFiles(session.repo, files);
    await session.value(close(session), 'close/x');
    await session.value(close(session), 'close/x');
    expect(snapshots(session)).toEqual([
      {
        capturedAt: expect.any(String),
        commitHash: session.repo.git('rev-parse', 'HEAD'),
        session: session.spec.slug,
        phase: 1,
        metrics: {
          'circular-deps': { value: 1 },
          complexity: { value: 0 },
          coupling: { value: 1 },
          'module-size': { value: files['src/b.ts'].length },
          'dependency-depth': { value: 1 },
        },
      },
    ]);
    await session.value(close(session, { phase: { n: 2, name: 'Prices' } }));
    await session.value(close(session, { phase: { n: 3, name: 'Left' }, isSkipped: true }));
    expect(snapshots(session)).toHaveLength(2);
  });

  test.each([
    ['is damaged', '{"version": 1'],
    ['has another version', '{"version": 2, "snapshots": []}'],
  ])('stays as it is if it %s', async (_, text) => {
    const session = await openedSession();
    session.repo.write(timeline, text);
    await session.value(close(session));
    expect(session.repo.read(timeline)).toBe(text);
  });

  test('is not written through a link', async () => {
    const session = await openedSession();
    const elsewhere = join(session.repo.home, 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(session.repo.root, '.harness/arch'));
    await session.value(close(session));
    expect(existsSync(join(elsewhere, 'timeline.json'))).toBe(false);
  });
});

describe('A-73 the roadmap', () => {
  test('is synced with the phases in place, and no roadmap is no failure', async () => {
    const session = await openedSession();
    expect(await session.value(close(session))).toEqual({ roadmap: 'none' });
    const before = `# Ours\r\n## Backlog\n${feature('planned')}\n  odd   text\n`;
    session.repo.write(roadmap, before);
    writeState(session, ['executing', 'pending']);
    expect(await session.value(close(session))).toEqual({ roadmap: 'synced' });
    expect(session.repo.read(roadmap)).toBe(before.replace('planned', 'in-progress'));
    expect(await session.value(close(session))).toEqual({ roadmap: 'unchanged' });
  });
});

describe('A-72 AO-21 the scratchpad', () => {
  test('of the phase is removed, of another phase it stays', async () => {
    const session = await openedSession();
    for (const n of [1, 2]) session.repo.write(`${sessionDir}scratchpad/${n}/deep/notes.md`, 'x');
    await session.value(close(session), 'close/x');
    await session.value(close(session), 'close/x');
    expect([session.file('scratchpad/1/deep/notes.md'), session.file('scratchpad/2/deep/notes.md')]).toEqual([
      null,
      'x',
    ]);
  });

  test.each(['scratchpad', 'scratchpad/1'])('a link at %s is removed, and its target stays', async (path) => {
    const session = await openedSession();
    const target = join(session.repo.home, 'mine');
    mkdirSync(join(target, '1'), { recursive: true });
    writeFileSync(join(target, '1/file'), 'mine');
    if (path !== 'scratchpad') mkdirSync(join(session.repo.root, sessionDir, 'scratchpad'));
    symlinkSync(target, join(session.repo.root, sessionDir, path));
    await session.value(close(session));
    expect(existsSync(join(session.repo.root, sessionDir, path))).toBe(false);
    expect(readFileSync(join(target, '1/file'), 'utf8')).toBe('mine');
  });
});

describe('A-85 A-86 the end of a session', () => {
  const learnings = [
    '# Learnings',
    '',
    '- **2026-01-01 [skill:x] [outcome:gotcha]:** Ports clash.',
    '- **2026-01-01 [skill:x] [outcome:success]:** It works.',
    '- **2026-01-02 [skill:x] [outcome:decision]:** Use UTC.',
    '',
  ].join('\n');
  const end = (session: AutopilotSession, key?: string) => session.value(act(closeSession, session.spec), key);

  test('promotes learnings once, and a repeat after a crash answers the same', async () => {
    const session = await openedSession();
    session.repo.write('.harness/learnings.md', '- 2025-01-01 [outcome:gotcha] ports clash.\n');
    session.repo.write(`${sessionDir}learnings.md`, learnings);
    const closed = { learnings: 2, promoted: 1, roadmap: 'none' };
    expect(await end(session, 'close/x')).toEqual(closed);
    const text =
      '- 2025-01-01 [outcome:gotcha] ports clash.\n- **2026-01-02 [skill:x] [outcome:decision]:** Use UTC.\n';
    expect(session.repo.read('.harness/learnings.md')).toBe(text);
    expect(await end(session, 'close/x')).toEqual(closed);
    expect(session.repo.read('.harness/learnings.md')).toBe(text);
    session.repo.write('.harness/learnings.md', '- 2025-01-01 [outcome:gotcha] ports clash.\n'); // a crash before the file
    expect(await end(session, 'close/x')).toEqual(closed);
    expect(session.repo.read('.harness/learnings.md')).toBe(text);
    expect(await end(session)).toEqual({ ...closed, promoted: 0 });
  });

  test('writes the last handoff with the complete phases', async () => {
    const session = await openedSession();
    writeState(session, ['complete', 'skipped', 'complete']);
    expect(await end(session)).toEqual({ learnings: 0, promoted: 0, roadmap: 'none' });
    expect(session.json('handoff.json')).toMatchObject({
      fromSkill: 'harness-autopilot',
      phase: 'final',
      completed: ['P1', 'P3'],
      summary: expect.stringContaining('2 of 3'),
    });
  });

  test('sets the feature of the spec to done, wherever it is; another feature stays', async () => {
    const session = await openedSession();
    const other = feature('planned', 'docs/other.md').replace('Shop', 'Other');
    session.repo.write(roadmap, `## Milestone: One\n${other}## Backlog\n${feature('in-progress')}`);
    expect(await end(session, 'close/x')).toMatchObject({ roadmap: 'done' });
    expect(await end(session, 'close/x')).toMatchObject({ roadmap: 'done' });
    expect(session.repo.read(roadmap)).toBe(`## Milestone: One\n${other}## Backlog\n${feature('done')}`);
  });

  test.each([
    ['no feature has this spec', feature('planned', 'docs/other.md')],
    ['a person blocked it', feature('blocked')],
  ])('leaves the roadmap alone if %s', async (_, text) => {
    const session = await openedSession();
    session.repo.write(roadmap, `## Backlog\n${text}`);
    expect(await end(session)).toMatchObject({ roadmap: 'none' });
    expect(session.repo.read(roadmap)).toBe(`## Backlog\n${text}`);
  });

  test('never writes learnings through a link', async () => {
    const session = await openedSession();
    session.repo.write(`${sessionDir}learnings.md`, learnings);
    symlinkSync('../readme.md', join(session.repo.root, '.harness/learnings.md'));
    const closed = await session.perform(act(closeSession, session.spec));
    expect(closed).toMatchObject({ ok: false, failure: { code: 'path.outside' } });
    expect(session.repo.read('readme.md')).toBe('hello\n');
  });
});
