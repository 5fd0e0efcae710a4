/** Tests the status of a session: a line per finished phase, the totals, and how it continues. */
import type { RunTree } from '@harness/core/journal/run-tree';
import { autopilotJob } from '@harness/core/workflows/autopilot/testing/jobs';
import { oneTask } from '@harness/core/workflows/autopilot/testing/one-task';
import { type ChosenAnswers, rehearse, wait } from '@harness/core/workflows/autopilot/testing/rehearsal';
import { describe, expect, test } from 'vitest';
import type { ResultFormat } from '../../render/result-format.ts';
import { endedLines, planReason, waitingLines } from './result.ts';

const format = { language: 'en', typed: (command) => command } as ResultFormat;
const session = (chosen: ChosenAnswers = {}): RunTree => rehearse(autopilotJob, { ...oneTask, ...chosen });
const saved = 'State saved. Re-invoke `/harness:autopilot` to continue. Here: harness autopilot docs/spec.md';
const critical = { file: 'src/a.ts', line: 3, severity: 'critical', title: 'It leaks', rationale: 'it stays open' };

describe('a session that is done', () => {
  const failed = { completed: [], failed: { task: 1, error: 'it throws' }, output: '', concerns: [], learnings: [] };
  const done = { completed: [1], failed: null, output: '', concerns: [], learnings: [] };

  test('A-70 shows each phase with its tasks, retries, verification, integration, findings and time', () => {
    const lines = endedLines(session({ 'autopilot.executor': [failed, done] }), format) ?? [];
    expect(lines[0]).toMatch(
      /^ {2}Phase 1: Core \| 1 task \| 1 retry \| verification pass \| integration pass \(small\) \| 0 findings \| [\d:]+$/,
    );
    expect(lines[1]).toMatch(/^ {2}Phase 2: Report \| 1 task \| 0 retries \|/);
  });

  test('A-83 A-100 shows the totals and the final review', () => {
    const lines = endedLines(session({ 'autopilot.executor': [failed, done] }), format) ?? [];
    expect(lines.slice(2)).toEqual(['  2 phases, 2 tasks, 1 retry.', '  Final review: passed, 0 findings']);
  });

  test('A-83 shows the findings that a person overrode', () => {
    const clean = { findings: [], assessment: 'approve' };
    const red = { findings: [critical], assessment: 'no' };
    const tree = session({
      'autopilot.reviewer': [clean, clean, red],
      'Final review': [['override', 'a known limit']],
    });
    expect(endedLines(tree, format)?.slice(-2)).toEqual([
      '  Final review: overridden, 1 finding',
      '  Overridden findings: src/a.ts:3 It leaks',
    ]);
  });

  test('A-89 shows what a person skipped', () => {
    const gap = { verdict: 'fail', gaps: [{ what: 'no test', level: 'exists', file: null }] };
    const red = { verdict: 'fail', failures: [{ taskRef: '', issue: 'nothing calls it', fix: '' }] };
    const lines = endedLines(
      session({
        'autopilot.verifier': [gap],
        Verification: ['skip verification'],
        'autopilot.integrator': [{ wire: red, materialize: null, update: null, adrs: [] }],
        Integration: ['skip integration'],
      }),
      format,
    );
    expect(lines?.[0]).toContain('| verification skipped | integration skipped |');
  });
});

describe('a session that waits', () => {
  test('A-95 A-104 names the command that continues it', () => {
    const waiting = session({ 'Next phase': [wait] });
    expect(waitingLines(waiting, format)).toContain(saved);
    expect(endedLines(session({ 'Next phase': ['stop'] }), format)).toContain(saved);
    expect(endedLines(session(), format)).not.toContain(saved);
  });

  test('A-32 A-104 for the plan of a person says where it belongs', () => {
    const survey = {
      assessment: {
        raisedTo: 'high',
        reasons: ['blast-radius'],
        blastRadius: null,
        failures: null,
        cml: null,
        pesl: null,
      },
      planPath: null,
      newPlanPath: 'docs/plans/today-core-plan.md',
    };
    expect(planReason(session({ 'assess-phase': [survey] }), format)).toBe(
      'Phase 1, Core, is of high complexity. Run `/harness:planning` interactively, then re-invoke `/harness:autopilot`. Here: write the plan to docs/plans/today-core-plan.md, then run: harness autopilot docs/spec.md',
    );
    expect(planReason(session({ 'Next phase': ['stop'] }), format)).toBeNull();
  });
});
