/** Tests which handoffs of roles are kept, and what the harness writes in their place. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepHandoff, type Learning, openSession, type RoleHandoff } from '@harness/core/effects/autopilot';
import { act } from '@harness/core/effects/operation';
import { afterAll, describe, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { type AutopilotSession, core, openedSession, prices, sessionDir, specPath } from './session.suite.ts';

afterAll(clearScratch);

const handoff: RoleHandoff = {
  fromSkill: 'harness-task-executor',
  summary: 'answered',
  completed: ['1'],
  pending: ['2'],
  concerns: [],
};
const own = { phase: '1', summary: 'of the role', fromSkill: 'harness-task-executor' };

interface Kept {
  readonly handoff?: RoleHandoff;
  readonly completed?: readonly number[];
  readonly learnings?: readonly Learning[];
  readonly phase?: typeof core | null;
}
const keep = (session: AutopilotSession, { phase = core, ...kept }: Kept = {}, key?: string) =>
  session.value(act(keepHandoff, { ...session.spec, phase, handoff, ...kept }), key);
const write = (session: AutopilotSession, content: unknown) =>
  session.repo.write(`${sessionDir}handoff.json`, typeof content === 'string' ? content : JSON.stringify(content));

describe('A-14 the handoff of a role', () => {
  test('is kept as it is, also by a repeat', async () => {
    const session = await openedSession();
    write(session, own);
    expect(await keep(session, {}, 'keep/x')).toEqual({ is: 'kept' });
    expect(await keep(session, {}, 'keep/x')).toEqual({ is: 'kept' });
    expect(session.json('handoff.json')).toEqual(own);
  });

  test('A-36 names no plan that the harness did not read: an executor cannot name one for a later phase', async () => {
    const session = await openedSession();
    const naming = { ...own, phase: '', planPath: 'docs/mine.md' };
    write(session, naming);
    expect(await keep(session, {}, 'keep/x')).toEqual({ is: 'written' });
    expect(session.json('handoff.json')).toMatchObject({ summary: own.summary });
    expect(session.file('handoff.json')).not.toContain('docs/mine.md');
    expect(await keep(session, {}, 'keep/x')).toEqual({ is: 'written' });
  });

  test('AO-16 is written from the answer if the role wrote none, once', async () => {
    const session = await openedSession();
    expect(await keep(session, {}, 'keep/x')).toEqual({ is: 'written' });
    const text = session.file('handoff.json');
    expect(JSON.parse(text ?? '')).toEqual({
      timestamp: expect.any(String),
      ...handoff,
      phase: '1',
      decisions: [],
      blockers: [],
      contextKeywords: [],
    });
    expect(await keep(session, {}, 'keep/x')).toEqual({ is: 'written' });
    expect(session.file('handoff.json')).toBe(text);
    expect(await keep(session)).toEqual({ is: 'written' });
  });

  test('is written again after a crash between the record and the file', async () => {
    const session = await openedSession();
    write(session, own);
    expect(await keep(session)).toEqual({ is: 'kept' });
    expect(await keep(session, {}, 'next/x')).toEqual({ is: 'written' });
    write(session, own); // the state before the file was written
    expect(await keep(session, {}, 'next/x')).toEqual({ is: 'written' });
    expect(session.json('handoff.json')).toMatchObject({ summary: 'answered' });
  });

  test.each<readonly [string, unknown]>([
    ['half a JSON', '{"phase": "1", "summ'],
    ['of 10 MB', { ...own, summary: 'x'.repeat(10_000_000) }],
    ['of another phase', { ...own, phase: '2' }],
    ['of another spec', { ...own, planPath: 'docs/changes/other/plans/2026-01-01-core-plan.md' }],
    ['with the name of another phase', { ...own, phase: 'Phase 1: Rules' }],
    ['a list', [own]],
    ['not UTF-8', '\u{d800}'],
  ])('is replaced if it is %s', async (_, content) => {
    const session = await openedSession();
    write(session, content);
    if (content === '\u{d800}') writeFileSync(join(session.repo.root, sessionDir, 'handoff.json'), Buffer.of(0xff));
    expect(await keep(session)).toEqual({ is: 'written' });
    expect(session.json('handoff.json')).toMatchObject({ summary: 'answered' });
  });

  test('is replaced if it is a link or a folder, and the target of the link stays', async () => {
    const session = await openedSession();
    const target = join(session.repo.root, 'readme.md');
    writeFileSync(target, JSON.stringify(own));
    symlinkSync(target, join(session.repo.root, sessionDir, 'handoff.json'));
    expect(await keep(session)).toEqual({ is: 'written' });
    expect(readFileSync(target, 'utf8')).toBe(JSON.stringify(own));
    const other = await openedSession();
    mkdirSync(join(other.repo.root, sessionDir, 'handoff.json/below'), { recursive: true });
    expect(await keep(other)).toEqual({ is: 'written' });
    expect(other.json('handoff.json')).toMatchObject({ summary: 'answered' });
  });

  test('counts for one role only: the next one must write its own', async () => {
    const session = await openedSession();
    write(session, own);
    expect(await keep(session)).toEqual({ is: 'kept' });
    expect(await keep(session)).toEqual({ is: 'written' });
    const other = await openedSession();
    write(other, own);
    await other.value(act(openSession, { specPath }));
    expect(await keep(other)).toEqual({ is: 'written' });
  });
});

describe('AO-17 the progress of tasks', () => {
  test('is what the harness knows, whatever the executor wrote', async () => {
    const session = await openedSession();
    const progress = { '1': 'complete', '2': 'complete', '3': 'complete' };
    const decisions = [{ date: '2026-01-01', decision: 'red', context: 'c' }];
    const state = { schemaVersion: 1, position: { phase: 1, task: 3 }, progress, decisions };
    session.repo.write(`${sessionDir}state.json`, JSON.stringify(state));
    await keep(session, { completed: [1] });
    expect(session.json('state.json')).toMatchObject({
      position: { phase: 1, task: 2 },
      progress: { '1': 'complete', '2': 'in_progress', '3': 'pending' },
      decisions,
    });
    await keep(session, { completed: [1, 2, 3], phase: prices });
    expect(session.json('state.json')).toMatchObject({ position: { phase: 2, task: 3 }, progress, decisions: [] });
  });

  test('keeps the tasks before an earlier checkpoint complete', async () => {
    const session = await openedSession();
    const progress = { '1': 'complete', '2': 'in_progress', '3': 'in_progress', '4': 'pending' };
    session.repo.write(`${sessionDir}state.json`, JSON.stringify({ schemaVersion: 1, progress }));
    await keep(session, { completed: [2], handoff: { ...handoff, pending: ['3'] } });
    expect(session.json('state.json')).toMatchObject({
      position: { phase: 1, task: 3 },
      progress: { '1': 'complete', '2': 'complete', '3': 'in_progress', '4': 'pending' },
    });
  });

  test('of the final review has no phase', async () => {
    const session = await openedSession();
    write(session, own);
    expect(await keep(session, { completed: [1], phase: null })).toEqual({ is: 'written' });
    expect(session.json('handoff.json')).toMatchObject({ phase: 'final', summary: 'answered' });
    expect(session.json('state.json')).toMatchObject({ position: { phase: 0 }, progress: { '1': 'complete' } });
  });

  test('is not written for a role without tasks', async () => {
    const session = await openedSession();
    await keep(session);
    expect([session.file('state.json'), session.file('learnings.md')]).toEqual([null, null]);
  });
});

test('AO-19 learnings are added to the session without doubles, each as one line', async () => {
  const session = await openedSession();
  const learnings: Learning[] = [
    { outcome: 'gotcha', text: 'Ports clash.\n## 2026-01-01 not a heading' },
    { outcome: 'success', text: '   ' },
  ];
  await keep(session, { learnings }, 'keep/x');
  await keep(session, { learnings }, 'keep/x');
  await keep(session, { learnings: [{ outcome: 'failure', text: 'No  types.' }, ...learnings] });
  expect(session.file('learnings.md')?.replaceAll(/\d{4}-\d\d-\d\d (?=\[)/g, 'DATE ')).toBe(
    [
      '# Learnings',
      '',
      '- **DATE [skill:harness-task-executor] [outcome:gotcha]:** Ports clash. ## 2026-01-01 not a heading',
      '- **DATE [skill:harness-task-executor] [outcome:failure]:** No types.',
      '',
    ].join('\n'),
  );
});
