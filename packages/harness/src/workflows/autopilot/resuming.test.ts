/** Tests the line about a session that continues. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { autopilotJob } from '@harness/core/workflows/autopilot/testing/jobs';
import { oneTask } from '@harness/core/workflows/autopilot/testing/one-task';
import { type ChosenAnswers, rehearse, wait } from '@harness/core/workflows/autopilot/testing/rehearsal';
import { sessionView } from '@harness/core/workflows/autopilot/view';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resumingLine } from './resuming.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'harness-resuming-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function lineOf(chosen: ChosenAnswers) {
  const view = sessionView(rehearse(autopilotJob, { ...oneTask, ...chosen }));
  if (view === null) throw new Error('the session is not open');
  return resumingLine(root, 'spec', view.document, 'en');
}

test('A-17 names the recorded state and the phase', async () => {
  expect(await lineOf({ 'assess-phase': [wait] })).toBe('Resuming from ASSESS, phase 1: Core.\n');
});

test('A-17 A-102 counts phases from 1, and names the plan that the phase has', async () => {
  const second = { 'Next phase': ['yes'], 'autopilot.verifier': [{ verdict: 'pass', gaps: [] }, wait] };
  expect(await lineOf(second)).toBe('Resuming from VERIFY, phase 2: Report. Found plan: docs/plans/p.md\n');
});

test('A-100 A-38 names the plan that a person wrote for a phase of high complexity', async () => {
  mkdirSync(join(root, 'docs/plans'), { recursive: true });
  writeFileSync(join(root, 'docs/plans/2026-01-02-core-plan.md'), '# Plan\n\n### Task 1: Add\n');
  const survey = {
    assessment: { raisedTo: 'high', reasons: [], blastRadius: null, failures: null, cml: null, pesl: null },
    planPath: null,
    newPlanPath: 'docs/plans/2026-01-01-core-plan.md',
  };
  expect(await lineOf({ 'assess-phase': [survey] })).toBe(
    'Resuming from PLAN, phase 1: Core. Found plan: docs/plans/2026-01-02-core-plan.md\n',
  );
});
