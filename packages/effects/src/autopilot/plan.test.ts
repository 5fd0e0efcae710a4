/** Tests how the plan of a phase is found, read and executed in parts. */
import { readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPhasePlan, readSegment } from '@harness/core/effects/autopilot';
import { act } from '@harness/core/effects/operation';
import { afterAll, describe, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { type AutopilotSession, core, openedSession, prices, sessionDir } from './session.suite.ts';

afterAll(clearScratch);

const folder = 'docs/changes/shop/plans/';
const path = `${folder}2026-01-02-core-plan.md`;
const plan = `# Plan
**Integration Tier:** medium

### Task 1: Add
### Task 2: Choose [checkpoint:decision]
- red
- blue
### Task 3: Show
`;
const said = { summary: 'planned', concerns: ['no cache'] };
const read = (session: AutopilotSession, planPath: string | null, own: typeof said | null = said) =>
  act(readPhasePlan, { ...session.spec, phase: core, planPath, said: own });

describe('a plan of the planner', () => {
  test('A-36 A-39 is read with its tasks, checkpoints, tier and concerns, and the handoff is written for the planner', async () => {
    const session = await openedSession();
    session.repo.write(path, plan);
    const found = await session.value(read(session, path), 'plan/x');
    expect(found).toMatchObject({ is: 'plan', planPath: path, tasks: 3, checkpoints: 1, tier: 'medium', gaps: null });
    expect(found).toMatchObject({ concerns: ['no cache'] });
    const handoff = session.file('handoff.json');
    expect(session.json('handoff.json')).toMatchObject({ fromSkill: 'harness-planner', phase: '1', planPath: path });
    expect(await session.value(read(session, path), 'plan/x')).toEqual(found);
    expect(session.file('handoff.json')).toBe(handoff);
    expect(found).not.toHaveProperty('kind');
    writeFileSync(join(session.repo.root, path), 'edited');
    expect(found.is === 'plan' && session.artifact(found.plan)).toBe(plan);
  });

  test('names work without a witness, and the tests that may change', async () => {
    const session = await openedSession();
    session.repo.write(path, plan.replace('# Plan\n', '# Plan\nKind: docs\nChanges: test/a.test.js\n'));
    expect(await session.value(read(session, path))).toMatchObject({ kind: 'docs', changes: ['test/a.test.js'] });
  });

  test('A-36 is found by the path in its handoff, with the concerns of the handoff', async () => {
    const session = await openedSession();
    session.repo.write('docs/other.md', plan);
    const handoff = { phase: 'Phase 1: Core', summary: 's', planPath: 'docs/other.md', concerns: ['late'] };
    session.repo.write(`${sessionDir}handoff.json`, JSON.stringify(handoff));
    expect(await session.value(read(session, path))).toMatchObject({
      planPath: 'docs/other.md',
      concerns: ['no cache', 'late'],
    });
    expect(session.json('handoff.json')).toEqual(handoff);
  });

  test.each([['/etc/hostname'], ['../outside.md'], ['.git/config.md'], ['.harness/x.md'], ['docs/link.md']])(
    'is missing if its handoff names %s',
    async (planPath) => {
      const session = await openedSession();
      writeFileSync(join(session.repo.root, '../outside.md'), plan);
      session.repo.write('.harness/x.md', plan);
      symlinkSync('../../outside.md', join(session.repo.root, 'docs/link.md'));
      session.repo.write(`${sessionDir}handoff.json`, JSON.stringify({ phase: 1, summary: '', planPath }));
      expect(await session.value(read(session, path))).toEqual({ is: 'missing' });
    },
  );

  test('A-93 is missing without a task, or if only an earlier plan or an earlier handoff has its name', async () => {
    const session = await openedSession();
    session.repo.write(path, '# Plan\n');
    expect(await session.value(read(session, path))).toEqual({ is: 'missing' });
    session.repo.write(`${folder}2025-01-01-core-plan.md`, plan);
    expect(await session.value(read(session, null))).toEqual({ is: 'missing' });
    session.repo.write(`${sessionDir}handoff.json`, JSON.stringify({ phase: 1, summary: '', planPath: path }));
    await session.value(read(session, null, null));
    session.repo.write(path, plan);
    expect(await session.value(read(session, null))).toEqual({ is: 'missing' });
  });

  test('A-42 counts the exports of the domain that no document of the repository names', async () => {
    const session = await openedSession();
    session.repo.write(path, plan);
    session.repo.write('docs/knowledge/core/a.md', 'add');
    session.repo.write('src/core/a.ts', 'export const add = 1, sum = 2;\n');
    session.repo.git('add', '--all');
    session.repo.git('commit', '--quiet', '--message=x');
    expect(await session.value(read(session, path))).toMatchObject({ gaps: 1 });
  });
});

describe('A-38 a plan of a person', () => {
  test('is the newest file with the name of the phase, in the folder of the topic, the older folder or the handoff', async () => {
    const session = await openedSession();
    const at = (name: string, seconds: number) => {
      session.repo.write(name, plan);
      utimesSync(join(session.repo.root, name), seconds, seconds);
    };
    const find = async () => {
      const found = await session.value(read(session, null, null));
      return found.is === 'plan' ? found.planPath : null;
    };
    expect(await find()).toBe(null);
    at('docs/plans/my-core-plan.md', 100);
    expect(await find()).toBe('docs/plans/my-core-plan.md');
    at(path, 200);
    at(`${folder}2026-01-02-core-prices-plan.md`, 400);
    expect(await find()).toBe(path);
    at('docs/mine.md', 300);
    session.repo.write(`${sessionDir}handoff.json`, JSON.stringify({ phase: 'core', planPath: 'docs/mine.md' }));
    expect(await find()).toBe('docs/mine.md');
  });

  test('is not the plan of another phase', async () => {
    const session = await openedSession();
    session.repo.write(path, plan);
    const other = act(readPhasePlan, { ...session.spec, phase: prices, planPath: null, said: null });
    expect(await session.value(other)).toEqual({ is: 'missing' });
    session.repo.write(`${folder}2026-01-02-core-prices-plan.md`, plan);
    rmSync(join(session.repo.root, path));
    const phases = [{ name: 'Core' }, { name: 'Core prices', planPath: `${folder}2026-01-02-core-prices-plan.md` }];
    const state = { schemaVersion: 5, currentState: 'PLAN', phases };
    session.repo.write(`${sessionDir}autopilot-state.json`, JSON.stringify(state));
    expect(await session.value(read(session, null, null))).toEqual({ is: 'missing' });
  });
});

describe('a segment of a plan', () => {
  async function planned() {
    const session = await openedSession();
    session.repo.write(path, plan);
    const found = await session.value(read(session, path));
    if (found.is !== 'plan') throw new Error('no plan');
    const segment = (from: number) => act(readSegment, { ...session.spec, phase: core, plan: found.plan, from });
    return { session, segment };
  }

  test('A-48 A-46 ends at a checkpoint, with its options, and its tasks are marked as begun', async () => {
    const { session, segment } = await planned();
    expect(await session.value(segment(1))).toEqual({
      tasks: [
        { n: 1, title: 'Add' },
        { n: 2, title: 'Choose' },
      ],
      checkpoint: { kind: 'decision', options: ['red', 'blue'] },
      isLast: false,
    });
    expect(session.json('state.json')).toMatchObject({
      schemaVersion: 1,
      position: { phase: 1, task: 1 },
      progress: { '1': 'in_progress', '2': 'in_progress', '3': 'pending' },
    });
    expect(await session.value(segment(3))).toEqual({
      tasks: [{ n: 3, title: 'Show' }],
      checkpoint: null,
      isLast: true,
    });
    expect(session.json('state.json')).toMatchObject({
      position: { phase: 1, task: 3 },
      progress: { '1': 'complete', '2': 'complete', '3': 'in_progress' },
    });
  });

  test('keeps the notes of the executor in state.json, and replaces a file that is no state', async () => {
    const { session, segment } = await planned();
    const blockers = [{ id: 'b', description: 'x', status: 'open' }, { id: 1 }];
    const state = {
      schemaVersion: 1,
      position: { phase: 1 },
      progress: { '1': 'complete', '3': 'complete' },
      blockers,
    };
    session.repo.write(`${sessionDir}state.json`, JSON.stringify(state));
    const first = await session.value(segment(2), 'segment/x');
    expect(session.json('state.json')).toMatchObject({
      progress: { '1': 'complete', '2': 'in_progress', '3': 'pending' },
      blockers: blockers.slice(0, 1),
    });
    rmSync(join(session.repo.root, sessionDir, 'state.json'));
    symlinkSync('/etc/passwd', join(session.repo.root, sessionDir, 'state.json'));
    expect(await session.value(segment(2), 'segment/x')).toEqual(first);
    expect(session.json('state.json')).toMatchObject({ progress: { '1': 'complete' }, blockers: [] });
    expect(readdirSync(join(session.repo.root, sessionDir)).sort()).toEqual(['handoff.json', 'state.json']);
  });
});
