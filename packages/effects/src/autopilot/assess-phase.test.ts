/** Tests the signals of a phase, and the paths of its plans. */
import { assessPhase } from '@harness/core/effects/autopilot';
import { act } from '@harness/core/effects/operation';
import type { AnalyzedTask } from '@harness/core/signals/analyze';
import { afterAll, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { commitFiles } from '../inspect/scratch-graph.suite.ts';
import { type AutopilotSession, core, openedSession, prices, sessionDir } from './session.suite.ts';

afterAll(clearScratch);

const today = new Date().toISOString().slice(0, 10);
const newPlanPath = `docs/changes/shop/plans/${today}-core-plan.md`;

const assess = (session: AutopilotSession, own: { readonly planPath?: string; readonly phase?: typeof core } = {}) =>
  act(assessPhase, {
    ...session.spec,
    phase: core,
    complexity: 'low' as const,
    planPath: null,
    moduleThreshold: 2,
    ...own,
  });

test('A-28 A-33 the seeds are the files that the phase itself names, at the last commit', async () => {
  const session = await openedSession();
  const users = Object.fromEntries([1, 2, 3].map((n) => [`src/user-${n}.ts`, "import './main.ts';\n"]));
  commitFiles(session.repo, users);
  session.repo.write('src/user-4.ts', "import './main.ts';\n");
  const found = await session.value(assess(session), 'assess/x');
  expect(found).toEqual({
    assessment: {
      raisedTo: 'high',
      reasons: ['blast-radius'],
      blastRadius: { modules: 3, files: Object.keys(users) },
      failures: null,
      cml: null,
      pesl: null,
    },
    planPath: null,
    newPlanPath,
  });
  expect(await session.value(assess(session), 'assess/x')).toEqual(found);
  const other = await session.value(assess(session, { phase: prices }));
  expect(other.assessment).toMatchObject({ raisedTo: null, blastRadius: null });
});

test('A-27 three snapshots of the timeline that get worse raise by one level, two do not', async () => {
  const session = await openedSession();
  const snapshots = [10, 11, 12].map((value, n) => ({
    capturedAt: `2026-01-${10 + 7 * n}`,
    metrics: { coupling: { value } },
  }));
  session.repo.write('.harness/arch/timeline.json', JSON.stringify({ version: 1, snapshots }));
  const { assessment } = await session.value(assess(session));
  expect(assessment).toMatchObject({
    raisedTo: 'medium',
    reasons: ['failures'],
    failures: { categories: ['coupling'] },
  });
  session.repo.write('.harness/arch/timeline.json', JSON.stringify({ version: 1, snapshots: snapshots.slice(1) }));
  expect((await session.value(assess(session))).assessment.failures).toBeNull();
});

test('A-29 a control server is asked about the text of the phase', async () => {
  const asked: AnalyzedTask[] = [];
  const cml = { overall: 0.5, structural: 0.8, semantic: 0, historical: 0, risk: 'medium' } as const;
  const session = await openedSession({
    ask: async (task) => {
      asked.push(task);
      return { cml, pesl: null };
    },
  });
  const { assessment } = await session.value(assess(session));
  expect(assessment).toMatchObject({ raisedTo: 'medium', reasons: ['structural'], cml, pesl: null });
  expect(asked).toEqual([{ title: 'Core', description: expect.stringContaining('Change `src/main.ts`.') }]);
  expect(asked[0]?.description).not.toContain('Add prices');
});

test('A-26 A-35 finds the recorded plan, else the plan of this name, and a path that no other phase has', async () => {
  const session = await openedSession();
  session.repo.write('docs/mine.md', '### Task 1: x\n');
  expect(await session.value(assess(session, { planPath: 'docs/mine.md' }))).toMatchObject({
    planPath: 'docs/mine.md',
    newPlanPath,
  });
  session.repo.write('docs/plans/2026-01-01-core-plan.md', '### Task 1: x\n');
  const gone = await session.value(assess(session, { planPath: 'docs/gone.md' }));
  expect(gone.planPath).toBe('docs/plans/2026-01-01-core-plan.md');
  const state = { schemaVersion: 5, currentState: 'PLAN', phases: [{}, { planPath: newPlanPath }] };
  session.repo.write(`${sessionDir}autopilot-state.json`, JSON.stringify(state));
  const taken = await session.value(assess(session));
  expect(taken.newPlanPath).toBe(`docs/changes/shop/plans/${today}-core-2-plan.md`);
});
